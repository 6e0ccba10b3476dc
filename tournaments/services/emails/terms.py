"""Game, deadline and instructions for e-mails, per format."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import singledispatch

from django.conf import settings
from django.utils.translation import gettext as _, ngettext

from accounts.times.calendar_days import add_wall_time
from games.services.wording.clock_words import control_line
from games.services.wording.game_words import options_line, ruleset_name
from games.services.wording.opening_words import opening_line
from notifications.models import Message
from tournaments.formats.base import Format
from tournaments.formats.contest import Contest
from tournaments.models import FixtureSeat, Tournament
from tournaments.services import wording
from tournaments.services.entry_words import achievements, who_may_enter
from tournaments.services.event_games import game_schedule_of

Facts = list[list[str]]


def facts(tournament: Tournament) -> Facts:
    """Return format, game and time control as pairs of label and value."""
    named = [_("Format:"), str(wording.format_name(tournament))]
    return [named, *_facts(tournament.event_format, tournament)]


def conditions(tournament: Tournament, *, by_link: bool = False) -> Facts:
    """Return the conditions of entry as a pair of label and value; empty if everybody may enter.

    ``by_link``: for readers who need neither an invitation nor approval.
    """
    said = achievements(tournament) if by_link else who_may_enter(tournament)
    return [[_("To enter:"), ", ".join(said)]] if said else []


def how_to_reply() -> str:
    if settings.MAIL_DOMAIN:
        return _("Reply “accept” or “decline”, or open the link below. You don’t need to log in.")
    return _("Open the link below to accept or decline. You don’t need to log in.")


@singledispatch
def _facts(_format: Format, tournament: Tournament) -> Facts:
    options = options_line(tournament.ruleset, tournament.options)
    one = [_("Game:"), ", ".join(filter(None, [ruleset_name(tournament.ruleset), options]))]
    several = [
        [f"{each.place}:", ", ".join(filter(None, [each.name, each.options]))]
        for each in game_schedule_of(tournament)
    ]
    opening = opening_line(
        tournament.ruleset, tournament.options, tournament.seats, tournament.opening
    )
    return [
        *(several or [one]),
        *([[_("Starts from:"), opening]] if opening else []),
        [_("Time control:"), control_line(tournament.time_control)],
        [_("Rated:"), _("yes") if tournament.rated else _("no")],
    ]


@_facts.register
def _contest_facts(_format: Contest, tournament: Tournament) -> Facts:
    days = ngettext("%(count)d day", "%(count)d days", tournament.round_days)
    return [
        [_("Puzzles:"), str(len(tournament.puzzles))],
        [_("Time to play:"), days % {"count": tournament.round_days}],
    ]


def instructions(tournament: Tournament) -> list[str]:
    """Return instructions for formats without rounds; [] for all others."""
    if not tournament.event_format.has_puzzles:
        return []
    count = len(tournament.puzzles)
    todo = ngettext(
        "There is %(count)d puzzle. Play it once, whenever you like. Jumps cannot be taken back.",
        "There are %(count)d puzzles. Play each of them once, whenever you like. Jumps cannot "
        "be taken back.",
        count,
    )
    return [todo % {"count": count}, _("In a puzzle you do not play, every peg counts.")]


def start_context(tournament: Tournament) -> dict[str, object]:
    starts = tournament.starts_at
    return {
        "starts_at": starts.isoformat() if starts else None,
        "rounds_at": tournament.round_dates,
    }


def deadline_context(tournament: Tournament, now: datetime) -> dict[str, str]:
    """Return the common deadline of everything that starts now; {} if there is none."""
    if not tournament.event_format.shares_deadline:
        return {}
    until = add_wall_time(now, timedelta(days=tournament.round_days), tournament.zone)
    return {"open_until": until.isoformat()}


def read_deadline(_message: Message, now: datetime, entrant: int) -> dict[str, object] | None:
    """Return the deadline; None if it has passed or the entrant has no open puzzle."""
    own = FixtureSeat.objects.filter(entrant=entrant, fixture__settled_at=None)
    until = own.values_list("fixture__round__closes_at", flat=True).order_by("pk").first()
    return {"open_until": until.isoformat()} if until is not None and until > now else None
