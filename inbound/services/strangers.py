"""Replies to invitations of e-mail addresses without an account.

Only e-mails from the invited address are answered, a few times per hour and in total, since the
sender may be a program. Nothing of them is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.services.errors import Refused
from inbound.grammar import (
    Command,
    Parsed,
    ParseProblem,
    Verb,
    is_notice,
    mentions_absence,
    parse_reading,
)
from inbound.models import InboundMessage
from inbound.reading import Kind, Reading, is_same_mailbox
from inbound.services import erasure, words
from notifications.addresses import About, Matter
from notifications.services.outbox import post_to_address
from tournaments.models import AddressInvitation
from tournaments.services.admission import address_answers, by_address

Outcome = InboundMessage.Outcome
MAX_ANSWERS, ANSWER_WINDOW = 5, timedelta(hours=1)
MAX_TOTAL_ANSWERS = 15


def invitation_of(matter: Matter) -> AddressInvitation | None:
    """Return the invitation of a matter; None if it no longer exists."""
    rows = AddressInvitation.objects.select_related("tournament__organiser", "link", "by__user")
    return rows.filter(pk=matter.pk).first()


def address_of(matter: Matter) -> str:
    """Return the invited address without an account, "" if there is none any more."""
    asked = invitation_of(matter) if matter.about is About.ADDRESS_INVITATION else None
    return (address_answers.address_of(asked) if asked is not None else "") or ""


def handle_stranger(row: InboundMessage, matter: Matter, reading: Reading, now: datetime) -> None:
    """Carry out what people without an account may do (accept, decline, refuse all), and reply."""
    asked = invitation_of(matter)
    address = address_answers.address_of(asked) if asked is not None else ""
    row.outcome, row.code = Outcome.IGNORED, "no_such_player"
    if asked is not None and address and is_same_mailbox(reading.sender.address, address):
        if _is_limit_reached(matter, now):
            row.code = "paused"
        else:
            with translation.override(asked.by.language), timezone.override(asked.by.zone):
                _run_message(row, asked, address, reading, now)
    erasure.erase_message(row)


def _is_limit_reached(matter: Matter, now: datetime) -> bool:
    """Whether the hourly or the total limit for an invitation is reached."""
    own = InboundMessage.objects.filter(matter=matter.thread)
    if own.filter(settled_at__gt=now - ANSWER_WINDOW).count() >= MAX_ANSWERS:
        return True
    return own.exclude(answer=None).count() >= MAX_TOTAL_ANSWERS


def _run_message(
    row: InboundMessage,
    invitation: AddressInvitation,
    address: str,
    reading: Reading,
    now: datetime,
) -> None:
    parsed = parse_reading(reading, names=(reading.sender.name,))
    notice = reading.absence and is_notice(reading.absence, parsed, reading.typed)
    if notice or (reading.is_presumed_automatic and mentions_absence(reading, parsed)):
        row.code = str(Kind.AUTO_REPLY)
        return
    row.outcome, row.code = Outcome.REFUSED, reading.doubtful or ""
    if reading.kind is Kind.TOO_LARGE:
        row.code = "too_large"
    if row.code:
        said = words.describe_problem(ParseProblem(row.code))
    elif parsed.problem is not None:
        said, row.code = words.describe_problem(parsed.problem), parsed.problem.code
    else:
        said = _run_command(row, invitation, address, parsed, now)
    _answer(row, invitation, address, reading, said, now)


def _run_command(
    row: InboundMessage, invitation: AddressInvitation, address: str, parsed: Parsed, now: datetime
) -> str:
    """Carry out the single command and return the reply."""
    verb = _only_verb(parsed.commands)
    if verb not in (Verb.ACCEPT, Verb.ENTER, Verb.DECLINE, Verb.STOP):
        row.code = "not_asked_here"
        return _("Without an account, you can only reply “accept”, “decline” or “stop” here.")
    said = _("You have declined the invitation.")
    try:
        if verb is Verb.DECLINE:
            address_answers.decline(invitation.pk, now=now)
        elif verb is Verb.STOP:
            by_address.unsubscribe_address(address, now=now)
            said = _("Nobody can invite this e-mail address to a tournament any more.")
        else:
            address_answers.accept(invitation.pk, None, now=now)
    except Refused as refusal:
        row.code = refusal.code
        return words.describe_problem(refusal)
    row.outcome, row.commands = Outcome.DONE, [str(verb)]
    return said


def _only_verb(commands: Sequence[Command]) -> Verb | None:
    if len(commands) != 1 or commands[0].text:
        return None
    return commands[0].verb if commands[0].subject in ("", "invitation") else None


def _answer(
    row: InboundMessage,
    invitation: AddressInvitation,
    address: str,
    reading: Reading,
    said: str,
    now: datetime,
) -> None:
    """Queue the reply, in the transaction of the command."""
    title = invitation.tournament.title
    context = by_address.link_context(invitation) | {
        "headline": _("%(name)s: nothing has been done yet") % {"name": title},
        "paragraphs": [said],
        "answers": reading.message_id,
    }
    if row.outcome == Outcome.DONE:
        context |= {"headline": said, "paragraphs": [title], "hint": "none"}
    row.answer = post_to_address(
        by_address.EMAIL_KIND,
        address,
        f"{by_address.EMAIL_KIND}:answer:{row.pk}",
        context,
        language=invitation.by.language,
        zone=str(invitation.by.zone),
        now=now,
    )
