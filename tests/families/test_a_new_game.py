"""A small complete family is dropped in, and the whole site knows the game: docs/add-a-game.md."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.checks import run_checks
from django.utils import timezone

from games.families import registry as families, strategies
from games.families.drawing import diagram_for
from games.models import Match
from games.rules import registry
from games.services.match.loaded import load_match
from notifications.models import Message
from tests.games.conftest import play, start
from tests.rules.table import random_match, refold

__all__ = ["play", "start"]

pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent / "four" / "templates"


@pytest.fixture
def now() -> datetime:
    """Return the instant at which pages look at the clock."""
    return timezone.now()


@pytest.fixture
def bare() -> Iterator[None]:
    """Drop the family in, without its pages of rules."""
    with families.temporary_family("tests.families.four"):
        yield


@pytest.fixture
def four(bare: None, settings: Any) -> Any:
    """Drop the family in with its templates."""
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"].append(HERE)
    settings.TEMPLATES = templates
    return registry.get("four")


@pytest.fixture
def match(four: Any, alice: Any, bob: Any, start: Any, now: datetime) -> Match:
    found: Match = start(alice, bob, ruleset="four", now=now)
    return found


def test_nothing_of_it_stays_behind() -> None:
    assert "four" not in registry.keys()  # noqa: SIM118 - a module, not a mapping
    with families.temporary_family("tests.families.four"):
        assert "four" in registry.offered_keys()
    assert "four" not in registry.offered_keys()


def test_its_ledgers_refold(four: Any) -> None:
    for seed in range(5):
        states, plies = random_match(four, {}, seed)
        assert refold(four, {}, plies) == states[-1]
        assert four.load(four.dump(states[-1])) == states[-1]


def test_the_page_of_a_match_has_columns_to_click_and_marks_the_last_move(
    match: Match, alice: Any, bob: Any, client_for: Any, play: Any, now: datetime
) -> None:
    page = client_for(alice).get(f"/matches/{match.pk}/").content.decode()
    assert page.count('<a class="d-link"') == 7
    play(match, "d", now)
    table = load_match(match)
    drawn = diagram_for("four", table.state, last="d")
    assert drawn.last == {"d1"}
    page = client_for(bob).get(f"/matches/{match.pk}/").content.decode()
    assert "d-last" in page
    assert "d2" in page


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_its_rules_are_told_in_every_language(four: Any, client: Any, language: str) -> None:
    page = client.get("/rules/four/", headers={"accept-language": language}).content.decode()
    assert f"Four in a row ({language})" in page
    assert 'class="diagram"' in page
    assert 'href="/rules/four/"' in client.get("/rules/").content.decode()


def test_without_its_texts_the_check_names_them_and_the_page_stands(
    bare: None, client: Any
) -> None:
    found = [each for each in run_checks() if "four" in str(each.msg)]
    assert len(found) == 4
    assert client.get("/rules/four/").status_code == 200
    assert client.get("/rules/").status_code == 200


def test_a_refusal_is_a_sentence(
    match: Match, alice: Any, client_for: Any, play: Any, now: datetime
) -> None:
    play(match, "d,d,d,d,d,d", now)
    url = f"/matches/{match.pk}/move/"
    page = client_for(alice).post(url, {"move": "d", "seen": 6})
    assert "Column d is full." in page.content.decode()


def test_a_turn_is_told_by_e_mail(match: Match, play: Any, now: datetime) -> None:
    play(match, "d", now)
    row = Message.objects.filter(kind="your_turn").latest("pk")
    assert row.context


def test_the_api_plays_it_to_the_end(match: Match, alice: Any, bob: Any, client_for: Any) -> None:
    for ply, move in enumerate("dedededx"[:7]):
        client = client_for((alice, bob)[ply % 2])
        found = client.post(
            f"/api/v1/matches/{match.pk}/moves/",
            {"move": move, "seen": ply},
            content_type="application/json",
        )
        assert found.status_code in (200, 201), found.content
    match.refresh_from_db()
    assert (match.status, match.ending) == (Match.Status.FINISHED, "four")


def test_its_bots_play(four: Any) -> None:
    assert strategies.for_ruleset("four") == ["random", "four_search"]
    state = four.start(2, {})
    for ply in range(6):
        key = ("random", "four_search")[ply % 2]
        move = strategies.get(key).choose(four, state, ply % 2, Random(ply))
        state = four.play(state, ply % 2, move)
