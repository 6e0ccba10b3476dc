"""A move as a plain Django view would write it: the same rows by the ORM, and nothing else.

No rules, clocks or rights: what is written was made beforehand. It is what the bench of a move is
compared with, and serves nothing else.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django import forms
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.models import ClockCharge, Match, Ply, Seat
from notifications.models import DeliveryEvent, Message

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TURN_FIELDS = ["moved", "last_ply", "awaited_since", "deadline_at", "remind_at", "woken_turn"]


class MoveForm(forms.Form):
    """What the page of a match sends."""

    move = forms.CharField(max_length=200)
    seen = forms.IntegerField(min_value=0)


@require_POST
@login_required
def plain_move(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a move, its charge, the two seats, and the e-mail to the opponent."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    now = timezone.now()
    with transaction.atomic():
        match = get_object_or_404(Match.objects.select_for_update(), pk=pk)
        if match.ply_count != form.cleaned_data["seen"]:
            return HttpResponse(status=409)
        seats = list(match.seats.select_related("player__user").order_by("number"))
        write_move(match, seats, form.cleaned_data["move"], now)
    return redirect("games:match", pk)


def write_move(match: Match, seats: list[Seat], move: str, now: datetime) -> None:
    """Write the rows."""
    seat = next(each for each in seats if each.awaited_since)
    other = next(each for each in seats if each != seat)
    number = match.ply_count + 1
    ClockCharge.objects.create(
        match=match,
        seat=seat.number,
        turn=match.turn,
        since=seat.awaited_since or now,
        until=now,
        charged=0,
        flagged=False,
        before={},
        after={},
        stops={"zone": "Europe/Berlin"},
    )
    for email in Message.objects.filter(key=f"your_turn:{match.pk}:{match.turn}:{seat.number}"):
        email.state, email.withdrawn_at = Message.State.WITHDRAWN, now
        email.save(update_fields=["state", "withdrawn_at"])
        DeliveryEvent.objects.create(message=email, at=now, event="withdrawn")
    Ply.objects.create(
        match=match,
        number=number,
        turn=match.turn,
        seat=seat.number,
        text=move,
        at=now,
        source="page",
    )
    match.ply_count, match.turn = number, match.turn + 1
    match.save(update_fields=["state", "ply_count", "turn"])
    later = now + timedelta(days=3)
    seat.moved, seat.last_ply = True, number
    seat.awaited_since = seat.deadline_at = seat.remind_at = None
    other.awaited_since, other.deadline_at, other.remind_at = now, later, later
    for each in seats:
        each.save(update_fields=TURN_FIELDS)
    email = Message.objects.create(
        key=f"your_turn:{match.pk}:{match.turn}:{other.number}",
        kind="your_turn",
        player=other.player,
        address=other.player.user.email,
        language="en",
        zone="Europe/Berlin",
        context=CONTEXT,
        thread=f"match:{match.pk}",
        message_id=f"<{uuid.uuid4().hex}@localhost>",
        created_at=now,
        due_at=now,
        first_due_at=now,
    )
    DeliveryEvent.objects.create(message=email, at=now, event="queued")


CONTEXT: dict[str, object] = {}  # the bench puts that of one of our own e-mails here
urlpatterns = [path("plain/<int:pk>/move/", plain_move), path("", include("config.urls"))]
