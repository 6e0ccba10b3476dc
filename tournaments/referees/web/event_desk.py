"""Referee desks of an event: the whole tournament, one fixture, and rulings on both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from tournaments import event_queries, panel_queries, queries
from tournaments.referees.queries import cases as case_queries, rulings as ruling_queries
from tournaments.referees.web.access import for_referees, refusal_to_rule
from tournaments.referees.web.case_view import case_rows, ruling_views
from tournaments.referees.web.forms.event import CHOICES
from tournaments.referees.web.forms.lookup import MAX_LENGTH, MAX_SUGGESTIONS, matching_choices
from tournaments.referees.web.inactive_boards import TIME_RULE, inactive_boards
from tournaments.referees.web.rule import ruling_page
from tournaments.referees.web.ruling_target import RulingTarget, acts_about
from tournaments.services import wording
from tournaments.services.tables.engine_words import pairing_remarks
from tournaments.services.wording import round_name, score_of
from tournaments.web.lookup import tournament_or_404
from tournaments.web.pages import referees_context

if TYPE_CHECKING:
    from tournaments.models import Fixture, Round, Tournament

MAX_LISTED = 200
MAX_BOARDS_IN_FULL = 150  # boards; above that, closed rounds are collapsed


def _tournament(request: PlayerRequest, pk: int) -> Tournament:
    """Return a tournament that the reader judges; refuses ``not_your_event``."""
    found = tournament_or_404(request, pk)
    if not panel_queries.may_judge(request.reader, found):
        raise Refused("not_your_event")
    return found


@require_safe
@for_referees
def desks(request: PlayerRequest) -> HttpResponse:
    """List the tournaments that the reader judges, running ones first."""
    everything = panel_queries.is_general_referee(request.reader)
    own = set(panel_queries.tournaments_judged_by(request.reader).values_list("pk", flat=True))
    pending = case_queries.pending_by_tournament()
    rows = [
        {"tournament": each, "pending": pending[each.pk]}
        for each in queries.announced_tournaments()[:MAX_LISTED]
        if everything or each.pk in own
    ]
    context = {"rows": rows, "may_look_at_all": everything}
    return render(request, "referees/tournaments.html", context)


@require_safe
@for_referees
def tournament_desk(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show everything about a tournament that a referee may need."""
    found, now = _tournament(request, pk), timezone.now()
    chosen = parse_number(request.GET.get("round", "")) or 0
    brief = event_queries.count_boards(found) > MAX_BOARDS_IN_FULL
    rounds = event_queries.rounds_in(
        found, event_queries.open_round_condition(chosen) if brief else None
    )
    clocks = queries.running_seats_in(each for made in rounds for each in made.fixtures.all())
    claims = case_queries.case_ids_by_fixture(found)
    own = refusal_to_rule(request, tournament=found)
    context = {
        "tournament": found,
        "format": wording.format_name(found),
        "now": now,
        "own": own,
        "acts": [] if own else acts_about("event"),
        "cases": case_rows(case_queries.cases_in(found, request.reader)),
        "rulings": ruling_views(ruling_queries.rulings_in_event(found)),
        "silent": [] if own else inactive_boards(rounds, clocks, now),
        "rule": TIME_RULE,
        "rounds": [_round(found, made, clocks, claims) for made in rounds],
        "folded": _collapsed_rounds(found, rounds) if brief else [],
        "brief": brief,
        "chosen": chosen,
        "entrants": queries.entrants_of(found),
        "absences": queries.absences_in(found),
        **referees_context(found, request.reader),
    }
    return render(request, "referees/tournament.html", context)


def _collapsed_rounds(found: Any, shown: list[Any]) -> list[dict[str, object]]:
    """Return the rounds of a large event that are not shown in full, latest first."""
    pks = {made.pk for made in shown}
    return [
        {"round": made, "title": round_name(found, made)}
        for made in reversed(event_queries.published_rounds(found))
        if made.pk not in pks
    ]


def _round(
    tournament: Tournament, round_: Round, clocks: dict[int, Any], claims: dict[int, int]
) -> dict[str, object]:
    return {
        "round": round_,
        "title": round_name(tournament, round_),
        "how": pairing_remarks(round_),
        "rows": [_row(fixture, clocks, claims) for fixture in round_.fixtures.all()],
    }


def _row(
    fixture: Fixture, clocks: dict[int, Any], claims: dict[int, int] | None = None
) -> dict[str, object]:
    """Return a fixture with entrants, score, and running clocks."""
    return {
        "fixture": fixture,
        "names": [isolated(seat.entrant.player.name) for seat in fixture.seats.all()],
        "score": score_of(fixture),
        "kind": wording.kind_name(fixture.kind),
        "clocks": clocks.get(fixture.match_id or 0, []),
        "case": (claims or {}).get(fixture.pk),
    }


@require_safe
@for_referees
def fixture_desk(request: PlayerRequest, pk: int, fixture: int) -> HttpResponse:
    """Show one fixture: its pairing, match, claim, and the acts available."""
    found = _tournament(request, pk)
    row = queries.fixture_in(pk, fixture)
    if row is None:
        raise Http404
    match = row.match
    own = refusal_to_rule(request, tournament=found)
    about_it = () if own else ("award_bye", "change_pairing", "extend")
    context = {
        "tournament": found,
        "now": timezone.now(),
        "row": _row(row, queries.running_seats_in([row])),
        "round": row.round,
        "title": round_name(found, row.round),
        "own": own,
        "acts": [pair for pair in acts_about("event") if pair[0] in about_it],
        "extend": f"fixture:{row.pk}",
        "cases": case_rows(case_queries.all_cases_about_match(match, request.reader))
        if match
        else [],
        "rulings": ruling_views(
            ruling_queries.rulings_on(match)
            if match is not None
            else ruling_queries.rulings_in_event(found)
        ),
        "others": queries.other_fixtures_of(found, row),
    }
    return render(request, "referees/fixture.html", context)


@require_safe
@for_referees
def names(request: PlayerRequest, pk: int) -> HttpResponse:
    """Suggest choices for what is being typed into a field of an act."""
    found, field = _tournament(request, pk), request.GET.get("field", "")
    text = request.GET.get(field, "")[:MAX_LENGTH]
    known = CHOICES[field](found) if field in CHOICES and text.strip() else []
    options = [words for _key, words in matching_choices(known, text)[:MAX_SUGGESTIONS]]
    return render(request, "games/start/names.html", {"options": options})


@require_http_methods(["GET", "HEAD", "POST"])
@for_referees
def rule_tournament(request: PlayerRequest, pk: int) -> HttpResponse:
    found = _tournament(request, pk)
    return ruling_page(
        request, RulingTarget(event=found), reverse("referees:event_desk", args=[pk])
    )
