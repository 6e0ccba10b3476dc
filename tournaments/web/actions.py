"""POST actions of entrants and organisers: enter, withdraw, be absent, announce, start."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.queries import PlayerRequest
from games.seeds import generate_seed
from games.web.access import player_required
from games.web.match.match import SeeOther
from tournaments.services.admission import requests
from tournaments.services.entries import bot_entries, persons, places
from tournaments.services.rounds import ladders
from tournaments.services.seasons import announcing, starting
from tournaments.web import buttons
from tournaments.web.errors import show_refusals
from tournaments.web.lookup import tournament_or_404


@buttons.tournament_button
def enter(request: PlayerRequest, pk: int) -> str:
    made = requests.enter_or_request(pk, request.reader, now=timezone.now())
    if requests.is_pending_request(made):
        return _("The organiser has been asked. You will get an e-mail.")
    return _("You have entered.")


@buttons.tournament_button
def answer_place(request: PlayerRequest, pk: int) -> str:
    """Accept a free place or confirm that the reader plays; any other answer withdraws."""
    accept = request.POST.get("action") == "accept"
    entrant = places.answer(pk, request.reader, accept=accept, now=timezone.now())
    if entrant.status == entrant.Status.WAITING:
        return _("All places are taken. You are on the waiting list.")
    return _("You play.") if accept else _("You have withdrawn from the tournament.")


@buttons.tournament_button
def withdraw(request: PlayerRequest, pk: int) -> str:
    """Withdraw the reader; their running matches in the tournament are resigned."""
    requests.withdraw(pk, request.reader, now=timezone.now())
    return _("You have withdrawn from the tournament.")


@buttons.tournament_button
def absence(request: PlayerRequest, pk: int, number: int) -> str:
    """Announce that the reader misses a round, or revoke that."""
    if request.POST.get("back"):
        persons.cancel_absence(pk, request.reader, number)
        return _("You will play in round %(round)d.") % {"round": number}
    persons.announce_absence(pk, request.reader, number, now=timezone.now())
    return _("You will sit out round %(round)d.") % {"round": number}


@buttons.tournament_button
def next_season(request: PlayerRequest, pk: int) -> str:
    """Choose whether the reader is entered in the next season automatically."""
    again = bool(request.POST.get("again"))
    said = (
        _("You will be entered in the next season.")
        if again
        else _("You will not be entered in the next season.")
    )
    persons.set_reentry(pk, request.reader, again=again)
    return said


@buttons.tournament_button
def announce(request: PlayerRequest, pk: int) -> str:
    """Open a draft for entries."""
    announcing.announce_tournament(pk, request.reader, now=timezone.now())
    return _("The tournament has been announced. Players can enter now.")


@buttons.tournament_button
def enter_bot(request: PlayerRequest, pk: int) -> str:
    name = request.POST.get("bot", "")
    bot_entries.enter_bot(pk, request.reader, name, now=timezone.now())
    return _("%(name)s has entered.") % {"name": name}


@buttons.tournament_button
def take_out_bot(request: PlayerRequest, pk: int) -> str:
    name = request.POST.get("bot", "")
    bot_entries.remove_bot(pk, request.reader, name, now=timezone.now())
    return _("%(name)s has been removed.") % {"name": name}


@buttons.tournament_button
def call_off(request: PlayerRequest, pk: int) -> str:
    announcing.cancel_tournament(pk, request.reader, now=timezone.now())
    return _("The tournament has been cancelled, and all entrants have been notified.")


@require_POST
@player_required
@show_refusals
def challenge(request: PlayerRequest, pk: int, entrant: int) -> HttpResponse:
    """Challenge somebody higher on the ladder, and redirect to the match."""
    reader = request.reader
    tournament_or_404(request, pk)
    match = ladders.challenge(pk, reader, entrant, seed=generate_seed(), now=timezone.now())
    messages.success(request, _("The match has begun."))
    return SeeOther(match.get_absolute_url())


@buttons.tournament_button
def end(request: PlayerRequest, pk: int) -> str:
    ladders.end_ladder(pk, request.reader, now=timezone.now())
    return _("The ladder has ended.")


@buttons.tournament_button
def start(request: PlayerRequest, pk: int) -> str:
    """Start before the announced date."""
    starting.start_now(pk, request.reader, now=timezone.now(), make_seed=generate_seed)
    return _("The tournament has started.")
