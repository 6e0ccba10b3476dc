"""What entrants and organisers do with a button: enter, withdraw, be absent, announce, start."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.queries import PageRequest
from games.web.access import for_players
from games.web.match.match import SeeOther
from tournaments.services.entries import bot_entries, leaving, persons
from tournaments.services.rounds import ladders
from tournaments.services.seasons import announcing, starting
from tournaments.web.errors import answers_refusals

if TYPE_CHECKING:
    from accounts.models import Player

SEED_BYTES = 32
Verb = Callable[["Player"], object]


def _make_seed() -> str:
    """Return a new seed for random draws."""
    return secrets.token_hex(SEED_BYTES)


def _done(request: PageRequest, pk: int, verb: Verb, said: str) -> HttpResponse:
    """Do something for the reader, say so and lead back to the tournament."""
    reader = request.reader
    assert reader is not None  # the page's guard has checked it
    verb(reader)
    messages.success(request, said)
    return SeeOther(reverse("tournaments:tournament", args=[pk]))


@require_POST
@for_players
@answers_refusals
def enter(request: PageRequest, pk: int) -> HttpResponse:
    """Enter the reader."""
    return _done(
        request,
        pk,
        lambda reader: persons.enter(pk, reader, now=timezone.now()),
        _("You have entered."),
    )


@require_POST
@for_players
@answers_refusals
def withdraw(request: PageRequest, pk: int) -> HttpResponse:
    """Withdraw the reader; their running matches of the tournament are resigned."""
    return _done(
        request,
        pk,
        lambda reader: leaving.withdraw_and_resign(pk, reader, now=timezone.now()),
        _("You have withdrawn from the tournament."),
    )


@require_POST
@for_players
@answers_refusals
def absence(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Announce that the reader misses a round, or take it back."""
    if request.POST.get("back"):
        return _done(
            request,
            pk,
            lambda reader: persons.take_back_absence(pk, reader, number),
            _("You will play in round %(round)d.") % {"round": number},
        )
    return _done(
        request,
        pk,
        lambda reader: persons.announce_absence(pk, reader, number, now=timezone.now()),
        _("You will sit out round %(round)d.") % {"round": number},
    )


@require_POST
@for_players
@answers_refusals
def next_season(request: PageRequest, pk: int) -> HttpResponse:
    """Say whether the reader enters the next season by itself."""
    again = bool(request.POST.get("again"))
    said = (
        _("You will be entered in the next season.")
        if again
        else _("You will not be entered in the next season.")
    )
    return _done(
        request, pk, lambda reader: persons.choose_next_season(pk, reader, again=again), said
    )


@require_POST
@for_players
@answers_refusals
def announce(request: PageRequest, pk: int) -> HttpResponse:
    """Open a draft for entries."""
    return _done(
        request,
        pk,
        lambda reader: announcing.announce_tournament(pk, reader, now=timezone.now()),
        _("The tournament has been announced. Players can enter now."),
    )


@require_POST
@for_players
@answers_refusals
def enter_bot(request: PageRequest, pk: int) -> HttpResponse:
    """Let a bot enter for the organiser."""
    name = request.POST.get("bot", "")
    return _done(
        request,
        pk,
        lambda reader: bot_entries.enter_bot(pk, reader, name, now=timezone.now()),
        _("%(name)s has entered.") % {"name": name},
    )


@require_POST
@for_players
@answers_refusals
def take_out_bot(request: PageRequest, pk: int) -> HttpResponse:
    """Take a bot out again for the organiser."""
    name = request.POST.get("bot", "")
    return _done(
        request,
        pk,
        lambda reader: bot_entries.take_out_bot(pk, reader, name, now=timezone.now()),
        _("%(name)s has been removed.") % {"name": name},
    )


@require_POST
@for_players
@answers_refusals
def call_off(request: PageRequest, pk: int) -> HttpResponse:
    """Call a tournament off before its start."""
    return _done(
        request,
        pk,
        lambda reader: announcing.call_off(pk, reader, now=timezone.now()),
        _("The tournament has been cancelled, and all entrants have been notified."),
    )


@require_POST
@for_players
@answers_refusals
def challenge(request: PageRequest, pk: int, entrant: int) -> HttpResponse:
    """Challenge somebody higher on the ladder and go to the board."""
    reader = request.reader
    assert reader is not None  # the page's guard has checked it
    match = ladders.challenge(pk, reader, entrant, seed=_make_seed(), now=timezone.now())
    messages.success(request, _("The match has begun."))
    return SeeOther(match.get_absolute_url())


@require_POST
@for_players
@answers_refusals
def end(request: PageRequest, pk: int) -> HttpResponse:
    """End a ladder as it stands."""
    return _done(
        request,
        pk,
        lambda reader: ladders.end_ladder(pk, reader, now=timezone.now()),
        _("The ladder has ended."),
    )


@require_POST
@for_players
@answers_refusals
def start(request: PageRequest, pk: int) -> HttpResponse:
    """Start before the day."""
    return _done(
        request,
        pk,
        lambda reader: starting.start_now(pk, reader, now=timezone.now(), make_seed=_make_seed),
        _("The tournament has started."),
    )
