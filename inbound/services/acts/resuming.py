"""Resumes e-mails to an address that bounced, once somebody writes from it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from inbound.grammar import Verb
from inbound.services.acts import listing
from inbound.services.command_types import CommandOutcome, CommandRequest
from notifications import queries
from notifications.models import DeliveryEvent
from notifications.services import subscriptions


def resume_emails(request: CommandRequest, outcome: CommandOutcome) -> None:
    """Clear a bounce and show the player what they have missed.

    Not after a spam complaint, which was their own decision.
    """
    since = queries.bounced_at(request.player)
    if since is None:
        return
    spam_reported = DeliveryEvent.objects.filter(
        message__player=request.player, event=DeliveryEvent.Event.COMPLAINED, at=since
    )
    if spam_reported.exists():
        return
    subscriptions.clear_bounce(request.player)
    outcome.said.append(_("Earlier e-mails to you bounced. We will now send you e-mails again."))
    if all(command.verb is not Verb.STATUS for command in request.commands):
        outcome.sections += listing.status_sections(request.player, request.now)
