"""The list of tournaments, the page of one, and the hall of fame."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games import judge_queries, lots
from games.services.wording import control_line, options_line, ruleset_name
from tournaments import queries, team_queries
from tournaments.services import claims, ladders, lot_records, pairing, wording
from tournaments.services.division_views import DivisionView, view_of
from tournaments.web import contest, teams

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


def row_of(tournament: Any) -> dict[str, Any]:
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


def context_of(request: PageRequest, pk: int) -> dict[str, Any]:
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
        "is_organiser": request.reader is not None and found.organiser_id == request.reader.pk,
        "views": views,
        "many": len(views) > 1,
        "own": [] if found.is_contest else _own(found, request, views),
        "absences": queries.absences_of(entry) if entry else [],
        "dates": pairing.named_days(found, divisions),
        "rounds_ahead": _rounds_ahead(found),
        "reach": ladders.within_reach(found, request.reader, timezone.now())
        if found.format == "ladder"
        else set(),
        "digest": lots.digest(found.lots_seed),
        "seed": queries.public_seed(found),
        **judges_of(found, request.reader),
        "following": queries.season_after(found),
        "now": timezone.now(),
        **teams.context_of(found, request.reader),
        **contest.context_of(found, request.reader),
    }


def judges_of(found: Any, reader: Any) -> dict[str, Any]:
    """Return who judges here, whether the reader does, and whether he chooses who does."""
    url = found.get_absolute_url()
    return {
        "referees": judge_queries.appointed_for(url),
        "may_judge": judge_queries.may_judge(reader, url) and found.status != "draft",
        "may_appoint": reader is not None
        and (found.organiser_id == reader.pk or judge_queries.is_head_referee(reader)),
    }


def _own(found: Any, request: PageRequest, views: list[DivisionView]) -> list[dict[str, Any]]:
    """Return the reader's fixtures: against whom, and how they stand."""
    del views
    rows = []
    for fixture in queries.own_fixtures(found, request.reader):
        seats = list(fixture.seats.all())
        others = [seat.entrant.player.name for seat in seats if not _is_reader(seat, request)]
        rows.append(
            {
                "fixture": fixture,
                "opponents": others,
                "kind": wording.kind_name(fixture.kind),
                "claimed": not fixture.is_settled and claims.standing(fixture) is not None,
            }
        )
    return rows


def _is_reader(seat: Any, request: PageRequest) -> bool:
    """Whether the reader sits here."""
    return bool(request.reader is not None and seat.entrant.player_id == request.reader.pk)


def _rounds_ahead(found: Any) -> list[tuple[int, Any]]:
    """Return the rounds of a Swiss, or of teams, that are not paired yet, with their named days."""
    if (
        not (found.format == "swiss" or (found.in_teams and found.started_at))
        or not found.rounds
        or found.finished_at
    ):
        return []
    days = dict(enumerate(found.round_starts, 1))
    ahead = range(queries.paired_rounds(found) + 1, found.rounds + 1)
    return [(number, days.get(number)) for number in ahead]


@require_safe
def lots_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show where the lots come from and, when all is over, what each of them has decided."""
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
    """Hand out the record that the published program verifies."""
    text = lot_records.record_of(_seen(request, pk))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _seen(request: PageRequest, pk: int) -> Any:
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
