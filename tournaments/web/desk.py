"""The referees' desks of an event: the whole tournament, one fixture, and ruling about both."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.queries import PageRequest
from games import case_queries, judge_queries, ruling_queries
from games.services import case_words
from games.services.acts import registry
from games.services.errors import Refused
from games.web.access import for_people
from games.web.case_view import case_rows
from games.web.forms_act import Bench
from games.web.match import SeeOther
from games.web.referee_access import for_referees
from games.web.referee_rule import rule
from tournaments import queries
from tournaments.services import referees, wording
from tournaments.services.witness import round_name
from tournaments.services.wording import score_of
from tournaments.web import forms_event
from tournaments.web.errors import answers_refusals
from tournaments.web.pages import judges_of

forms_event.register()
LISTED = 200


def _tournament(request: PageRequest, pk: int) -> Any:
    """Return the tournament to whoever judges there; a draft is nobody's matter yet."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    if not judge_queries.may_judge(request.reader, found.get_absolute_url()):
        raise Refused("not_your_event")
    return found


def _reader(request: PageRequest) -> Any:
    """Return the referee."""
    return request.reader


@never_cache
@require_safe
@for_referees
def desks(request: PageRequest) -> HttpResponse:
    """List the tournaments whose referee the reader is, those that run first."""
    everything = judge_queries.judges_everything(request.reader)
    own = judge_queries.events_judged_by(request.reader)
    pending = case_queries.pending_by_event()
    rows = [
        {"tournament": each, "pending": pending[each.get_absolute_url()]}
        for each in queries.tournaments_to_judge()[:LISTED]
        if everything or each.get_absolute_url() in own
    ]
    context = {"rows": rows, "may_look_at_all": everything}
    return render(request, "referee/tournaments.html", context)


@never_cache
@require_safe
@for_referees
def tournament_desk(request: PageRequest, pk: int) -> HttpResponse:
    """Show everything about a tournament that a referee may need."""
    found, now = _tournament(request, pk), timezone.now()
    url, rounds = found.get_absolute_url(), queries.rounds_in(found)
    clocks = queries.clocks_in(each for made in rounds for each in made.fixtures.all())
    context = {
        "tournament": found,
        "format": wording.format_name(found),
        "now": now,
        "acts": acts_about_events(),
        "cases": case_rows(case_queries.cases_in(url, _reader(request))),
        "rulings": _rulings(ruling_queries.rulings_in_event(url)),
        "rounds": [_round(found, made, clocks) for made in rounds],
        "entrants": queries.entrants_of(found),
        "absences": queries.absences_in(found),
        **judges_of(found, request.reader),
    }
    return render(request, "referee/tournament.html", context)


def acts_about_events() -> list[tuple[str, str]]:
    """Return the acts that may be ordered about an event, with their names."""
    names = [each for each in registry.names() if registry.act_named(each).about == "event"]
    return [(name, case_words.act_name(name)) for name in names]


def _rulings(rulings: Any) -> list[dict[str, Any]]:
    """Return rulings in words."""
    undone = {ruling.undoes_id for ruling in rulings}
    sentences = case_words.sentences_of(rulings)
    return [
        {"ruling": ruling, "sentence": sentence, "undone": ruling.pk in undone}
        for ruling, sentence in zip(rulings, sentences, strict=True)
    ]


def _round(found: Any, made: Any, clocks: dict[int, Any]) -> dict[str, Any]:
    """Return a round as the desk shows it."""
    return {
        "round": made,
        "title": round_name(found, made),
        "rows": [_row(fixture, clocks) for fixture in made.fixtures.all()],
    }


def _row(fixture: Any, clocks: dict[int, Any]) -> dict[str, Any]:
    """Return a fixture: who, how it stands, whose clock runs until when."""
    return {
        "fixture": fixture,
        "names": [seat.entrant.player.name for seat in fixture.seats.all()],
        "score": score_of(fixture),
        "kind": wording.kind_name(fixture.kind),
        "clocks": clocks.get(fixture.match_id, []),
    }


@never_cache
@require_safe
@for_referees
def fixture_desk(request: PageRequest, pk: int, fixture: int) -> HttpResponse:
    """Show one fixture: its pairing, its match, its claim, and what may be ordered."""
    found = _tournament(request, pk)
    row = queries.fixture_of(pk, fixture)
    if row is None:
        raise Http404
    url, match = found.get_absolute_url(), row.match
    about_it = ("award_bye", "change_pairing", "extend")
    context = {
        "tournament": found,
        "now": timezone.now(),
        "row": _row(row, queries.clocks_in([row])),
        "round": row.round,
        "title": round_name(found, row.round),
        "acts": [pair for pair in acts_about_events() if pair[0] in about_it],
        "extend": f"fixture:{row.pk}",
        "cases": case_rows(case_queries.all_cases_at(match, _reader(request))) if match else [],
        "rulings": _rulings(
            ruling_queries.rulings_on(match)
            if match is not None
            else ruling_queries.rulings_in_event(url)
        ),
        "others": queries.fixtures_between(found, row),
    }
    return render(request, "referee/fixture.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_referees
def rule_tournament(request: PageRequest, pk: int) -> HttpResponse:
    """Rule about a tournament of one's own motion."""
    found = _tournament(request, pk)
    event = {"name": found.title, "url": found.get_absolute_url()}
    return rule(request, Bench(event=event), reverse("tournaments:desk", args=[pk]))


@require_POST
@for_people
@answers_refusals
def appoint(request: PageRequest, pk: int) -> HttpResponse:
    """Appoint a referee of the tournament, or dismiss one."""
    reader: Any = request.reader
    if gone := request.POST.get("dismiss", ""):
        number = int(gone) if gone.isascii() and gone.isdigit() and len(gone) < 12 else 0
        referees.dismiss(pk, number, by=reader)
        messages.success(request, _("The referee judges here no more."))
    else:
        named = referees.appoint(
            pk, request.POST.get("name", "")[:60], by=reader, now=timezone.now()
        )
        messages.success(request, _("%(name)s judges this tournament now.") % {"name": named.name})
    return SeeOther(reverse("tournaments:tournament", args=[pk]))
