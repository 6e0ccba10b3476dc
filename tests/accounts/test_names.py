"""Names at the table: odd characters, length, likeness, and what is reserved."""

from __future__ import annotations

import random
import unicodedata
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given, settings, strategies as st

from accounts import naming
from accounts.models import Player
from accounts.services.errors import NameRefused, ProfileRefused
from accounts.services.names import check_name, save_unique_name
from accounts.services.profile import change_profile
from accounts.services.registration import (
    convert_guest,
    create_account,
    create_guest_player,
    create_player,
)


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Jean-Luc", "O'Brien", "Ole Jr.", "李小龍", "हिन्दी", "Łukasz_7", "3 Dots", "Günther"],
)
def test_names_of_many_peoples_are_welcome(name: str) -> None:
    assert naming.name_error(naming.normalize_name(name)) is None


def test_a_tidy_line_has_its_accents_in_their_letters() -> None:
    assert naming.tidy_line("E\u0301quipe  un\u00ads") == "Équipe uns"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty"),
        (" \t\n ", "empty"),
        ("x" * 31, "long"),
        ("a\u200bb", "signs"),  # zero width
        ("a\x00b", "signs"),
        ("<script>", "signs"),
        ("-dash", "signs"),
        ("dash-", "signs"),
        ("_x", "signs"),
        ("smile 🙂", "signs"),
        ("a" + "\u0321\u0322\u0327\u0328\u0331", "signs"),  # a tower of marks
        ("\u0301", "signs"),
        ("Bob\u3164", "signs"),
        ("Bo\u034fb", "signs"),
        ("Ad\ufe00min Joe", "signs"),
        ("Sta\U000e0100ff Anna", "signs"),
        ("B\u180bob", "signs"),
        ("Bob\ufe0f", "signs"),
        ("a@b.example", "link"),
        ("www.win.example", "link"),
        ("Win at WWW.win", "link"),
        ("http://win", "link"),
        ("Win at win-big.com", "link"),
        ("big.win.de", "link"),
        ("Ｗｉｎ．ｃｏｍ", "link"),
        ("ｈｔｔｐｓ：／／win", "link"),
    ],
)
def test_other_names_are_refused_and_the_fault_is_named(name: str, code: str) -> None:
    assert naming.name_error(naming.normalize_name(name)) == code


def test_only_dots_that_mail_programs_turn_into_links_are_refused() -> None:
    for name in (
        "St.Pauli",
        "v2.0",
        "A.B.",
        "J.de Vries",
        "Dr.No",
        "Moin e.V.",
        "K.Dev",
        "J.M.de Boer",
        "1.f4",
        "1.FC Nord",
        "Moin...de",
        "St.Pauli/Altona",
        "J.Smith/K.Jones",
        "Maier GmbH & Co.KG",
        "e.V./Nord",
        "etc.",
        "9.30–11.45",
    ):
        assert not naming.has_link(name), name
    for name in (
        "Cup at win-big.example/now",
        "win-big.example, the cup",
        "(win-big.org)",
        "x.com",
        "mail.x.com",
        "at X.com!",
        "a@x.com",
        "a@x.de",
        "x.de/now",
        "a.x.de/now",
        "jean.de.la",
        "evil.top",
        "evil.me",
        "evil.gg",
        "evil.link",
        "evil.click",
        "evil.vip",
        "Win at evil.co, now",
        "evil.museum",
        "evil.example.",
        "(evil.com.)",
        "evil.com...",
        "evil.com..x",
        "evil\N{IDEOGRAPHIC FULL STOP}com",
        "evil\N{FULLWIDTH FULL STOP}com",
        "evil\N{HALFWIDTH IDEOGRAPHIC FULL STOP}com",
        "бог.рф",
        "राम.भारत",
        "e\N{COMBINING DOT BELOW}vil\N{COMBINING DOT BELOW}.top",
        "evil.xn--p1ai",
        "evil.x.top",
        "bit.ly/abc",
        "t.me/x",
        "t.me",
        "go.to/x",
        "discord.gg/abc",
        "evil.later/abc",
        "a@x.top",
        "dr.de",
        "st.com",
        "evil.com-Cup",
        "evil.top-cup/now",
        "mail.evil.de_Cup",
        "g.co",
        "x.ai",
        "evil.COM",
        "Evil.Net",
        "Evil.De",
        "Evil.Top",
        "Evil.Com-Cup",
        "Evil.Casino",
        "jack.black",
        "anna.li",
        "a@FC.Bayern",
        "FC.Bayern/now",
        "EVIL.BANK",
        "WIN AT CASINO.LY",
        "BIT.LY",
        "T.CO",
        "t.CO",
        "youtu.Be",
        "paypal.Cash",
        "paypal.Com.Page",
        "24bets.Bet",
        "evil.casino-Cup",
        "evil.bet-2026",
        "evil.ly-x",
        "paypal.Cash-Cup",
    ):
        assert naming.has_link(name), name


@pytest.mark.parametrize(
    "name",
    [
        *("Anna.Li", "Li.Na", "Hans.St", "Max.Ba", "Jack.Black", "Steve.Jobs", "Henry.Ford"),
        *("FC.Bayern", "1.FC.Koeln", "SV.Berlin", "Hamburg.SV", "Team.Berlin", "Int.Open"),
        *("Dipl.Ing", "No.Name", "Hamburg.Open-2026", "J.de-Boer", "K.o.-Cup", "Vor-Ort"),
        *("St. Pauli", "Dr. Best", "DR.BEST", "No.5", "24.Berlin", "U.18-Cup", "Moin e.V.-Cup"),
    ],
)
def test_a_capital_behind_the_dot_is_a_name_unless_addresses_often_end_so(name: str) -> None:
    assert not naming.has_link(name)


@pytest.mark.long
@given(st.text(max_size=60))
@settings(max_examples=settings().max_examples // 4)
def test_whatever_is_typed_tidying_twice_changes_nothing_more(text: str) -> None:
    name = naming.normalize_name(text)
    assert naming.normalize_name(name) == name
    assert naming.get_name_key(name) == naming.get_name_key(text)
    if naming.name_error(name) is None:
        assert not any(unicodedata.category(sign).startswith("C") for sign in name)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=30))
def test_the_key_forgets_the_case_and_fits_its_column(text: str) -> None:
    assert naming.get_name_key(text) == naming.get_name_key(naming.get_name_key(text))
    assert len(naming.get_name_key(naming.normalize_name(text)[: naming.MAX_NAME_LENGTH])) <= 90


@pytest.mark.parametrize(
    "name", ["admin", "ADMIN", "A.d.m.i.n", "Ａｄｍｉｎ", "Guest 77", "guest", "Closed account 3"]
)
@pytest.mark.django_db
def test_names_of_the_site_are_kept_back(name: str) -> None:
    with pytest.raises(NameRefused) as refusal:
        check_name(name)
    assert refusal.value.code == "reserved"


@pytest.mark.parametrize(
    "name",
    [
        *("Head Referee", "Adm1n_2", "0perator", "referee7", "Modérateur", "vvebmaster", "adrnin"),
        *("Аdmin", "Rеfеrее", "ΑDMIN", "𝐀𝐝𝐦𝐢𝐧", "Supрort Crew", "s.t.a.f.f"),  # other alphabets
        *("Ad\u0336min Joe", "Gu\u0323est 77", "Ad.min Joe", "Re-feree Rita"),
        *("Ampelpost", "Ampe1post", "Ampel-Post Team", "Ａmpelpost", "AmpelpostNews"),
    ],
)
@pytest.mark.django_db
def test_titles_and_the_name_of_the_site_are_kept_back_however_they_are_spelled(name: str) -> None:
    with pytest.raises(NameRefused) as refusal:
        check_name(name)
    assert refusal.value.code == "reserved"


@pytest.mark.parametrize(
    "name", ["Stafford", "Adminton", "Rooty", "Иван", "Ампел", "Modena", "Postman Pat", "Arbitrix"]
)
@pytest.mark.django_db
def test_names_that_only_begin_like_a_title_are_welcome(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize("name", ["Rltа", "R1ta", "Rịta", "R.i.t.a", "Ritа", "RITA_"[:-1] + "."])
def test_nobody_is_called_like_an_official(referee: Player, name: str) -> None:
    with pytest.raises(NameRefused) as refusal:
        check_name(name)
    assert refusal.value.code == "official"
    assert "referee or an operator" in str(refusal.value)


def test_an_official_may_have_a_title_and_a_player_may_come_near_a_player(
    referee: Player, alice: Player
) -> None:
    assert check_name("Referee Rita", besides=referee) == "Referee Rita"
    assert check_name("Älice", besides=None) == "Älice"
    with pytest.raises(NameRefused):
        check_name("Referee Alice", besides=alice)


def test_whoever_has_a_name_keeps_it_when_somebody_like_them_gets_an_office(
    person: Any, office: Any
) -> None:
    rita, staff = person("Rlta"), person("Staff")
    office(person("Rita"))
    for player in (rita, staff):
        change_profile(player, name=player.name, about="Hello.", language="en")
        player.refresh_from_db()
        assert player.about == "Hello."
    with pytest.raises(NameRefused):
        change_profile(rita, name="R1ta", about="", language="en")


def test_whoever_has_a_name_keeps_it_when_the_rules_of_naming_change(person: Any) -> None:
    player = person("win-big.top")
    change_profile(player, name=player.name, about="Hello.", language="en")
    player.refresh_from_db()
    assert player.about == "Hello."
    Player.objects.filter(pk=player.pk).update(name="Bo\u034fb")
    player.refresh_from_db()
    change_profile(player, name=player.name, about="Bye.", language="en")
    with pytest.raises(NameRefused, match="web address"):
        change_profile(player, name="Win-big.top", about="", language="en")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ALICE", " alice ", "Ａlice"])
def test_nobody_gets_the_name_of_another_whatever_the_case(alice: Player, name: str) -> None:
    with pytest.raises(NameRefused, match="already taken"):
        check_name(name)
    assert check_name(name, besides=alice), "but one may spell one's own name anew"


def test_case_is_forgotten_beyond_ascii_on_every_database(person: Any, noon: Any) -> None:
    person("Özge")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="öZGE", created_at=noon)


def test_a_name_taken_in_the_meantime_is_a_refusal_not_a_crash(alice: Player, bob: Player) -> None:
    bob.name = "alice"
    with pytest.raises(NameRefused) as refusal:
        save_unique_name(bob)
    assert refusal.value.code == "taken"
    bob.refresh_from_db()
    assert bob.name == "Bob"


def test_changing_only_the_name_keeps_the_key_beside_it(alice: Player) -> None:
    alice.name = "Alicia"
    alice.save(update_fields=["name"])
    assert Player.objects.get(name_key="alicia") == alice


class OneNumber:
    """A source of chance that is not one."""

    def randrange(self, stop: int, /) -> int:
        return 0


def test_guests_get_a_friendly_name_of_their_own(db: None, noon: Any) -> None:
    chance = random.Random(4)
    guests = [
        create_guest_player(language="en", time_zone="Europe/Berlin", chance=chance, now=noon)
        for _ in range(50)
    ]
    assert len({guest.name for guest in guests}) == 50
    assert all(guest.name.startswith("Guest ") and guest.address is None for guest in guests)
    assert {guest.kind for guest in guests} == {"guest"}
    for language in ("de", "fr", "it"):
        guest = create_guest_player(language=language, time_zone="UTC", chance=chance, now=noon)
        assert naming.is_reserved(guest.name)
    for alike in ("Guest_4821", "Gast_4821", "Invite 4821", "ospite__1", "Closed_account 3"):
        assert naming.is_reserved(alike), alike
    assert not naming.is_reserved("Gast")
    assert not naming.is_reserved("Gastone 3")


def test_a_guest_name_that_is_taken_grows_longer(db: None, noon: Any) -> None:
    names = [
        create_guest_player(language="en", time_zone="UTC", chance=OneNumber(), now=noon).name
        for _ in range(3)
    ]
    assert names == ["Guest 1000", "Guest 100000", "Guest 100000000"]


def test_a_refused_registration_leaves_nothing_behind(db: None, alice: Player, noon: Any) -> None:
    for bad in ({"name": "Alice"}, {"language": "xx"}, {"time_zone": "../etc/passwd"}):
        terms = {"name": "Eve", "language": "en", "time_zone": "UTC"} | bad
        with pytest.raises((NameRefused, ProfileRefused)):
            create_account("eve@example.org", "correct horse", now=noon, **terms)
    assert Player.objects.count() == 1
    assert create_account(
        "eve@example.org", None, name="Eve", language="en", time_zone="UTC", now=noon
    )


def test_only_guests_can_be_adopted(alice: Player, bob: Player, noon: Any) -> None:
    user = bob.user
    assert user is not None
    with pytest.raises(ValueError, match="no guest"):
        convert_guest(alice, user, name="Eve", language="en", time_zone="UTC")


def test_one_login_has_one_player(alice: Player, noon: Any) -> None:
    assert alice.user is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        create_player(alice.user, name="Second", language="en", time_zone="UTC", now=noon)
