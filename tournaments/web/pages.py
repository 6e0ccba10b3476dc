"""The list of tournaments, the page of one, and the hall of fame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games import lots
from games.services.wording.clock_words import control_line
from games.services.wording.game_words import options_line, ruleset_name
from tournaments import panel_queries, queries, team_queries
from tournaments.services import wording
from tournaments.services.entries import bot_entries
from tournaments.services.files import lot_records
from tournaments.services.rounds import ladders, pairing
from tournaments.services.tables.views import view_of
from tournaments.web import contest, teams

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import Player
    from tournaments.models import FixtureSeat, Tournament

SHOWN = 30


@require_safe
def index(request: PageRequest) -> HttpResponse:
    """Show what is open, what runs and what is over; the reader's own drafts first."""
    groups = [
        (
            status,
            [row_of(each) for each in queries.tournaments_listed(status, request.reader)[:SHOWN]],
        )
        for status in ("draft", "open", "running", "finished")
        if status != "draft" or request.reader is not None
    ]
    return render(request, "tournaments/index.html", {"groups": dict(groups)})


def row_of(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as lists show it."""
    return {
        "tournament": tournament,
        "format": wording.format_name(tournament),
        "ruleset": ruleset_name(tournament.ruleset),
        "control": control_line(tournament.time_control),
    }


@require_safe
def tournament(request: PageRequest, pk: int) -> HttpResponse:
    """Show one tournament: what it is, who plays, the tables, the rounds."""
    return render(request, "tournaments/tournament.html", context_of(request, pk))


def context_of(request: PageRequest, pk: int) -> dict[str, object]:
    """Gather the page of a tournament for this reader."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    entry = queries.entry_of(found, request.reader)
    divisions = queries.divisions_of(found)
    views = [view_of(found, division) for division in divisions]
    return {
        "tournament": found,
        "format": wording.format_name(found),
        "ruleset": ruleset_name(found.ruleset),
        "options": options_line(found.ruleset, found.options),
        "control": control_line(found.time_control),
        "criteria": [wording.criterion_heading(key).both for key in found.tie_breaks],
        "entrants": queries.entrants_of(found),
        "entry": entry,
        **_organiser_of(found, request.reader),
        "views": views,
        "many": len(views) > 1,
        "own": [] if found.event_format.has_puzzles else _own(found, request),
        "absences": queries.absences_of(entry) if entry else [],
        "dates": pairing.named_days(found, divisions),
        "rounds_ahead": _rounds_ahead(found),
        "reach": ladders.within_reach(found, request.reader, timezone.now())
        if found.event_format.has_rungs
        else set(),
        "digest": lots.digest(found.lots_seed),
        "seed": queries.public_seed(found),
        **judges_of(found, request.reader),
        **_bots_of(found, request.reader),
        "following": queries.season_after(found),
        "now": timezone.now(),
        **teams.context_of(found, request.reader),
        **contest.context_of(found, request.reader),
    }


def _organiser_of(found: Tournament, reader: Player | None) -> dict[str, bool]:
    """Return whether the reader organises this, and whether there is anything left to organise."""
    own = reader is not None and found.organiser_id == reader.pk
    ends_by_hand = found.is_running and found.event_format.has_rungs
    ahead = not found.is_running and not found.finished_at
    return {"is_organiser": own, "may_organise": own and (ahead or ends_by_hand)}


def _bots_of(found: Tournament, reader: Player | None) -> dict[str, object]:
    """Return which bots its organiser may let in or take out."""
    late = found.is_running and (found.late_entry or found.event_format.always_open)
    can = found.bots_welcome and not found.event_format.by_teams and (found.is_open or late)
    if not can or reader is None or found.organiser_id != reader.pk:
        return {}
    inside = bot_entries.bots_in(found) if found.is_open else []
    return {"bots_enter": True, "bots_free": bot_entries.free_bots(found), "bots_in": inside}


def judges_of(found: Tournament, reader: Player | None) -> dict[str, object]:
    """Return who judges here, whether the reader does or is asked to, and who appoints."""
    rows = panel_queries.appointments_for(found)
    own = [row for row in rows if reader is not None and row.player_id == reader.pk]
    return {
        "appointments": rows,
        "referees": [row.player for row in rows if row.accepted_at],
        "appointed": own[0] if own else None,
        "may_judge": panel_queries.may_judge(reader, found) and found.status != "draft",
        "may_appoint": reader is not None
        and (found.organiser_id == reader.pk or panel_queries.is_head_referee(reader)),
    }


def _own(found: Tournament, request: PageRequest) -> list[dict[str, object]]:
    """Return the reader's fixtures: against whom, and how they stand."""
    rows = []
    for fixture in queries.own_fixtures(found, request.reader):
        seats = list(fixture.seats.all())
        others = [seat.entrant.player.name for seat in seats if not _is_reader(seat, request)]
        rows.append(
            {
                "fixture": fixture,
                "opponents": others,
                "kind": wording.kind_name(fixture.kind),
            }
        )
    return rows


def _is_reader(seat: FixtureSeat, request: PageRequest) -> bool:
    """Whether the reader sits here."""
    return bool(request.reader is not None and seat.entrant.player_id == request.reader.pk)


def _rounds_ahead(found: Tournament) -> list[tuple[int, datetime | None]]:
    """Return the rounds of a Swiss, or of teams, that are not paired yet, with their named days."""
    format_ = found.event_format
    known = found.started_at or not format_.by_teams  # how many rounds teams play, the start says
    if not format_.takes_absences or not known or not found.rounds or found.finished_at:
        return []
    days = dict(enumerate(found.round_starts, 1))
    ahead = range(queries.paired_rounds(found) + 1, found.rounds + 1)
    return [(number, days.get(number)) for number in ahead]


@require_safe
def lots_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show where the random draws come from and, after the end, what each of them decided."""
    found = _seen(request, pk)
    seed = queries.public_seed(found)
    context = {
        "tournament": found,
        "digest": lots.digest(found.lots_seed),
        "seed": seed,
        "rows": lot_records.drawn_in(found) if seed else [],
    }
    return render(request, "tournaments/lots.html", context)


@require_safe
def lots_record(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the record that the published program verifies."""
    text = lot_records.record_of(_seen(request, pk))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _seen(request: PageRequest, pk: int) -> Tournament:
    """Return a tournament that the reader may see."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    return found


@require_safe
def hall_of_fame(request: PageRequest) -> HttpResponse:
    """Show who has won what."""
    context = {
        "champions": queries.champions()[:200],
        "teams": team_queries.champion_teams()[:200],
    }
    return render(request, "tournaments/fame.html", context)
