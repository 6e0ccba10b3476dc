"""The referees' desks of an event: the whole tournament, one fixture, and ruling about both."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from tournaments import panel_queries, queries
from tournaments.referees.queries import (
    cases as case_queries,
)
from tournaments.referees.queries import (
    rulings as ruling_queries,
)
from tournaments.referees.services import case_words
from tournaments.referees.services.acts import registry
from tournaments.referees.web.access import for_referees, why_not
from tournaments.referees.web.bench import Bench
from tournaments.referees.web.case_view import case_rows
from tournaments.referees.web.rule import rule
from tournaments.services import wording
from tournaments.services.tables.engine_words import words_of
from tournaments.services.wording import round_name, score_of
from tournaments.web.pages import judges_of

LISTED = 200


def _tournament(request: PlayerRequest, pk: int) -> Any:
    """Return the tournament to whoever judges there; a draft is nobody's matter yet."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    if not panel_queries.may_judge(request.reader, found):
        raise Refused("not_your_event")
    return found


@never_cache
@require_safe
@for_referees
def desks(request: PlayerRequest) -> HttpResponse:
    """List the tournaments whose referee the reader is, those that run first."""
    everything = panel_queries.judges_everything(request.reader)
    own = set(panel_queries.judged_by(request.reader).values_list("pk", flat=True))
    pending = case_queries.pending_by_tournament()
    rows = [
        {"tournament": each, "pending": pending[each.pk]}
        for each in queries.tournaments_to_judge()[:LISTED]
        if everything or each.pk in own
    ]
    context = {"rows": rows, "may_look_at_all": everything}
    return render(request, "referees/tournaments.html", context)


@never_cache
@require_safe
@for_referees
def tournament_desk(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show everything about a tournament that a referee may need."""
    found, now = _tournament(request, pk), timezone.now()
    rounds = queries.rounds_in(found)
    clocks = queries.clocks_in(each for made in rounds for each in made.fixtures.all())
    claims = case_queries.claims_in(found)
    own = why_not(request, tournament=found)
    context = {
        "tournament": found,
        "format": wording.format_name(found),
        "now": now,
        "own": own,
        "acts": [] if own else acts_about_events(),
        "cases": case_rows(case_queries.cases_in(found, request.reader)),
        "rulings": _rulings(ruling_queries.rulings_in_event(found)),
        "rounds": [_round(found, made, clocks, claims) for made in rounds],
        "entrants": queries.entrants_of(found),
        "absences": queries.absences_in(found),
        **judges_of(found, request.reader),
    }
    return render(request, "referees/tournament.html", context)


def acts_about_events() -> list[tuple[str, str]]:
    """Return the acts that may be ordered about an event, with their names."""
    names = [each for each in registry.names() if registry.act_named(each).about == "event"]
    return [(name, case_words.act_name(name)) for name in names]


def _rulings(rulings: Any) -> list[dict[str, object]]:
    """Return rulings in words."""
    undone = {ruling.undoes_id for ruling in rulings}
    sentences = case_words.sentences_of(rulings)
    return [
        {"ruling": ruling, "sentence": sentence, "undone": ruling.pk in undone}
        for ruling, sentence in zip(rulings, sentences, strict=True)
    ]


def _round(
    found: Any, made: Any, clocks: dict[int, Any], claims: dict[int, int]
) -> dict[str, object]:
    """Return a round as the desk shows it."""
    return {
        "round": made,
        "title": round_name(found, made),
        "how": words_of(made),
        "rows": [_row(fixture, clocks, claims) for fixture in made.fixtures.all()],
    }


def _row(
    fixture: Any, clocks: dict[int, Any], claims: dict[int, int] | None = None
) -> dict[str, object]:
    """Return a fixture: who, how it stands, whose clock runs until when."""
    return {
        "fixture": fixture,
        "names": [seat.entrant.player.name for seat in fixture.seats.all()],
        "score": score_of(fixture),
        "kind": wording.kind_name(fixture.kind),
        "clocks": clocks.get(fixture.match_id, []),
        "case": (claims or {}).get(fixture.pk),
    }


@never_cache
@require_safe
@for_referees
def fixture_desk(request: PlayerRequest, pk: int, fixture: int) -> HttpResponse:
    """Show one fixture: its pairing, its match, its claim, and what may be ordered."""
    found = _tournament(request, pk)
    row = queries.fixture_of(pk, fixture)
    if row is None:
        raise Http404
    match = row.match
    own = why_not(request, tournament=found)
    about_it = () if own else ("award_bye", "change_pairing", "extend")
    context = {
        "tournament": found,
        "now": timezone.now(),
        "row": _row(row, queries.clocks_in([row])),
        "round": row.round,
        "title": round_name(found, row.round),
        "own": own,
        "acts": [pair for pair in acts_about_events() if pair[0] in about_it],
        "extend": f"fixture:{row.pk}",
        "cases": case_rows(case_queries.all_cases_at(match, request.reader)) if match else [],
        "rulings": _rulings(
            ruling_queries.rulings_on(match)
            if match is not None
            else ruling_queries.rulings_in_event(found)
        ),
        "others": queries.fixtures_between(found, row),
    }
    return render(request, "referees/fixture.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_referees
def rule_tournament(request: PlayerRequest, pk: int) -> HttpResponse:
    """Rule about a tournament without a case."""
    found = _tournament(request, pk)
    return rule(request, Bench(event=found), reverse("referees:event_desk", args=[pk]))
