"""A preview is the same in every language: shown in one, signed in another."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import translation

from games.models import Match
from games.services.play.matches import resign_match
from tests.referees.test_event_acts import WORDS, advance, entrant, facts, request
from tests.sampling import at_length, sampled
from tests.tournaments.test_contest import FIELDS as CONTEST
from tournaments.models import Fixture, FixtureSeat, Round
from tournaments.referees.models import Ruling
from tournaments.referees.services import rulings
from tournaments.referees.services.previews import Preview, changes_between, current_facts
from tournaments.referees.services.rulings import PreviewChanged, RulingRequest
from tournaments.referees.web.preview.cells import ChangeRow
from tournaments.referees.web.preview.view import PreviewView
from tournaments.services.entries import teams
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
LANGUAGES = ("en", "de", "fr", "it")
NAME = re.compile(r"[a-z]+(\.[a-z0-9_-]+)+")
DATA = re.compile(r"[a-z_]+|-?\d+(/\d+)?|\d{4}-\d\d-\d\dT[\d:.]+\+00:00|")
Order = Callable[[Any], RulingRequest]


@pytest.fixture
def swiss(hold, people, noon):
    """Return a Swiss of five in its first round: one has the bye, one match is over."""
    crew = people(5)
    request: Any = {"tie_breaks": ["buchholz", "wins", "lots"], "late_entry": True}
    tournament = hold(crew, format="swiss", rounds=3, round_days=10, least=2, **request)
    advance(noon + DAY)
    first = running_match()
    loser = first.seats.get(number=0).player
    resign_match(first.pk, loser, now=noon + DAY)
    tournament.refresh_from_db()
    return tournament


def running_match() -> Match:
    """Return a match that is being played."""
    match = Match.objects.running().order_by("pk").first()
    assert match is not None
    return match


def at_table(act: str, **params: Any) -> Order:
    """Return the order of an act at a match that is being played."""
    return lambda _event: RulingRequest(act, params=params, match_id=running_match().pk, **WORDS)


def places() -> list[int]:
    """Return the places at the board that is being played."""
    seats = FixtureSeat.objects.filter(fixture__match__status="running")
    return list(seats.order_by("seat").values_list("pk", flat=True))


ORDERS: dict[str, Order] = {
    "adjudicate": at_table("adjudicate", rank_0=1, rank_1=2),
    "tie": at_table("adjudicate", rank_0=1, rank_1=1, points_0=3, points_1=3),
    "forfeit": at_table("forfeit", seat=0),
    "annul": at_table("annul"),
    "pause": at_table("pause", days=3),
    "grant_time": at_table("grant_time", seat=0, hours=24),
    "replace": at_table("replace", seat=0, substitute="Newcomer"),
    "change_pairing": lambda event: request(
        event, "change_pairing", **dict(zip(("place", "other"), places(), strict=True))
    ),
    "extend": lambda event: request(
        event, "extend", what=f"round:{Round.objects.get().pk}", days=2
    ),
    "extend_one": lambda event: request(
        event, "extend", what=f"fixture:{Fixture.objects.unsettled().get().pk}", days=2
    ),
    "admit": lambda event: request(event, "admit", newcomer="Newcomer"),
    "exclude": lambda event: request(
        event, "exclude", entrant=FixtureSeat.objects.get(pk=places()[0]).entrant_id
    ),
    "substitute": lambda event: request(
        event, "substitute", entrant=entrant(event, 2).pk, substitute="Newcomer"
    ),
    "close_event": lambda event: request(event, "close_event"),
}
PAIRS = [
    (act, LANGUAGES[at % 4], LANGUAGES[(at + 1 + at // 4 % 3) % 4]) for at, act in enumerate(ORDERS)
]


def previewed(order: RulingRequest, language: str, referee, now) -> Preview:
    """Return the preview as somebody sees it who reads this language."""
    with translation.override(language):
        return rulings.preview_ruling(order, referee, now=now)


def rows_of(preview: Preview, language: str, match: Match | None, now) -> list[ChangeRow]:
    """Return everything that the page of a preview says in this language."""
    with translation.override(language):
        view = PreviewView(preview, match, now)
    return [*view.result, *view.clocks, *view.ratings, *view.others]


@pytest.mark.parametrize(("act", "shown", "signed"), sampled(PAIRS, [PAIRS[0], PAIRS[8]]))
def test_what_was_previewed_in_one_language_is_signed_in_another(
    act, shown, signed, swiss, person, referee, noon
):
    person("Newcomer")
    now, order = noon + 2 * DAY, ORDERS[act](swiss)
    preview = previewed(order, shown, referee, now)
    with translation.override(signed):
        lines = rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    after = current_facts(order.match_id, [], now, swiss)
    assert preview.changes
    assert all(after[change.name] == change.after for change in preview.changes if change.after)
    with translation.override(shown):  # a second click, in the first language again
        again = rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    assert [line.number for line in again] == [line.number for line in lines]


@pytest.mark.long
@pytest.mark.parametrize(
    ("act", "row"),
    [
        ("adjudicate", "Player02: 5. (Points 0; WIN 0) → 3. (Points 1; WIN 1)"),
        ("exclude", "Player04: 3. (Points 0; WIN 0) → 2. (Points 1; WIN 1)"),
    ],
)
def test_every_language_has_the_same_digest_and_its_own_words(act, row, swiss, referee, noon):
    now, order = noon + 2 * DAY, ORDERS[act](swiss)
    previews = {language: previewed(order, language, referee, now) for language in LANGUAGES}
    assert len({preview.digest for preview in previews.values()}) == 1
    assert all(preview.changes == previews["en"].changes for preview in previews.values())
    match = Match.objects.filter(pk=order.match_id or 0).first()
    said = {
        language: {f"{row.what}: {row.before.text} → {row.after.text}" for row in found}
        for language in LANGUAGES
        if (found := rows_of(previews[language], language, match, now))
    }
    assert f"Spring cup, Standings: {row}" in said["en"]  # only the cells that change
    for language, word in (("de", "Tabelle"), ("fr", "Classement"), ("it", "Classifica")):
        table = {line for line in said[language] if f"Spring cup, {word}: Player04" in line}
        assert len(table) == 1
        assert not table & said["en"]


@pytest.mark.long
def test_a_world_that_has_moved_is_found_in_any_language(swiss, referee, noon):
    now, order = noon + 2 * DAY, ORDERS["exclude"](swiss)
    preview = previewed(order, "it", referee, now)
    match = running_match()
    resign_match(match.pk, match.seats.get(number=1).player, now=now)
    with translation.override("fr"), pytest.raises(PreviewChanged):
        rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    assert not Ruling.objects.exists()


def team_match(hold, people, noon) -> Any:
    """Return a match of two teams of two."""
    event = hold([], format="team_match", boards=2)
    crew = people(4)
    for name, own in (("Reds", crew[:2]), ("Blues", crew[2:])):
        teams.found_team(event.pk, own[0], name, key=name * 5, now=noon)
        teams.join_team(name * 5, own[1], now=noon)
    return event


def advance_nine_times(now) -> None:
    """Let the workers take as many steps as a small tournament needs."""
    for _step in range(9):
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)


EVENTS: dict[str, Callable[..., Any]] = {
    "round robin": lambda hold, people, _noon: hold(people(3)),
    "league": lambda hold, people, _noon: hold(people(6), division_size=3, promoted=1),
    "knockout": lambda hold, people, _noon: hold(people(3), format="knockout", round_days=10),
    "ladder": lambda hold, people, _noon: hold(people(3), format="ladder"),
    "groups": lambda hold, people, _noon: hold(
        people(6), format="groups", division_size=3, qualifiers=1, at_once=True
    ),
    "contest": lambda hold, people, _noon: hold(people(2), **CONTEST),
    "teams": team_match,
}


@pytest.mark.parametrize("kind", sampled(EVENTS, ["ladder", "groups", "contest", "teams"]))
def test_the_facts_of_a_tournament_are_data_with_words_for_each(kind, hold, people, noon):
    event = EVENTS[kind](hold, people, noon)
    advance_nine_times(noon + DAY)
    if kind == "groups":  # on to the play-off
        for match in Match.objects.running().order_by("pk"):
            resign_match(match.pk, match.seats.get(number=0).player, now=noon + DAY)
        advance_nine_times(noon + DAY)
    now = noon + 2 * DAY
    languages = LANGUAGES if at_length() else LANGUAGES[:2]
    known = {}
    for language in languages:
        with translation.override(language):
            known[language] = facts(event, now)
    assert all(found == known["en"] for found in known.values())
    assert all(NAME.fullmatch(name) for name in known["en"])
    assert all(DATA.fullmatch(text) for text in texts_in(list(known["en"].values())))
    assert any(".standing." in name for name in known["en"])
    assert (".playoff." in "".join(known["en"])) == (kind == "groups")
    preview = Preview(now, changes_between({}, known["en"]), (), "")
    for language in languages:
        rows = rows_of(preview, language, None, now)
        assert len(rows) == len(known["en"])
        assert not [row.what for row in rows if NAME.fullmatch(row.what)]
        assert not [row for row in rows if "–" in (row.what, row.after.text)]


def texts_in(value: Any) -> list[str]:
    """Return all texts that plain JSON holds as values."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in texts_in(part)]
