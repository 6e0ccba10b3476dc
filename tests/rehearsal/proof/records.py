"""The record of a division, read from the matches themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from games.models import Match, Seat
from tournaments.models import Division, Entrant, Fixture, Tournament
from tournaments.referees.models import Ruling

PLAYED, UNPLAYED, ANNULLED, STRUCK = "played", "unplayed", "annulled", "struck"
BYES = {"full_bye", "half_bye", "zero_bye", "paired_bye"}
ENDED_WITHOUT_PLAY = {"no_show", "forfeit"}
USUAL_POINTS = {2: (1, 0), 3: (2, 1, 0), 4: (3, 2, 1, 0)}


class Side(NamedTuple):
    """One entrant in a game: the place, None for whoever has lost without play, points of legs."""

    entrant: int
    place: int | None
    legs: int | Fraction = 0


class Game(NamedTuple):
    """One fixture: how it ended at the board, or which bye it was; no sides: not over yet."""

    fixture: int
    round: int
    board: int
    kind: str
    sides: tuple[Side, ...]
    rated: bool = False
    ended_at: datetime | None = None
    ruled: bool = False

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite."""
        return self.kind in BYES

    def has(self, entrant: int) -> bool:
        """Whether somebody sits here."""
        return any(side.entrant == entrant for side in self.sides)


@dataclass(frozen=True)
class Record:
    """A division with all its games; entrants in the order of their numbers."""

    tournament: Tournament
    division: Division
    entrants: tuple[Entrant, ...]
    games: tuple[Game, ...]

    @property
    def swiss(self) -> bool:
        """Whether it is paired round by round."""
        known = Tournament.Format
        return self.tournament.format in (known.SWISS, known.MCMAHON, known.TEAM_SWISS)

    def start(self, who: int) -> int:
        """Return the points one starts with: a win for each threshold that is reached."""
        rating = next(each.rating or 0 for each in self.entrants if each.pk == who)
        reached = [band for band in self.tournament.bands if round(rating / 100) >= band]
        return len(reached) * self.vector(2)[0] if reached else 0

    def vector(self, seats: int) -> tuple[int, ...]:
        """Return the points of each place at a table of this size."""
        own = tuple(self.tournament.points)
        return own if len(own) == seats else USUAL_POINTS[seats]


def record_of(tournament: Tournament, division: Division) -> Record:
    own = Entrant.objects.filter(division=division)
    if division.stage == Division.Stage.PLAYOFF:
        own = Entrant.objects.filter(playoff=division)
    entrants = tuple(own.select_related("player").order_by("number"))
    return Record(tournament, division, entrants, tuple(_games(division)))


def _games(division: Division) -> Iterator[Game]:
    """Yield all fixtures of a division in their order."""
    fixtures = Fixture.objects.filter(round__division=division, set_aside_at=None)
    fixtures = fixtures.select_related("round", "match")
    ruled = set(
        Ruling.objects.filter(match__fixture__round__division=division).values_list(
            "match_id", flat=True
        )
    )
    for fixture in fixtures.prefetch_related("seats").order_by("round__number", "board"):
        game = _at_the_board(fixture) if fixture.match else _on_paper(fixture)
        yield game._replace(ruled=fixture.match_id in ruled)


def _at_the_board(fixture: Fixture) -> Game:
    """Return a fixture with a match as the match says it ended."""
    match = fixture.match
    assert match is not None  # the caller has seen to it
    own = {seat.seat: seat.entrant_id for seat in fixture.seats.all()}
    sat = Seat.objects.filter(match=match).order_by("number")
    kind = UNPLAYED if match.ending in ENDED_WITHOUT_PLAY else PLAYED
    if match.status == Match.Status.ANNULLED:
        kind = ANNULLED
    gone = kind == ANNULLED or match.finished_at is None
    sides = tuple(
        Side(
            own[seat.number],
            None if gone or (kind == UNPLAYED and seat.rank != 1) else seat.rank,
            0 if gone else seat.points or 0,
        )
        for seat in sat
        if seat.number in own
    )
    return Game(
        fixture.pk,
        fixture.round.number,
        fixture.board,
        kind,
        sides,
        match.rated,
        match.finished_at,
    )


def _on_paper(fixture: Fixture) -> Game:
    """Return a fixture that nobody has played: a bye, a forfeit, or one still to come."""
    kind = str(fixture.kind)
    if kind == Fixture.Kind.FORFEIT:
        kind = UNPLAYED
    elif kind not in BYES:
        kind = ANNULLED if kind == Fixture.Kind.ANNULLED else PLAYED
    sides = tuple(
        Side(seat.entrant_id, seat.place)
        for seat in sorted(fixture.seats.all(), key=lambda seat: seat.seat)
    )
    return Game(
        fixture.pk, fixture.round.number, fixture.board, kind, sides, ended_at=fixture.settled_at
    )


def met(games: tuple[Game, ...]) -> Iterator[frozenset[int]]:
    """Yield every pair that has really met, as often as it has."""
    for game in games:
        if game.kind == PLAYED and not game.is_bye:
            pks = [side.entrant for side in game.sides]
            yield from (frozenset((a, b)) for i, a in enumerate(pks) for b in pks[i + 1 :])
