"""Names that look like others: alphabets, capitals, accents, apostrophes."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import naming
from accounts.models import Player
from accounts.services.errors import NameRefused
from accounts.services.names import check_name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("İstanbul", "istanbul"), ("istanbul", "İSTANBUL"), ("Istanbul", "ıstanbul"),
        ("Ali", "al\N{LATIN SMALL LETTER DOTLESS I}"), ("Ali", "ali\N{COMBINING DOT ABOVE}"),
        ("O'Neil", "O’Neil"), ("O’Neil", "o'neil"),
        ("O'Neil", "O\N{MODIFIER LETTER APOSTROPHE}Neil"), ("O'Neil", "O\N{ACUTE ACCENT}Neil"),
        ("O'Neil", "O\N{GRAVE ACCENT}Neil"), ("O'Neil", "O\N{GREEK OXIA}Neil"),
    ],
)  # fmt: skip
def test_the_turkish_i_and_apostrophes_make_no_other_name(there: str, name: str, noon: Any) -> None:
    player = Player.objects.create(name=there, created_at=noon)
    with pytest.raises(NameRefused, match="already taken"):
        check_name(name)
    assert check_name(name, besides=player) == naming.normalize_name(name)


@pytest.mark.parametrize(
    "names",
    [
        ("कल", "कला", "काला"),
        ("กา", "ก่า"),
        ("Team ♥", "Team ♠", "Team"),
        ("♥ ♠", "♣ ♦", "!"),
        ("A+", "A-"),
    ],
)
def test_marks_of_a_script_and_symbols_make_another_name(names: tuple[str, ...]) -> None:
    assert len({naming.appearance(each) for each in names}) == len(names)


@pytest.mark.parametrize("name", ["Reds.", "Reds .", "Reds ·", "R\u0435ds", "Re\u0336ds", "REDS!"])
def test_punctuation_spaces_and_loose_marks_make_no_other_name(name: str) -> None:
    assert naming.appearance(name) == naming.appearance("Reds")


@pytest.mark.parametrize("mark", ["\u0650", "\u0951", "\u064e", "\u1cd0", "\u0335\u0336", "\u0e48"])
def test_marks_of_another_script_make_no_other_name(mark: str) -> None:
    for name in (f"Bob{mark}", f"Bo{mark}b"):
        assert naming.appearance(name) == naming.appearance("Bob")


@pytest.mark.parametrize(
    "name",
    [
        "A\u2212Team",
        "A\u2215Team",
        "A\u2236Team",
        "A\u2217Team",
        "A\u22c5Team",
        "A\u2500Team",
        "A|Team",
    ],
)
def test_twins_of_punctuation_make_no_other_name(name: str) -> None:
    assert naming.appearance(name) == naming.appearance("A-Team")


@pytest.mark.parametrize("name", ["Аlice", "Bοb Smith", "Jоnas", "Мария Smith"])
def test_names_that_mix_alphabets_are_refused(db: None, name: str) -> None:
    with pytest.raises(NameRefused) as refusal:
        check_name(name)
    assert refusal.value.code == "mixed"


@pytest.mark.parametrize(
    "name", ["Мария 2", "田中 Taro", "アキラ 太郎", "Ωμέγα", "Łukasz", "김철수"]
)
def test_names_in_one_alphabet_are_welcome(db: None, name: str) -> None:
    assert check_name(name) == naming.normalize_name(name)


def test_characters_that_turn_the_direction_are_left_out(db: None) -> None:
    assert check_name("Ali\N{RIGHT-TO-LEFT OVERRIDE}ce\N{LEFT-TO-RIGHT MARK}") == "Alice"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("Bob", "B0b"),
        ("Bob", "8ob"),
        ("Bob", "Bob."),
        ("coco", "\u0441\u043e\u0441\u043e"),  # all Cyrillic
        ("TOM", "\u0422\u041e\u041c"),
        ("lris", "Iris"),
        ("Iris", "1ris"),
        ("Bot 5", "Bot S"),
        ("Tom", "Том"),  # all Cyrillic
        ("Kate", "Кате"),
        ("Rob", "\u0280\u1d0f\u0299"),  # small capitals
        ("Niko", "Νικο"),  # all Greek
        ("ONeil", "O\N{MODIFIER LETTER APOSTROPHE}Neil"),
    ],
)
def test_a_name_that_looks_like_a_members_is_refused(there: str, name: str, noon: Any) -> None:
    Player.objects.create(name=there, created_at=noon)
    with pytest.raises(NameRefused) as refusal:
        check_name(name)
    assert refusal.value.code == "alike"
    assert there in str(refusal.value)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("Clara", "Dara"), ("Arno", "Amo"), ("Anna", "Ann A"), ("Jos\u00e9", "Jose"),
        ("Alla", "Alia"), ("Max 1", "Max 2"), ("Anna", "\u0410\u043d\u043d\u0430"),
        ("Ivan", "Иван"), ("Nikos", "Νίκος"), ("Oneill", "O'Neil"),
    ],
)  # fmt: skip
def test_names_that_only_come_near_are_welcome(there: str, name: str, noon: Any) -> None:
    Player.objects.create(name=there, created_at=noon)
    assert check_name(name) == name


@pytest.mark.django_db
def test_guests_closed_accounts_and_oneself_stand_in_nobodys_way(noon: Any) -> None:
    Player.objects.create(name="Old", created_at=noon, closed_at=noon)
    Player.objects.create(name="Gast", kind=Player.Kind.GUEST, created_at=noon)
    mine = Player.objects.create(name="B0b", created_at=noon)
    assert [check_name(name) for name in ("0ld", "Gasl")] == ["0ld", "Gasl"]
    assert check_name("Bob", besides=mine) == "Bob"
    Player.objects.create(name="Bob", created_at=noon)
    assert check_name("B0B", besides=mine) == "B0B"  # their own name in other letters


def test_a_change_of_the_name_changes_what_it_looks_like(person: Any) -> None:
    player = person("Zoe")
    player.name = "Z0e"
    player.save(update_fields=["name"])
    player.refresh_from_db()
    assert player.likeness == "zoe"
