"""Loads divisions with their contents in a fixed number of queries."""

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

FIXTURE_FIELDS = (
    "round__number",
    "board",
    "kind",
    "settled_at",
    "match__rated",
    "match",
    "meeting",
)
SEAT_FIELDS = ("entrant_id", "place", "points", "sweeps", "left_open")
KEY_FIELDS = ("fixture__round__division_id", "fixture_id")


class FixtureRow(NamedTuple):
    """A fixture with its result as plain values, much cheaper to load than model instances."""

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


class ContentsLoader:
    """The contents of several divisions, each kind loaded for all of them on first use."""

    def __init__(self, divisions: Sequence[Division], *, for_insiders: bool = False) -> None:
        """``for_insiders``: the reader may watch the event's private matches."""
        self.divisions, self.for_insiders = divisions, for_insiders

    @cached_property
    def entrants(self) -> list[Entrant]:
        """All entrants of the divisions with their players, by number."""
        inside = Q(division__in=self.divisions) | Q(playoff__in=self.divisions)
        return list(Entrant.objects.filter(inside).select_related("player").order_by("number"))

    @cached_property
    def boards(self) -> dict[int, tuple[FixtureRow, ...]]:
        """All fixtures by division, ordered by round and board."""
        seats = FixtureSeat.objects.filter(fixture__round__division__in=self.divisions)
        order = ("fixture__round__number", "fixture__board", "fixture_id", "seat")
        found: dict[int, list[FixtureRow]] = {}
        of_fixtures = [f"fixture__{each}" for each in FIXTURE_FIELDS]
        rows = seats.order_by(*order).values_list(*KEY_FIELDS, *of_fixtures, *SEAT_FIELDS)
        for (division, _fixture), own in groupby(rows, key=lambda row: row[: len(KEY_FIELDS)]):
            found.setdefault(division, []).append(_build_fixture_row(list(own)))
        return {division: tuple(own) for division, own in found.items()}

    @cached_property
    def heads(self) -> list[Round]:
        """The rounds without their fixtures."""
        rounds = Round.objects.filter(division__in=self.divisions)
        return list(rounds.defer("engine_input").order_by("number"))

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds with fixtures, seats, entrants and matches."""
        return self.filled(self.heads)

    def filled(self, rounds: Sequence[Round]) -> list[Round]:
        """Prefetch the fixtures, seats, entrants and matches of the given rounds."""
        fixtures = Fixture.objects.select_related("match").defer(*BULKY).order_by("board")
        seats = FixtureSeat.objects.order_by("seat")
        found = list(rounds)
        prefetch_related_objects(
            found,
            Prefetch("fixtures", queryset=fixtures),
            Prefetch("fixtures__seats", queryset=seats),
        )
        _attach_entrants(self.entrants, found)
        for each in found:
            self.let_in(each.fixtures.all())
        return found

    def let_in(self, fixtures: Iterable[Fixture]) -> None:
        """Pass ``for_insiders`` on to the fixtures."""
        for fixture in fixtures:
            fixture.for_insiders = self.for_insiders


class DivisionContents:
    """One division's share of a ``Reading``."""

    def __init__(self, reading: ContentsLoader, division: Division) -> None:
        self.reading, self.division = reading, division

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The entrants of the division, by number."""
        own = self.division
        return [each for each in self.reading.entrants if own.pk == _division_pk_of(each, own)]

    @property
    def boards(self) -> tuple[FixtureRow, ...]:
        return self.reading.boards.get(self.division.pk, ())

    @property
    def heads(self) -> list[Round]:
        """The rounds without their fixtures."""
        return [each for each in self.reading.heads if each.division_id == self.division.pk]

    @property
    def rounds(self) -> list[Round]:
        return [each for each in self.reading.rounds if each.division_id == self.division.pk]

    def rounds_numbered(self, numbers: Collection[int]) -> list[Round]:
        """Return the rounds with these numbers, with their fixtures."""
        return self.reading.filled([each for each in self.heads if each.number in numbers])

    @property
    def fixtures(self) -> list[Fixture]:
        """All fixtures, ordered by round and board."""
        return [fixture for each in self.rounds for fixture in each.fixtures.all()]


def load_divisions(tournament: Tournament) -> list[Division]:
    """Return ``divisions_of`` a tournament with contents that are loaded together."""
    return attach_contents(divisions_of(tournament))


def attach_contents(divisions: list[Division], *, for_insiders: bool = False) -> list[Division]:
    """Attach contents to divisions so that they share their queries."""
    reading = ContentsLoader(divisions, for_insiders=for_insiders)
    for division in divisions:
        vars(division)["contents"] = DivisionContents(reading, division)
    return divisions


def contents_of(division: Division) -> DivisionContents:
    """Return the contents attached to a division, or new ones."""
    found: DivisionContents | None = vars(division).get("contents")
    return found or DivisionContents(ContentsLoader([division]), division)


def with_contents(division: Division) -> Division:
    """Return the division with contents attached, a copy if it had none."""
    if "contents" in vars(division):
        return division
    found = copy(division)
    vars(found)["contents"] = DivisionContents(ContentsLoader([found]), found)
    return found


def _build_fixture_row(rows: Sequence[tuple[Any, ...]]) -> FixtureRow:
    first = len(KEY_FIELDS) + len(FIXTURE_FIELDS)
    return FixtureRow(
        *rows[0][len(KEY_FIELDS) : first], *zip(*(row[first:] for row in rows), strict=True)
    )


def _division_pk_of(entrant: Entrant, division: Division) -> int | None:
    playoff = division.stage == Division.Stage.PLAYOFF
    return entrant.playoff_id if playoff else entrant.division_id


def _attach_entrants(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> None:
    """Set ``seat.entrant`` to one shared object per entrant.

    Seats may have had entrants who are no longer in the divisions (teams, ladders).
    """
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


def rounds_rescheduled_since(since: datetime, rounds: Collection[int]) -> set[int]:
    """Return those of the rounds whose end an organiser has changed since an instant.

    Changes that have been undone do not count.
    """
    events = Round.objects.filter(pk__in=rounds).values("division__tournament")
    lines = Revision.objects.filter(tournament__in=events).exclude(moved=[])
    undoes = dict(lines.values_list("pk", "undoes"))
    standing = lines.filter(made_at__gte=since, undone_by=None).values_list("pk", "moved")
    found = {number for pk, moved in standing if not _is_undo(pk, undoes) for number in moved}
    return found & set(rounds)


def _is_undo(line: int, undoes: Mapping[int, int | None]) -> bool:
    """Whether a log entry undoes another one; undoing an undo makes the change again."""
    undone = undoes.get(line)
    return undone is not None and not _is_undo(undone, undoes)
