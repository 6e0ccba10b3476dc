"""Conditions of entry on the page of a tournament; entering by an organiser's link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PageRequest
from games.services.errors import Refused
from games.web.access import for_link_recipient, redirect_to_login
from games.web.match.match import SeeOther
from tournaments import entry_queries, queries
from tournaments.services import entry_words, refusals
from tournaments.services.admission import keys, requests
from tournaments.services.emails import entry_links
from tournaments.services.entries import conditions, places
from tournaments.web.answering import handle_answer, tournament_summary
from tournaments.web.errors import show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Entrant, EntryLink, Tournament


def context_of(
    tournament: Tournament, reader: Player | None, entry: Entrant | None
) -> dict[str, object]:
    """Return the conditions, why the reader does not meet them, and requests to enter.

    For a running tournament, ``organising.counts`` counts the requests.
    """
    if tournament.finished_at is not None:
        return {}
    context: dict[str, object] = {"who_may_enter": entry_words.who_may_enter(tournament)}
    if reader is None or reader.user_id is None:
        return context
    asked = places.open_question(tournament, entry) if entry is not None else None
    if asked:
        context["question"], context["answer_until"] = asked
    approves = tournament.access == tournament.Access.APPROVAL
    if entry is None or entry.withdrawn_at is not None:
        context |= _request_context(tournament, reader, approves=approves)
    if approves and not tournament.is_running and queries.is_organiser(tournament, reader):
        context["requests_waiting"] = entry_queries.pending_requests(tournament).count()
    return context


def _request_context(
    tournament: Tournament, reader: Player, *, approves: bool
) -> dict[str, object]:
    """Return why the reader cannot enter although the tournament is open, and their request."""
    late = tournament.late_entry or tournament.event_format.always_open
    if not (tournament.is_open or (tournament.is_running and late)):
        return {}
    invited = conditions.is_invited(tournament, reader)
    refusal = conditions.refusal_to_enter(tournament, reader, invited=invited)
    context: dict[str, object] = {"entry_error": refusals.explain(refusal) if refusal else ""}
    if approves:
        context["own_request"] = entry_queries.request_of(tournament, reader)
        needs = conditions.needs_approval(tournament, reader, invited=invited)
        context["needs_approval"] = needs
    return context


@never_cache
@show_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: PageRequest, key: str) -> HttpResponse:
    """Show the tournament of an entry link; people who are logged in enter with a button."""
    link, now, reader = keys.get_link(key), timezone.now(), request.reader
    if request.method == "POST":
        if reader is None:
            return redirect_to_login(request)
        entrant = keys.enter_by_link(key, reader, now=now)
        waits = entrant.status == entrant.Status.WAITING
        said = _("You are on the waiting list.") if waits else _("You have entered.")
        messages.success(request, said)
        return SeeOther(link.tournament.get_absolute_url())
    return render(request, "tournaments/entering/by_link.html", _link_context(link, reader))


@show_refusals
@for_link_recipient(entry_links.read_entry_token)
def enter_by_email(request: PageRequest, tournament: Tournament, player: Player) -> HttpResponse:
    """Enter a tournament by the link of its announcement e-mail."""
    now = timezone.now()

    def act(accept: bool) -> str:
        if not accept:
            return ""
        return requests.outcome_of(requests.enter_or_request(tournament.pk, player, now=now))

    done, error = handle_answer(request, act)
    stands = queries.is_entered(tournament, player) and not done
    refusal = None if done or error or stands else requests.refusal_to_ask(tournament, player, now)
    context = {
        "headline": tournament.title,
        "words": tournament.text.splitlines(),
        "player": player,
        "done": done,
        "error": error or (refusals.explain(refusal) if refusal else ""),
        "stands": stands,
        "open": not (done or stands or refusal),
        "who_may_enter": entry_words.who_may_enter(tournament),
        "asks": conditions.needs_approval(tournament, player),
        **tournament_summary(tournament),
    }
    page = "tournaments/entering/by_mail.html"
    return render(request, page, context, status=409 if error else 200)


def _link_context(link: EntryLink, reader: Player | None) -> dict[str, object]:
    found, error = link.tournament, ""
    try:
        keys.require_usable(link, reader, timezone.now())
        if reader is not None:
            keys.require_not_excluded(link, reader)
            conditions.check(found, reader)
    except Refused as refusal:
        error = refusals.explain(refusal)
    return {
        "link": link,
        "error": error,
        **tournament_summary(found),
        "is_in": queries.is_entered(found, reader),
    }
