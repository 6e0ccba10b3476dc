"""E-mails about the referees of a tournament; none while it is a draft."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from notifications.models import Message
from notifications.services.headers import absolute_url
from tournaments import panel_queries
from tournaments.models import EventReferee, Tournament
from tournaments.services.emails.notices import EmailContent, post


def notify_appointment(
    tournament: Tournament,
    row: EventReferee,
    reader: Player,
    what: str,
    content: EmailContent,
    *,
    now: datetime,
) -> None:
    """E-mail about an appointment, unless the tournament is still a draft."""
    if tournament.status != Tournament.Status.DRAFT:
        post("appointment", reader, key_of(row, what, reader), tournament, content, now)


def key_of(row: EventReferee, what: str, reader: Player | None = None) -> str:
    """Return the key of an e-mail to ``reader``, by default the appointed person."""
    return f"appointment:{row.pk}:{what}:{(reader or row.player).pk}"


def ask_referee(tournament: Tournament, row: EventReferee, *, now: datetime) -> None:
    """E-mail the appointed person the link to accept or decline."""
    names = {"name": isolated(tournament.title), "by": isolated(row.appointed_by.name)}

    def content() -> dict[str, object]:
        return {
            "headline": _("%(name)s: will you be a referee?") % names,
            "paragraphs": [_("%(by)s has appointed you. Please accept or decline here:") % names],
            "url": absolute_url(reverse("referees:appointment", args=[tournament.pk])),
            "hint": "invitation",
            "row": ["appointment", row.pk],
        }

    notify_appointment(tournament, row, row.player, "asked", content, now=now)


def read_appointment(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no changes; None if the appointment was answered or has ended."""
    asked = EventReferee.objects.filter(
        pk=pk, accepted_at=None, tournament__finished_at=None, player__closed_at=None
    )
    return {} if asked.exists() else None


def ask_all_referees(tournament: Tournament, *, now: datetime) -> None:
    """Ask everybody who was appointed while the tournament was a draft."""
    for row in panel_queries.appointments_for(tournament):
        if row.accepted_at is None:
            ask_referee(tournament, row, now=now)
