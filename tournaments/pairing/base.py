"""Values of pairing: players, pairings, byes and the draft of a round.

The first seat of a pairing starts (has white). A draft keeps its engine and the exact input, so
that the pairing can be reproduced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from tournaments.errors import TournamentError
from tournaments.standings.base import REQUESTED_BYES, Entrant, Event, Fixture, Kind, Points, Result
from tournaments.standings.trf.sheet import Boost

WHITE, BLACK = "w", "b"


class PairingError(TournamentError):
    pass


class Pairing(NamedTuple):
    """Entrants who meet, in the order of seats."""

    seats: tuple[Entrant, ...]
    board: int = 0


class Bye(NamedTuple):
    """An entrant without an opponent in a round."""

    entrant: Entrant
    kind: Kind = Kind.PAIRED_BYE


class Draft(NamedTuple):
    """The pairings and byes of one round, with the engine and the input that made them.

    `note` is the code of why the event's first engine did not make them.
    """

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    engine: str = ""
    version: str = ""
    record: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant as a round-by-round pairing sees it.

    `number` is the pairing number, `colours` the starts in played fixtures ("wbw"), `floats` one
    mark per round ("d" down, "u" up, "-" none), `had_bye` whether another allocated bye is ruled
    out, `half_byes` and `played` are counts.
    """

    entrant: Entrant
    number: int
    score: Points = Fraction(0)
    rating: int | None = None
    colours: str = ""
    met: frozenset[Entrant] = frozenset()
    floats: str = ""
    had_bye: bool = False
    half_byes: int = 0
    played: int = 0


def players_of(event: Event, boosts: Sequence[Boost] = ()) -> tuple[Player, ...]:
    """Return all entrants with their record so far, by pairing number.

    Scores exclude virtual points; floats take them into account.
    """
    gathered = {
        each.entrant: Player(each.entrant, number, rating=each.rating)
        for number, each in enumerate(event.entered, start=1)
    }
    for number in range(1, event.rounds + 1):
        results = [result for result in event.results if result.round == number]
        extra = virtual_points(boosts, number)
        paired = {who: each.score + extra.get(who, 0) for who, each in gathered.items()}
        floats = _find_floats(results, paired, event)
        for result in results:
            for entrant in result.seats:
                gathered[entrant] = _add_result(gathered[entrant], result, event)
        for entrant, player in gathered.items():
            mark = floats.get(entrant, "-")
            gathered[entrant] = replace(player, floats=player.floats + mark)
    return tuple(gathered.values())


def virtual_points(boosts: Iterable[Boost], number: int) -> dict[Entrant, Points]:
    """Return the virtual points for the pairing of a round, of those who have any."""
    return {
        who: boost.points
        for boost in boosts
        if boost.first <= number <= boost.last
        for who in boost.members
    }


def _add_result(player: Player, result: Result, event: Event) -> Player:
    """Return the player updated with one more result."""
    counts, me = result.counts, player.entrant
    seat = result.seats.index(me)
    points = event.scoring.points(result)[seat] if counts.table else Fraction(0)
    others = frozenset(result.seats) - {me}
    won_unplayed = not counts.met and points >= event.scoring.win() and points > 0
    return replace(
        player,
        score=player.score + points,
        colours=player.colours + ((WHITE, BLACK)[seat > 0] if counts.colour else ""),
        met=player.met | (others if counts.met else frozenset()),
        had_bye=player.had_bye or result.kind is Kind.PAIRED_BYE or won_unplayed,
        half_byes=player.half_byes + (result.kind is Kind.HALF_BYE),
        played=player.played + counts.met,
    )


def _find_floats(
    results: Iterable[Result], before: dict[Entrant, Points], event: Event
) -> dict[Entrant, str]:
    """Return the floats of a round: against another score, or points without play."""
    marks: dict[Entrant, str] = {}
    for result in results:
        if result.counts.met and len(result.seats) == 2:
            one, two = result.seats
            mine, theirs = before[one], before[two]
            if mine != theirs:
                marks[one], marks[two] = ("d", "u") if mine > theirs else ("u", "d")
            continue
        for entrant, points in zip(result.seats, event.scoring.points(result), strict=True):
            if points > event.scoring.loss(max(2, len(result.seats))):
                marks[entrant] = "d"
    return marks


def with_running_as_ties(event: Event, running: Iterable[Fixture], rounds: int = 0) -> Event:
    """Return the event with running fixtures counted as ties, to pair the next round.

    For pairing only (C.04.2 article 3.1). Annulled fixtures are dropped. `rounds` is the number of
    rounds paired, in case the last of them has left no result.
    """
    running = tuple(running)
    ties = tuple(Result(each.round, each.seats, (1,) * len(each.seats)) for each in running)
    kept = tuple(each for each in event.results if each.kind is not Kind.ANNULLED)
    latest = max([event.rounds, rounds, *(each.round for each in running)])
    return replace(event, results=kept + ties, rounds=latest, running=())


def check_requested_byes(players: Iterable[Player], absent: Iterable[Bye]) -> dict[Entrant, Kind]:
    """Return the byes of absent players; raise if one is not allowed.

    A player may have one half-point bye per event.
    """
    known = {player.entrant: player for player in players}
    found: dict[Entrant, Kind] = {}
    for entrant, kind in absent:
        if entrant not in known:
            raise PairingError("not_entered", entrants=[entrant])
        if kind not in REQUESTED_BYES:
            raise PairingError("no_requested_bye", entrant=entrant, kind=kind)
        if entrant in found:
            raise PairingError("absent_twice", entrant=entrant)
        if kind is Kind.HALF_BYE and known[entrant].half_byes:
            raise PairingError("second_half_bye", entrant=entrant)
        found[entrant] = kind
    return found


def late_byes(entrant: Entrant, joined: int, *, half: bool) -> tuple[Result, ...]:
    """Return a late entrant's byes for missed rounds: zero points, or a half for the last."""
    kinds = [Kind.ZERO_BYE] * (joined - 1)
    if kinds and half:
        kinds[-1] = Kind.HALF_BYE
    return tuple(
        Result(number, (entrant,), kind=kind) for number, kind in enumerate(kinds, start=1)
    )


def bye_results_of(draft: Draft) -> tuple[Result, ...]:
    """Return the byes of a round as results."""
    return tuple(Result(draft.round, (bye.entrant,), kind=bye.kind) for bye in draft.byes)
