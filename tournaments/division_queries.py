"""Divisions with everything in them: read at once, however many a tournament has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, prefetch_related_objects

from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Revision, Round, Tournament
from tournaments.queries import BULKY, divisions_of

OF_FIXTURES = ("round__number", "board", "kind", "settled_at", "match__rated", "match", "meeting")
OF_SEATS = ("entrant_id", "place", "points", "sweeps", "left_open")
KEYS = ("fixture__round__division_id", "fixture_id")


class Board(NamedTuple):
    """A fixture as values, far cheaper than rows: who sat there by seats, and how it ended."""

    round: int
    board: int
    kind: str
    settled_at: datetime | None
    rated: bool | None
    match: int | None
    meeting: int | None
    entrants: tuple[int, ...]
    places: tuple[int | None, ...]
    points: tuple[int | None, ...]
    sweeps: tuple[int | None, ...]
    left_open: tuple[bool, ...]

    @property
    def is_settled(self) -> bool:
        return self.settled_at is not None


class Reading:
    """The contents of some divisions; each part is loaded for all of them on first use."""

    def __init__(self, divisions: Sequence[Division], *, for_insiders: bool = False) -> None:
        """Read as one reader sees it; ``for_insiders`` includes the event's private matches."""
        self.divisions, self.for_insiders = divisions, for_insiders

    @cached_property
    def entrants(self) -> list[Entrant]:
        """Everybody in one of them, with their players, by number."""
        inside = Q(division__in=self.divisions) | Q(playoff__in=self.divisions)
        return list(Entrant.objects.filter(inside).select_related("player").order_by("number"))

    @cached_property
    def boards(self) -> dict[int, tuple[Board, ...]]:
        """All fixtures by division, round by round in the order of boards."""
        seats = FixtureSeat.objects.filter(fixture__round__division__in=self.divisions)
        order = ("fixture__round__number", "fixture__board", "fixture_id", "seat")
        found: dict[int, list[Board]] = {}
        of_fixtures = [f"fixture__{each}" for each in OF_FIXTURES]
        rows = seats.order_by(*order).values_list(*KEYS, *of_fixtures, *OF_SEATS)
        for (division, _fixture), own in groupby(rows, key=lambda row: row[: len(KEYS)]):
            found.setdefault(division, []).append(_board(list(own)))
        return {division: tuple(own) for division, own in found.items()}

    @cached_property
    def heads(self) -> list[Round]:
        """The rounds, without what is in them."""
        rounds = Round.objects.filter(division__in=self.divisions)
        return list(rounds.defer("engine_input").order_by("number"))

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds with fixtures, seats, entrants and matches."""
        return self.filled(self.heads)

    def filled(self, rounds: Sequence[Round]) -> list[Round]:
        """Return some of the rounds with what is in them."""
        fixtures = Fixture.objects.select_related("match").defer(*BULKY).order_by("board")
        seats = FixtureSeat.objects.order_by("seat")
        found = list(rounds)
        prefetch_related_objects(
            found,
            Prefetch("fixtures", queryset=fixtures),
            Prefetch("fixtures__seats", queryset=seats),
        )
        _seat(self.entrants, found)
        for each in found:
            self.let_in(each.fixtures.all())
        return found

    def let_in(self, fixtures: Iterable[Fixture]) -> None:
        """Give fixtures the reader they are read for."""
        for fixture in fixtures:
            fixture.for_insiders = self.for_insiders


class Contents:
    """Those of a division by number, its boards, and its rounds."""

    def __init__(self, reading: Reading, division: Division) -> None:
        self.reading, self.division = reading, division

    @cached_property
    def entrants(self) -> list[Entrant]:
        """Those of the division, by number."""
        own = self.division
        return [each for each in self.reading.entrants if own.pk == _place_of(each, own)]

    @property
    def boards(self) -> tuple[Board, ...]:
        """All fixtures as tables need them, round by round in the order of boards."""
        return self.reading.boards.get(self.division.pk, ())

    @property
    def heads(self) -> list[Round]:
        """The rounds, without what is in them."""
        return [each for each in self.reading.heads if each.division_id == self.division.pk]

    @property
    def rounds(self) -> list[Round]:
        """The rounds with all that is in them."""
        return [each for each in self.reading.rounds if each.division_id == self.division.pk]

    def rounds_numbered(self, numbers: Collection[int]) -> list[Round]:
        """Return some of the rounds with all that is in them."""
        return self.reading.filled([each for each in self.heads if each.number in numbers])

    @property
    def fixtures(self) -> list[Fixture]:
        """All fixtures, round by round in the order of boards."""
        return [fixture for each in self.rounds for fixture in each.fixtures.all()]


def load_divisions(tournament: Tournament) -> list[Division]:
    """Return the divisions as ``divisions_of`` does, their contents read together."""
    return load_together(divisions_of(tournament))


def load_together(divisions: list[Division], *, for_insiders: bool = False) -> list[Division]:
    """Make some divisions share their queries."""
    reading = Reading(divisions, for_insiders=for_insiders)
    for division in divisions:
        vars(division)["contents"] = Contents(reading, division)
    return divisions


def contents_of(division: Division) -> Contents:
    """Return the contents of a division, as read with it or read now."""
    found: Contents | None = vars(division).get("contents")
    return found or Contents(Reading([division]), division)


def load_contents(division: Division) -> Division:
    """Return a division that reads what is in it once, from now on."""
    if "contents" in vars(division):
        return division
    found = copy(division)
    vars(found)["contents"] = Contents(Reading([found]), found)
    return found


def _board(rows: Sequence[tuple[Any, ...]]) -> Board:
    first = len(KEYS) + len(OF_FIXTURES)
    return Board(*rows[0][len(KEYS) : first], *zip(*(row[first:] for row in rows), strict=True))


def _place_of(entrant: Entrant, division: Division) -> int | None:
    playoff = division.stage == Division.Stage.PLAYOFF
    return entrant.playoff_id if playoff else entrant.division_id


def _seat(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> None:
    """Give seats their entrants, each of them one object; teams and ladders may have had others."""
    known = {each.pk: each for each in entrants}
    seats = [s for each in rounds for fixture in each.fixtures.all() for s in fixture.seats.all()]
    strangers = {seat.entrant_id for seat in seats} - known.keys()
    if strangers:
        known |= {
            each.pk: each
            for each in Entrant.objects.filter(pk__in=strangers).select_related("player")
        }
    for seat in seats:
        seat.entrant = known[seat.entrant_id]


def ends_set_since(since: datetime, rounds: Collection[int]) -> set[int]:
    """Return to which of the rounds organisers have given another end since, which stands."""
    events = Round.objects.filter(pk__in=rounds).values("division__tournament")
    lines = Revision.objects.filter(tournament__in=events).exclude(moved=[])
    undoes = dict(lines.values_list("pk", "undoes"))
    standing = lines.filter(made_at__gte=since, undone_by=None).values_list("pk", "moved")
    found = {number for pk, moved in standing if not _takes_back(pk, undoes) for number in moved}
    return found & set(rounds)


def _takes_back(line: int, undoes: Mapping[int, int | None]) -> bool:
    """Whether a line undoes another one; whoever undoes that makes the change once more."""
    undone = undoes.get(line)
    return undone is not None and not _takes_back(undone, undoes)
