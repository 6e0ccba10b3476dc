"""Plans of rounds to be published, and the entrants present."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Division, Entrant, Round
from tournaments.pairing.base import Draft
from tournaments.services.rounds.team_rounds import MeetingPlan


class Unpairable(Exception):
    """A round cannot be paired; ``why`` is a ``Division.Unpaired``."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(number, why)
        self.number, self.why = number, why


@dataclass(frozen=True)
class RoundPlan:
    """A round to be published: tables and byes by board, and how it was paired."""

    number: int
    tables: tuple[tuple[int, tuple[int, ...]], ...]
    byes: tuple[tuple[int, int, str], ...]
    engine: str
    engine_input: str
    meetings: tuple[MeetingPlan, ...] = ()
    note: str = ""
    endless: bool = False

    @property
    def skipped(self) -> bool:
        return self.note == Round.SKIPPED


def plan_from_draft(draft: Draft) -> RoundPlan:
    """Return a draft as a plan; byes come after the tables."""
    tables = tuple((board, pairing.seats) for board, pairing in enumerate(draft.pairings, 1))
    byes = tuple(
        (len(tables) + offset, bye.entrant, str(bye.kind))
        for offset, bye in enumerate(draft.byes, 1)
    )
    engine = f"{draft.engine} {draft.version}".strip()
    return RoundPlan(draft.round, tables, byes, engine, draft.record, note=draft.note)


def present_entrants(division: Division) -> list[int]:
    """Return the entrants who have not withdrawn."""
    return list(Entrant.objects.playing().filter(division=division).values_list("pk", flat=True))
