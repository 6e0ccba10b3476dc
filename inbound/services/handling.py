"""Processes stored messages: claim, carry out all commands or none, reply, settle.

All effects of a message are in one transaction with its row, so a crash leaves nothing or
everything. Messages that repeatedly crash the worker are set aside.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation

from accounts.models import Player
from accounts.services.errors import Refused as AccountRefused
from games.rules.base import RulesError
from games.services.errors import Refused, is_database_down, is_deadlock
from games.services.match.undelivered import end_email_pauses, record_visit
from games.services.play import commands as texts, flags
from inbound.grammar import Parsed, ParseProblem, is_notice, mentions_absence, moves, parse_reading
from inbound.models import InboundMessage
from inbound.reading import Kind, Reading, is_same_mailbox, read_message
from inbound.services import (
    absences,
    answering,
    confirmation,
    erasure,
    error_limits,
    returns,
    setting_aside,
    strangers,
    words,
)
from inbound.services.acts import at_match, execution, resuming
from inbound.services.command_types import CommandOutcome, CommandRequest
from notifications.addresses import About, InvalidAddressError, Matter, parse_reply_address
from notifications.services.subscriptions import NotRefusableError
from tournaments.services.admission import address_answers

State, Outcome = InboundMessage.State, InboundMessage.Outcome
LEASE = timedelta(minutes=2)
MAX_ATTEMPTS = 5
BATCH_SIZE = 100
FLAG_CODES = texts.SETTLED_REFUSALS | {"match_over"}
MakeSeed = Callable[[], str]
log = logging.getLogger(__name__)


def process_due(*, now: datetime, make_seed: MakeSeed) -> int:
    """Process due messages, oldest first; return how many were settled."""
    due = InboundMessage.objects.filter(state=State.RECEIVED, next_at__lte=now)
    found = list(due.order_by("next_at", "pk").values_list("pk", flat=True)[:BATCH_SIZE])
    return sum(handle_message(pk, now=now, make_seed=make_seed) for pk in found)


def handle_message(pk: int, *, now: datetime, make_seed: MakeSeed) -> bool:
    """Process one message; return whether it was settled. Errors never affect other messages."""
    try:
        if not _claim(pk, now):
            return False
        with transaction.atomic():
            row = InboundMessage.objects.select_for_update().get(pk=pk)
            if row.state != State.RECEIVED:
                return False
            _process_message(row, now, make_seed)
            row.settled_at = now
            row.save()
    except Exception as error:
        if is_database_down(error):
            raise
        _schedule_retry(pk, error, now)
        return False
    _record_visit(row, now)
    return True


def handle_confirmed(pk: int, *, now: datetime, make_seed: MakeSeed) -> InboundMessage:
    """Carry out a held message after confirmation; does nothing the second time."""
    with transaction.atomic():
        row = InboundMessage.objects.select_for_update(of=("self",)).get(pk=pk)
        if row.state == State.HELD:
            row.state = State.SETTLED
            matter = parse_reply_address(row.recipient)
            row.settled_at = now
            if _expected_player(matter) is None:
                _ignore(row, "no_such_player")
            else:
                _run_message(row, matter, _parse_row(row), now, make_seed)
            row.save()
    _record_visit(row, now)
    return row


def _record_visit(row: InboundMessage, now: datetime) -> None:
    """Record the visit of a player whose message was carried out or refused."""
    if row.player is not None and row.outcome in (Outcome.DONE, Outcome.REFUSED):
        record_visit(row.player, now=now)


def _active_player(pk: int) -> Player | None:
    """Return the player if the account is open, active and has an address."""
    player = Player.objects.select_related("user").filter(pk=pk, closed_at=None).first()
    if player is None or player.address is None or player.user is None:
        return None
    return player if player.user.is_active else None


def _expected_player(matter: Matter) -> Player | None:
    """Return the player who answers a matter; None if nobody does (any more)."""
    if matter.about is not About.ADDRESS_INVITATION:
        return _active_player(matter.player)
    asked = strangers.invitation_of(matter)
    return address_answers.addressee_of(asked) if asked is not None else None


def _claim(pk: int, now: datetime) -> bool:
    """Lease a message; return False if another worker has it. After ``TRIES`` it is set aside."""
    mine = InboundMessage.objects.filter(pk=pk, state=State.RECEIVED, next_at__lte=now)
    taken = {"next_at": now + LEASE, "attempts": F("attempts") + 1}
    if mine.filter(attempts__gte=MAX_ATTEMPTS).update(**taken):
        log.error("e-mail %s is set aside after %s attempts", pk, MAX_ATTEMPTS)
        setting_aside.set_aside(pk, now=now, tries=MAX_ATTEMPTS)
        return False
    return bool(mine.update(**taken))


def _schedule_retry(pk: int, error: Exception, now: datetime) -> None:
    """Retry at once after a deadlock, otherwise when the lease expires."""
    if is_deadlock(error):
        InboundMessage.objects.filter(pk=pk).update(next_at=now, attempts=F("attempts") - 1)
        return
    log.exception("e-mail %s could not be read", pk)
    InboundMessage.objects.filter(pk=pk).update(last_error=repr(error)[:500])


def _parse_row(row: InboundMessage) -> Reading:
    raw = bytes(row.raw or b"")
    return read_message(raw, domain=settings.MAIL_DOMAIN, server=settings.MAIL_AUTHSERV)


def _process_message(row: InboundMessage, now: datetime, make_seed: MakeSeed) -> None:
    """Classify a message and handle it."""
    reading = _parse_row(row)
    row.state, row.sender = State.SETTLED, reading.sender.address[:320]
    if settings.MAIL_AUTHSERV:  # without it, the header could be forged
        row.checks = [
            {"method": each.method, "result": each.result, "domain": each.domain}
            for each in reading.checks[:20]
        ]
    if returns.handle_bounce_report(row, reading, now):
        return
    try:
        matter = parse_reply_address(row.recipient)
    except InvalidAddressError:
        _ignore(row, "no_such_address")
        return
    row.matter, row.settled_at = matter.thread, now
    _process_reply(row, matter, reading, now, make_seed)


def _process_reply(
    row: InboundMessage, matter: Matter, reading: Reading, now: datetime, make_seed: MakeSeed
) -> None:
    """Handle a message to a valid reply address."""
    player = _expected_player(matter)
    expected = _expected_address(matter, player).lower()
    own = bool(expected) and is_same_mailbox(reading.sender.address, expected)
    if reading.kind not in (Kind.PERSON, Kind.TOO_LARGE) and not (
        own and reading.is_presumed_automatic
    ):
        _ignore(row, str(reading.kind))
        return
    if player is None:
        _process_without_player(row, matter, reading, now)
        return
    row.player = player
    with translation.override(player.language), timezone.override(player.zone):
        if _seems_automatic(matter, reading, player):
            if not (own and absences.ask_if_automatic(row, matter, reading, now)):
                _ignore(row, str(Kind.AUTO_REPLY))
        elif error_limits.check_error_limit(row, matter, reading, now, own=own):
            if own:
                _run_message(row, matter, reading, now, make_seed)
            else:
                confirmation.request_confirmation(row, matter, reading, now)


def _expected_address(matter: Matter, player: Player | None) -> str:
    """Return the address from which an e-mail about a matter is expected."""
    if player is not None:
        return player.address or ""
    return strangers.address_of(matter)


def _seems_automatic(matter: Matter, reading: Reading, player: Player) -> bool:
    """Whether a program may have written it, although no header is conclusive.

    If the text does not mention an absence, the header may come from a person's server.
    """
    if not (reading.absence or reading.is_presumed_automatic):
        return False
    parsed = _parse_commands(matter, reading, player)
    if reading.is_presumed_automatic and mentions_absence(reading, parsed):
        return True
    return is_notice(reading.absence, parsed, reading.typed)


def _process_without_player(
    row: InboundMessage, matter: Matter, reading: Reading, now: datetime
) -> None:
    if matter.about is About.ADDRESS_INVITATION:
        strangers.handle_stranger(row, matter, reading, now)
        return
    _ignore(row, "no_such_player")
    erasure.erase_if_closed(row, matter.player)


def _ignore(row: InboundMessage, code: str) -> None:
    row.outcome, row.code = Outcome.IGNORED, code[:60]


def _run_message(
    row: InboundMessage, matter: Matter, reading: Reading, now: datetime, make_seed: MakeSeed
) -> None:
    """Carry out the message and reply, or reply why nothing was done."""
    player = row.player
    if player is None:
        _ignore(row, "no_such_player")
        return
    end_email_pauses(player, now=now)
    with translation.override(player.language), timezone.override(player.zone):
        if reading.kind is Kind.TOO_LARGE or reading.doubtful:
            _refuse(row, matter, reading, ParseProblem(reading.doubtful or "too_large"))
            return
        parsed = _parse_commands(matter, reading, player)
        if parsed.problem is not None:
            _refuse(row, matter, reading, parsed.problem)
            return
        asked, done = (
            CommandRequest(parsed.commands, player, matter, now, make_seed),
            CommandOutcome(),
        )
        error = _try_commands(asked, done)
        if error is not None:
            _refuse(row, matter, reading, error)
            return
        resuming.resume_emails(asked, done)
        row.outcome, row.commands = Outcome.DONE, done.commands
        done.said += words.left_out_sentences(parsed.left_out)
        answering.send_outcome(row, matter, reading, done)


def _parse_commands(matter: Matter, reading: Reading, player: Player) -> Parsed:
    """Parse the typed lines, with the rules of the match's game."""
    loaded = at_match.get_match(matter.pk) if matter.about is About.MATCH else None
    is_move = (
        moves.build_move_matcher(loaded.rules, player.language) if loaded is not None else None
    )
    names = [player.name, reading.sender.name]
    names += [seat.player.name for seat in loaded.seats] if loaded is not None else []
    return parse_reading(reading, is_move=is_move, names=names)


def _try_commands(request: CommandRequest, outcome: CommandOutcome) -> Exception | None:
    """Carry out all commands or none; return the error. A fallen flag stays fallen."""
    language = request.player.language
    try:
        with transaction.atomic():
            execution.run_commands(request, outcome)
            if outcome.error is not None and outcome.spelled:
                raise outcome.error
    except (Refused, RulesError, AccountRefused, NotRefusableError) as error:
        if request.matter.about is About.MATCH and getattr(error, "code", "") in FLAG_CODES:
            flags.settle_match(request.matter.pk, now=request.now)
        outcome.error = error
    if outcome.error is not None:  # undo a change of language
        request.player.language = language
        translation.activate(language)
    return outcome.error


def _refuse(
    row: InboundMessage, matter: Matter, reading: Reading, error: Exception | ParseProblem
) -> None:
    """Record the refusal and send the reason."""
    row.outcome = Outcome.REFUSED
    row.code = str(getattr(error, "code", "refused"))[:60]
    answering.send_problem(row, matter, reading, words.describe_problem(error))
