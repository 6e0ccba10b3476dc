"""Sends the reply: what was done, the board and what comes next, or why nothing was done."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.services.emails import match_emails
from games.services.wording.seat_words import turn_sentence
from inbound.models import InboundMessage
from inbound.reading import Reading
from inbound.services import words
from inbound.services.acts import at_match
from inbound.services.command_types import CommandOutcome, Section
from notifications.addresses import About, Matter
from notifications.models import Message
from notifications.services import outbox

MAX_QUOTED_LINES, MAX_QUOTED_LENGTH = 6, 120
ANSWER = "answer"


def send_outcome(
    row: InboundMessage, matter: Matter, reading: Reading, outcome: CommandOutcome
) -> None:
    """Queue the reply with what was done, in the active language."""
    said = [*outcome.said, *(_next_turn_lines(outcome) if outcome.said else [])]
    language = row.player.language if row.player is not None else "en"
    spellings = [words.localize(each, language) for each in outcome.commands]
    told: dict[str, object] = {"said": said, "done": spellings}
    _queue_reply(row, matter, reading, outcome, told)


def _next_turn_lines(outcome: CommandOutcome) -> list[str]:
    """Return whose turn it is; the player's own "your turn" e-mail has the details."""
    if outcome.loaded is None or outcome.seat is None or not outcome.loaded.match.is_running:
        return []
    if outcome.seat.awaited:
        return [_("It is your turn.")]
    names = [
        isolated(other.player.name)
        for other in outcome.loaded.others(outcome.seat)
        if other.awaited
    ]
    return [turn_sentence(names)] if names else []


def send_problem(
    row: InboundMessage,
    matter: Matter,
    reading: Reading,
    sentence: str,
    *,
    key: str = ANSWER,
    shows_match: bool = True,
) -> None:
    """Queue the reply with the reason why nothing was done, in the active language.

    ``key`` is the prefix of the e-mail's key in the outbox.
    """
    done = CommandOutcome()
    if shows_match and matter.about is About.MATCH:
        _show_match(matter, done)
    quoted = [line[:MAX_QUOTED_LENGTH] for line in reading.typed[:MAX_QUOTED_LINES]]
    _queue_reply(row, matter, reading, done, {"error": sentence, "quoted": quoted}, key)


def _show_match(matter: Matter, outcome: CommandOutcome) -> None:
    """Add the board and the moves if the player has a seat in the match."""
    loaded = at_match.get_match(matter.pk)
    seats = loaded.seats if loaded is not None else []
    seat = next((each for each in seats if each.player_id == matter.player), None)
    if loaded is None or seat is None:
        return
    outcome.loaded, outcome.seat = loaded, seat
    if loaded.match.is_running and seat.awaited:
        outcome.sections.append(at_match.moves_section(loaded, seat))
    outcome.sections += [Section(line) for line in _next_turn_lines(outcome) if not seat.awaited]


def send_notice(row: InboundMessage, matter: Matter, reading: Reading, kind: str, url: str) -> None:
    """Queue an e-mail about a message that has not been carried out (yet)."""
    assert row.player is not None
    quoted = [line[:MAX_QUOTED_LENGTH] for line in reading.typed[:MAX_QUOTED_LINES]]
    context = {
        "url": url,
        "matter": [str(matter.about), *_get_matter_ids(matter)],
        "from_address": reading.sender.address,
        "quoted": quoted,
        "answers": reading.message_id,
    }
    row.answer = outbox.post(
        kind=kind,
        player=row.player,
        key=f"{kind}:{row.pk}",
        context=context,
        now=row.settled_at or row.received_at,
        thread=matter.thread,
    )


def _queue_reply(
    row: InboundMessage,
    matter: Matter,
    reading: Reading,
    outcome: CommandOutcome,
    told: dict[str, object],
    key: str = ANSWER,
) -> None:
    """Queue the reply, in the transaction of the commands."""
    assert row.player is not None
    key, now = f"{key}:{row.pk}", row.settled_at or row.received_at
    if row.answer is not None:  # an earlier one said it was held or set aside
        key += f":{row.answer.pk}"
    told |= {
        "sections": [section.to_json() for section in outcome.sections],
        "answers": reading.message_id,
        "attachments": reading.attachments,
    }
    if outcome.loaded is not None and outcome.seat is not None:
        match_emails.notify_reply(
            outcome.loaded, outcome.seat, key, told, reader=row.player, now=now
        )
        row.answer = Message.objects.filter(key=key).first()
        return
    about = [str(matter.about), *_get_matter_ids(matter)]
    context = told | {"layout": "plain", "url": "/matches/", "matter": about}
    row.answer = outbox.post(
        kind=ANSWER, player=row.player, key=key, context=context, now=now, thread=matter.thread
    )


def _get_matter_ids(matter: Matter) -> list[int]:
    """Return the numbers that identify a matter in an e-mail's context."""
    if matter.about is About.PLAYER:
        return []
    if matter.about is About.MATCH:
        where = [matter.pk, matter.ply, matter.seat, matter.generation]
        return [*where, matter.question] if matter.question else where
    return [matter.pk]
