"""Report files of two-seat events."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from games.services.wording.clock_words import control_line
from tournaments.division_queries import contents_of
from tournaments.models import Division, Round, Tournament
from tournaments.pairing import dutch
from tournaments.services.files import trf_teams
from tournaments.services.rounds.swiss import initial_colour
from tournaments.services.tables import brackets
from tournaments.services.tables.events import boosts_of, event_of, separated_entrants
from tournaments.services.tables.places import rows_of
from tournaments.services.tables.trees import is_tree
from tournaments.services.wording import division_name
from tournaments.standings.base import System
from tournaments.standings.trf import report as trf
from tournaments.standings.trf.sheet import ForbiddenGroup, PlayerCard, Sheet

KNOCK_OUT = "Knock-Out"


def build_report(tournament: Tournament, division: Division, *, several: bool) -> str:
    """Return a division as a TRF-26 file; ``TournamentError`` for what TRF cannot express."""
    event = event_of(tournament, division)
    head = Sheet(
        event,
        name=f"{tournament.title}, {division_name(division)}" if several else tournament.title,
        start=_day(tournament.started_at, tournament.zone),
        end=_day(tournament.finished_at, tournament.zone),
        time_control=control_line(tournament.time_control),
    )
    if tournament.event_format.has_teams:
        return trf_teams.build_report(tournament, division, head)
    entrants = contents_of(division).entrants
    sheet = replace(
        head,
        cards={each.pk: PlayerCard(name=each.player.name) for each in entrants},
        initial=initial_colour(tournament, division),
        running=event.running,
        forbidden=tuple(map(ForbiddenGroup, separated_entrants(tournament, event))),
        boosts=boosts_of(tournament, division, event),
        type=KNOCK_OUT if is_tree(tournament, division) else "",
        others=(f"192 {_type_code(tournament, division)}",),
    )
    return trf.write_report(sheet, ranks=_ranks(tournament, division))


def _type_code(tournament: Tournament, division: Division) -> str:
    """Return the TRF-26 code for how an event was paired."""
    if is_tree(tournament, division):
        return "CUSTOM_KNOCKOUT"
    code = tournament.event_format.trf_pairing
    if tournament.event_format.system is System.ROUND_ROBIN:
        return code
    by_others = Round.objects.filter(division=division).exclude(engine__in=("", dutch.ENGINE))
    if by_others.exists():
        return "CUSTOM_SWISS"
    return code + ("_BAKU" if tournament.accelerated else "")


def _ranks(tournament: Tournament, division: Division) -> dict[int, int]:
    """Return the ranks of the table, or of the tree."""
    if is_tree(tournament, division):
        return dict(brackets.places(tournament, division))
    return {row.entrant: row.rank for row in rows_of(tournament, division)}


def _day(instant: datetime | None, zone: ZoneInfo) -> str:
    """Return the day of an instant in TRF format, or ""."""
    return f"{instant.astimezone(zone):%Y/%m/%d}" if instant else ""
