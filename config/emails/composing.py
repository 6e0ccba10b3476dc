"""Composes e-mails from their rows in the outbox, with current facts.

An e-mail that is not about a match stores its text and, as ``row``, the name of a reader with its
arguments, usually primary keys. When the e-mail is sent, the reader looks at them again and returns
current facts, or None if the e-mail is outdated and must be withdrawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone, translation

from config.offices import services as offices
from games.rules.base import JSONObject
from games.services.challenges import invitations as challenges
from games.services.emails import composing
from games.services.play import watching
from games.services.time import downtime
from notifications.models import Message
from notifications.services.rendering import NotComposableError
from notifications.services.sending import delivery
from tournaments.referees.services import case_emails, claims, ruling_emails
from tournaments.services.admission import address_answers, request_emails
from tournaments.services.clubs import emails as clubs
from tournaments.services.emails import (
    appointments,
    contest_notices,
    monthly,
    news,
    notices,
    pairings,
    team_notices,
    team_pairings,
    terms,
)
from tournaments.services.entries import places
from tournaments.services.revisions import emails as revisions, invitation_emails

READERS: Mapping[str, Callable[..., Mapping[str, object] | None]] = {
    "address_invitation": address_answers.read_invitation,
    "appointment": appointments.read_appointment,
    "captain": team_notices.read_captain,
    "case": case_emails.read_case,
    "challenge": challenges.read_challenge,
    "claims": claims.read_window,
    "closing": notices.read_closing,
    "club_invitation": clubs.read_invitation,
    "complete": team_notices.read_complete,
    "contest": terms.read_deadline,
    "contest_closing": contest_notices.read_closing,
    "downtime": downtime.read_downtime,
    "draft": news.read_draft,
    "ending": notices.read_ending,
    "entry": news.read_entry,
    "entry_request": request_emails.read_request,
    "event_invitation": invitation_emails.read_invitation,
    "founded": team_notices.read_founded,
    "further": revisions.read_further,
    "joined": team_notices.read_joined,
    "meetings": team_pairings.read_meetings,
    "month": monthly.read_month,
    "office": offices.read_offer,
    "ownerless": invitation_emails.read_ownerless,
    "pairing": pairings.read_pairing,
    "place": places.read_question,
    "removed": revisions.read_removed,
    "revised": revisions.read_revised,
    "ruling": ruling_emails.read_appeal,
    "sitting_out": team_pairings.read_sitting_out,
    "skipped": news.read_skipped,
    "start": news.read_start,
    "substituted": team_pairings.read_substituted,
    "team_invitation": team_notices.read_invitation,
    "team_place": team_notices.read_place,
    "tournament_open": notices.read_open,
    "unpaired": news.read_unpaired,
    "watched": watching.read_ending,
}


def deliver_due(now: datetime) -> delivery.DeliveryResult:
    """Compose and send the e-mails that are due; safe to run concurrently."""
    return delivery.deliver_due(now, compose)


def compose(message: Message, now: datetime) -> JSONObject:
    """Return the context of an e-mail's templates, in its language, with current facts.

    Raises NotComposableError if its subject is gone or what it says is no longer true.
    """
    context = composing.compose(message, now)
    if not message.context.get("row"):
        return context
    name, *numbers = message.context["row"]
    told = None
    with (
        translation.override(message.language),
        timezone.override(ZoneInfo(message.zone)),
        suppress(ObjectDoesNotExist),
    ):
        told = READERS[name](message, now, *numbers)
    if told is None:
        raise NotComposableError("no longer true")
    return {**context, **told}
