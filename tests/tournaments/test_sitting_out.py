"""A Swiss round that cannot be paired for everybody goes on with as few as possible sitting out."""

from __future__ import annotations

import html
from collections import Counter
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest
import time_machine

from games import lots
from games.models import Match
from games.services.play import flags
from games.services.play.matches import resign_match
from notifications.models import Message
from tests.tournaments.conftest import play_all
from tests.tournaments.swiss_events import after, fresh
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing import sitting_out, swiss
from tournaments.pairing.base import Bye, PairingError
from tournaments.pairing.swiss import PairingInput, pair
from tournaments.services.entries import leaving
from tournaments.services.files import lot_records
from tournaments.services.seasons import running
from tournaments.services.tables.engine_words import unpaired_reason
from tournaments.standings.base import Event, Kind, Result

DAY = timedelta(days=1)


def event_of(rounds: int, *results: Result, size: int) -> Event:
    event = fresh(size, rounds=9)
    return Event(event.entered, results, rounds=rounds, scheduled=9)


def forfeit(number: int, one: int, two: int) -> Result:
    return Result(number, (one, two), (1, None), Kind.FORFEIT)


def bye(number: int, who: int, kind: Kind = Kind.PAIRED_BYE) -> Result:
    return Result(number, (who,), kind=kind)


def goes_on(size: int, missed: set[int], rounds: int) -> tuple[list[int], list[int]]:
    """Let a field play with a no-show in these rounds, each against somebody who had no rest yet.

    Return how many boards each round has, and in which rounds somebody had to sit out.
    """
    event, boards, sat_out = fresh(size, rounds=rounds), [], []
    rested: set[int] = set()
    for number in range(1, rounds + 1):
        call = PairingInput(event, number, "w")
        drawn = lots.draw_permutation("ab" * 32, number, size)
        try:
            draft = pair(call)
        except PairingError:
            out = sitting_out.choose_sitting_out(call, [100 + place for place in drawn])
            sat_out.append(number)
            draft = pair(
                PairingInput(event, number, "w", tuple(Bye(who, Kind.ZERO_BYE) for who in out))
            )
        boards.append(len(draft.pairings))
        rested |= {each.entrant for each in draft.byes}
        playing = [seat for each in draft.pairings for seat in each.seats]
        alone = next((who for who in playing if who not in rested and number in missed), None)
        rested |= {alone} if alone else set()
        results = [
            forfeit(number, *sorted(each.seats, key=lambda who: who != alone))
            if alone in each.seats
            else Result(number, each.seats, (1, 2))
            for each in draft.pairings
        ]
        event = after(event, draft, results)
    met = Counter(frozenset(each.seats) for each in event.results if each.kind is Kind.PLAYED)
    assert set(met.values()) <= {1}
    return boards, sat_out


@pytest.mark.parametrize(
    ("size", "missed", "rounds", "sat_out"),
    [
        (3, {1}, 3, [3]),
        (5, {1, 2}, 4, [4]),
        (5, {1, 2, 3}, 4, [4]),
        (7, {1, 2}, 5, []),
        (7, {1, 2, 3, 4}, 5, [5]),
    ],
)
def test_a_small_field_with_no_shows_plays_all_its_rounds(size, missed, rounds, sat_out):
    assert goes_on(size, missed, rounds) == ([size // 2] * rounds, sat_out)


def test_of_those_whose_rest_lets_the_others_meet_the_first_drawn_sits_out():
    """A (100) missed B (101) and lost to nobody; C (102) had the bye, then A had it."""
    event = event_of(
        2, forfeit(1, 101, 100), bye(1, 102), Result(2, (101, 102), (1, 2)), bye(2, 100), size=3
    )
    call = PairingInput(event, 3, "w")
    assert sitting_out.choose_sitting_out(call, (100, 101, 102)) == (101,)
    assert sitting_out.choose_sitting_out(call, (102, 101, 100)) == (102,)


def test_who_has_had_a_zero_point_bye_sits_out_last():
    event = event_of(
        3,
        forfeit(1, 101, 100),
        bye(1, 102),
        Result(2, (101, 102), (1, 2)),
        bye(2, 100),
        bye(3, 101, Kind.ZERO_BYE),
        forfeit(3, 102, 100),
        size=3,
    )
    assert sitting_out.choose_sitting_out(PairingInput(event, 4, "w"), (101, 102, 100)) == (102,)


def test_an_even_field_may_need_somebody_to_sit_out_too():
    """One has met all others; they sit out, and one of the others has the bye."""
    event = event_of(3, *(Result(at, (100, 100 + at), (1, 2)) for at in (1, 2, 3)), size=4)
    call = PairingInput(event, 4, "w")
    assert sitting_out.choose_sitting_out(call, (103, 102, 101, 100)) == (100,)
    draft = pair(PairingInput(event, 4, "w", (Bye(100, Kind.ZERO_BYE),)))
    assert (len(draft.pairings), len(draft.byes)) == (1, 2)


def test_where_no_two_can_meet_it_says_why():
    three = [Result(at, two, (1, 2)) for at, two in enumerate(combinations((100, 101, 102), 2), 1)]
    met = PairingInput(event_of(3, *three, size=3), 4, "w")
    assert (
        sitting_out.choose_sitting_out(met, (100, 101, 102)),
        sitting_out.why_nobody_meets(met),
    ) == (
        (),
        "all_met",
    )
    apart = PairingInput(fresh(3), 1, "w", forbidden=((100, 101, 102),))
    assert (
        sitting_out.choose_sitting_out(apart, (100, 101, 102)),
        sitting_out.why_nobody_meets(apart),
    ) == (
        (),
        "kept_apart",
    )


def advance(now) -> None:
    flags.settle_flags(now=now)
    for _again in range(3):
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)


def played(silent, now) -> None:
    """Let the match of somebody silent be missed by them, and others be decided at the board."""
    for match in Match.objects.running():
        players = [seat.player for seat in match.seats.order_by("number")]
        if silent not in players:
            for _turn in range(2):
                play_all(now, Random(1), only=lambda each, only=match: each == only)
        resign_match(match.pk, silent if silent in players else players[1], now=now)


@pytest.mark.django_db
def test_three_with_a_no_show_play_three_rounds_and_everybody_reads_why(
    hold, people, noon, client_for, organiser
):
    players = people(3)
    tournament = hold(players, format="swiss", rounds=3, least=2)
    now = noon + DAY
    advance(now)
    first = Fixture.objects.get(kind="played")
    played(first.seats.get(seat=1).entrant.player, now)
    for _round in range(3):
        advance(now)
        played(None, now)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    last = Round.objects.get(number=3)
    assert last.note == "no_bye_left"
    assert sorted(last.fixtures.values_list("kind", flat=True)) == ["played", "zero_bye"]
    assert Division.objects.get().unpaired_round is None
    told = Message.objects.get(context__headline__icontains="not everybody could be paired")
    assert told.player == organiser
    page = html.unescape(client_for(None).get(tournament.get_absolute_url()).content.decode())
    assert "No legal pairing included everybody: nobody was left who may have the bye." in page
    (drawn,) = [
        each for each in lot_records.get_draw_records(tournament) if "round 3" in each.words
    ]
    assert drawn.lots == ((920_103, 6),)
    out = last.fixtures.get(kind="zero_bye").seats.get().entrant
    assert out.player.name in drawn.words


@pytest.mark.django_db
def test_a_round_that_nobody_can_play_is_tried_again_for_three_days(hold, people, noon, client_for):
    players = people(3)
    tournament = hold(players, format="swiss", rounds=3, least=2, late_entry=True)
    now = noon + DAY
    advance(now)
    leaver = Fixture.objects.get(kind="paired_bye").seats.get().entrant
    leaving.withdraw_and_resign(tournament.pk, leaver.player, now=now)
    played(None, now)
    advance(now)
    division = Division.objects.get()
    assert (division.unpaired_round, division.unpaired_until) == (2, now + 3 * DAY)
    assert unpaired_reason(division).startswith("All players who are available have already met")
    with time_machine.travel(now, tick=False):
        shown = client_for(None).get(tournament.get_absolute_url())
    page = " ".join(html.unescape(shown.content.decode()).split())
    assert "Round 2 could not be paired. All players who are available" in page
    assert "The site keeps trying until" in page

    Entrant.objects.filter(pk=leaver.pk).update(status="entered", withdrawn_at=None)
    advance(now + DAY)
    division.refresh_from_db()
    assert (division.unpaired_round, division.unpaired_until) == (None, None)
    assert FixtureSeat.objects.filter(fixture__round__number=2, entrant=leaver).exists()


@pytest.mark.long
@pytest.mark.django_db
def test_after_three_days_the_standings_are_final(hold, people, noon):
    tournament = hold(people(2), format="swiss", rounds=3, least=2)
    now = noon + DAY
    advance(now)
    played(None, now)
    advance(now + 2 * DAY)
    advance(now + 4 * DAY)
    tournament.refresh_from_db()
    assert tournament.status == "running"
    advance(now + 5 * DAY)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert Message.objects.filter(context__headline__icontains="cannot be paired").count() == 1


@pytest.mark.django_db
def test_a_fault_of_the_pairing_never_ends_a_tournament(hold, people, noon, monkeypatch):
    tournament = hold(people(4), format="swiss", rounds=3, least=2)
    now = noon + DAY
    advance(now)
    played(None, now)

    def broken(_call):
        raise PairingError("engine_wrong", engine="matching")

    with monkeypatch.context() as patch:
        patch.setattr(swiss, "pair", broken)
        advance(now)
    tournament.refresh_from_db()
    assert tournament.status == "running"
    assert tournament.held_since is not None
    assert Division.objects.get().unpaired_round is None
