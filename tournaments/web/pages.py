"""The list of tournaments, the page of one tournament, and the hall of fame."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games import lots
from games.services.wording.clock_words import control_line
from games.services.wording.game_words import options_line
from games.services.wording.opening_words import opening_line
from games.web.embedding import snippet
from tournaments import (
    club_queries,
    event_queries,
    fame_queries,
    organiser_queries,
    panel_queries,
    queries,
    series_queries,
    staff_queries,
    team_queries,
)
from tournaments.division_queries import attach_contents
from tournaments.services import wording
from tournaments.services.admission import address_answers, by_address
from tournaments.services.entries import bot_entries
from tournaments.services.event_games import game_schedule_of, names_of
from tournaments.services.refusals import explain
from tournaments.services.revisions import cancelling, invitation_emails, links, order, reopening
from tournaments.services.rounds import ladders, pairing
from tournaments.services.summaries import partial_plan_of, summary
from tournaments.web import contest, teams
from tournaments.web.entries import entering
from tournaments.web.lookup import tournament_or_404
from tournaments.web.organising import counts
from tournaments.web.revise import log_context
from tournaments.web.tables.pagination import MAX_FULL_DIVISIONS, table_page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from accounts.models import Player
    from tournaments.models import Division, Entrant, FixtureSeat, Tournament

MAX_LISTED = 30


@require_safe
def index(request: PageRequest) -> HttpResponse:
    """List tournaments by status, the reader's own drafts first."""
    groups = [
        (
            status,
            [
                row_of(each)
                for each in queries.visible_tournaments(status, request.reader)[:MAX_LISTED]
            ],
        )
        for status in ("draft", "open", "running", "finished")
        if status != "draft" or request.reader is not None
    ]
    asked = organiser_questions(request.reader)
    return render(request, "tournaments/index.html", {"groups": dict(groups), "asked": asked})


def row_of(tournament: Tournament) -> dict[str, object]:
    return {
        "tournament": tournament,
        "format": wording.format_name(tournament),
        "ruleset": names_of(tournament),
        "control": control_line(tournament.time_control),
    }


@require_safe
def tournament(request: PageRequest, pk: int) -> HttpResponse:
    return render(request, "tournaments/tournament.html", context_of(request, pk))


def context_of(request: PageRequest, pk: int) -> dict[str, object]:
    """Return the template context of a tournament's page for this reader."""
    found = tournament_or_404(request, pk)
    entry = queries.entry_of(found, request.reader)
    divisions, wanted = queries.divisions_of(found), request.GET.get("division", "")
    named = [each for each in divisions if not wanted or wording.division_key(each) == wanted]
    inside = club_queries.can_watch_boards(found, request.reader)
    shown = attach_contents(named, for_insiders=inside)
    if not shown and wanted:
        raise Http404
    chosen = parse_number(request.GET.get("round"), 3) or 0
    leaf = table_page(found, shown, request.reader, request.GET.get("page", ""), chosen)
    return {
        **leaf.context,
        "pager_query": urlencode({"division": wanted}) + "&" if wanted else "",
        "tournament": found,
        "format": wording.format_name(found),
        "in_words": "" if found.started_at else summary(partial_plan_of(found)),
        "ruleset": names_of(found),
        "options": options_line(found.ruleset, found.options),
        "turns": game_schedule_of(found),
        "opening": opening_line(found.ruleset, found.options, found.seats, found.opening),
        "control": control_line(found.time_control),
        "criteria": [wording.criterion_heading(key).both for key in found.tie_breaks],
        "entrants": [] if divisions else queries.entrants_of(found),
        "entry": entry,
        **_organiser_context(found, request.reader),
        **counts.context_of(found, request.reader),
        "helpers": found.helpers,
        "club": club_queries.club_if_visible(request.reader, found.club),
        "counts_in": series_queries.series_of(found, request.reader),
        "asked": organiser_questions(request.reader, found),
        "many": len(divisions) > 1,
        "divisions": [
            (wording.division_key(each), wording.division_name(each)) for each in divisions
        ],
        "brief": len(shown) > MAX_FULL_DIVISIONS,
        "chosen": wanted,
        "own": []
        if found.event_format.has_puzzles or entry is None
        else _own_fixtures(found, request),
        **_draft_context(found, entry, divisions),
        "withdrawal_rule": wording.withdrawal_rule_sentence(found),
        "dates": pairing.scheduled_dates(found, divisions),
        "rounds_ahead": _rounds_ahead(found) if entry else [],
        **_challenge_context(found, request.reader),
        "digest": lots.digest(found.lots_seed),
        "seed": queries.public_seed(found),
        **referees_context(found, request.reader),
        **log_context(found, request),
        **_bots_context(found, request.reader),
        "seasons": event_queries.seasons_of(found),
        "embed_lines": _embed_html(found),
        "now": timezone.now(),
        **entering.context_of(found, request.reader, entry),
        **teams.context_of(found, request.reader),
        **contest.context_of(found, request.reader),
    }


def _embed_html(tournament: Tournament) -> str:
    """Return the HTML that embeds the table in another site; empty for a draft."""
    if tournament.announced_at is None:
        return ""
    return snippet(reverse("tournaments:embed", args=[tournament.pk]), tournament.title)


def _organiser_context(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    """Return whether the reader organises the tournament, and what they may do with it."""
    own = queries.is_organiser(tournament, reader)
    return {
        "is_organiser": own,
        "cancellable": cancelling.cancellable_rounds(tournament, timezone.now()) if own else [],
        "may_organise": own and not tournament.finished_at,
        "may_name_organiser": not own
        and reader is not None
        and tournament.finished_at is None
        and organiser_queries.may_hand_over(tournament, reader),
        "may_order": own and order.can_order(tournament),
        "may_reopen": reopening.can_reopen(tournament, reader, timezone.now()),
        "may_decide": tournament.is_running
        and tournament.event_format.can_be_reviewed
        and reopening.may_decide(tournament, reader),
    }


def organiser_questions(
    reader: Player | None, tournament: Tournament | None = None
) -> list[dict[str, object]]:
    """Return the organisers' open invitations to the reader, each with its page."""
    if reader is None or reader.user_id is None:
        return []
    rows = staff_queries.invitations_to(reader)
    asked: list[dict[str, object]] = [
        {"path": links.path_of(each), "headline": invitation_emails.question(each)[0]}
        for each in (rows if tournament is None else rows.filter(tournament=tournament))
    ]
    return asked + [
        {"path": by_address.path_of(each), "headline": by_address.question(each)[0]}
        for each in address_answers.open_invitations_of(reader, timezone.now())
        if tournament is None or each.tournament_id == tournament.pk
    ]


def _bots_context(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    """Return the bots that the reader, as organiser, may add or remove."""
    late = tournament.is_running and (tournament.late_entry or tournament.event_format.always_open)
    can = (
        tournament.bots_welcome
        and not tournament.event_format.has_teams
        and (tournament.is_open or late)
    )
    if not can or not queries.is_organiser(tournament, reader):
        return {}
    inside = bot_entries.bots_in(tournament) if tournament.is_open else []
    return {
        "bots_enter": True,
        "bots_free": bot_entries.available_bots(tournament),
        "bots_in": inside,
    }


def referees_context(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    """Return the referees, the reader's own appointment, and whether the reader may appoint."""
    rows = panel_queries.appointments_for(tournament)
    own = [row for row in rows if reader is not None and row.player_id == reader.pk]
    return {
        "appointments": rows,
        "referees": [row.player for row in rows if row.accepted_at],
        "appointed": own[0] if own else None,
        "may_judge": panel_queries.may_judge(reader, tournament) and tournament.status != "draft",
        "may_appoint": reader is not None
        and (queries.is_organiser(tournament, reader) or panel_queries.is_head_referee(reader)),
    }


def _own_fixtures(tournament: Tournament, request: PageRequest) -> list[dict[str, object]]:
    """Return the reader's fixtures, each with opponents and kind."""
    rows = []
    for fixture in queries.own_fixtures(tournament, request.reader):
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


def _draft_context(
    tournament: Tournament, entry: Entrant | None, divisions: Sequence[Division]
) -> dict[str, object]:
    """Return the rounds under review, and the one in which the reader will play."""
    shown = tournament.is_running and tournament.reviewed
    drafts = [each.draft for each in divisions if shown and hasattr(each, "draft")]
    absences = queries.absences_of(entry) if entry else []
    inside = (entry.division_id, entry.playoff_id) if entry and not entry.withdrawn_at else ()
    now = timezone.now()
    ahead = [each for each in drafts if each.publish_by > now]
    own = [each for each in ahead if each.division_id in inside and each.number not in absences]
    return {"absences": absences, "drafts": drafts, "own_draft": own[0] if own else None}


def _is_reader(seat: FixtureSeat, request: PageRequest) -> bool:
    return bool(request.reader is not None and seat.entrant.player_id == request.reader.pk)


def _challenge_context(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    """Return the entrants whom the reader may challenge, and why not the others."""
    if not tournament.event_format.has_rungs:
        return {}
    reach = ladders.reachable_entrants(tournament, reader, timezone.now())
    return {
        "reach": {target for target, against in reach.items() if against is None},
        "waits": [(target, explain(against)) for target, against in reach.items() if against],
    }


def _rounds_ahead(tournament: Tournament) -> list[tuple[int, datetime | None]]:
    """Return the rounds that are not paired yet, with their dates, if absences are possible."""
    format_ = tournament.event_format
    # Otherwise the number of rounds is only known after the start.
    known = tournament.started_at or not format_.has_teams or format_.can_set_rounds
    if not format_.takes_absences or not known or not tournament.rounds or tournament.finished_at:
        return []
    days = dict(enumerate(tournament.round_starts, 1))
    ahead = range(queries.last_paired_round(tournament) + 1, tournament.rounds + 1)
    return [(number, days.get(number)) for number in ahead]


@require_safe
def hall_of_fame(request: PageRequest) -> HttpResponse:
    context = {
        "champions": fame_queries.champions(request.reader)[:200],
        "teams": team_queries.champion_teams(request.reader)[:200],
    }
    return render(request, "tournaments/fame.html", context)
