"""Composes match e-mails when they are sent, from the facts stored in the outbox.

E-mails of other kinds store their text; ``config.emails.composing`` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games.families import leaving
from games.models import ChatLine, Match, RatingEntry, Seat
from games.models.chat import hidden_text
from games.rules.base import JSONObject
from games.services.emails import validity
from games.services.emails.contexts import (
    draw_proof,
    lapsed_news,
    leg_news,
    match_context,
    recent_news,
    reply_reference,
    turn_context,
)
from games.services.emails.deadline_files import attach_calendar
from games.services.emails.question_links import question_url
from games.services.match.facts import Facts, MatchGoneError, restore_match
from games.services.match.loaded import LoadedMatch
from games.services.match.pictures import render_board
from games.services.wording import multiplayer_words, result_words, wording
from notifications.models import Message
from notifications.services.rendering import NotComposableError

RULING_KINDS = frozenset({"ruling", "appeal_result"})
REPLY_FACTS = ("said", "done", "error", "quoted", "sections", "answers", "attachments", "layout")


def compose(message: Message, now: datetime) -> JSONObject:
    """Return the context of an e-mail's templates, in its language.

    The match is as it was when the e-mail was posted; deadlines and offers are current. Writes
    nothing. Raises NotComposableError if the e-mail is outdated or its subject is gone.
    """
    today = validity.current_seats(message)
    if why := validity.outdated_reason(message, today, now):
        raise NotComposableError(why)
    return build_context(message, today, now)


def build_context(message: Message, today: Sequence[Seat], now: datetime) -> JSONObject:
    """Return the context with the current deadlines and offers, even if the e-mail is outdated."""
    given: Facts = message.context
    if "match_facts" not in given:
        return _stored_context(message, today, now)
    try:
        loaded = restore_match(given["match_facts"])
    except MatchGoneError as gone:
        raise NotComposableError(str(gone)) from gone
    validity.refresh_seats(loaded, today)
    seat = loaded.seats[given["seat"]]
    with translation.override(message.language):
        context = _CONTEXTS[message.kind](loaded, seat, given)
        return attach_calendar(message, context, today, now)


def _stored_context(message: Message, today: Sequence[Seat], now: datetime) -> JSONObject:
    """Return the stored context; for rulings about the reader's match with the current deadline."""
    given: Facts = message.context
    if message.kind not in RULING_KINDS or "seat" not in given:
        return given
    until = validity.own_deadline(message, today)
    told = given | {"deadline": until.isoformat() if until else None}
    with translation.override(message.language):
        return attach_calendar(message, told, today, now)


def _base_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Return the context of every match e-mail plus the stored facts."""
    apart = ("url", "match_facts", "seat")
    told = {name: value for name, value in facts.items() if name not in apart}
    return match_context(loaded, seat) | told


def _question_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Add what the reply address and the answer link need to name the question."""
    return _base_context(loaded, seat, facts) | {
        "matter": reply_reference(loaded.match, seat, facts["asked"]),
        "answer_url": question_url(seat, facts["asked"]),
    }


def _started_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Add who starts, how that was decided, and the proof of random draws."""
    return turn_context(loaded, seat, facts) | {
        "start": wording.start_sentence(loaded, seat),
        "draft": wording.draft_sentence(loaded, seat),
        "lots": draw_proof(loaded.match),
    }


def _turn_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Add legs that ended, lapsed orders and the question to answer."""
    context = turn_context(loaded, seat, facts)
    question = context["question"]
    context["matter"] = reply_reference(loaded.match, seat, question)
    context["answer_url"] = question_url(seat, question) if question else ""
    context["news"] += [*leg_news(loaded, facts["legs"]), *lapsed_news(facts["lapsed"])]
    return context


def _reminder_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    return turn_context(loaded, seat, facts) | {"step": facts["step"]}


def _leg_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Return the result of a leg and its final position."""
    return match_context(loaded, seat) | {
        "news": recent_news(loaded, seat) + leg_news(loaded, facts["legs"]),
        "score": wording.score_after_leg(loaded, seat),
        "board": render_board(loaded, loaded.state.finished[-1].final),
    }


def _order_played_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Return what an order has played and how many orders are waiting."""
    waiting = validity.open_orders(seat).count()
    return _base_context(loaded, seat, facts) | {
        "news": recent_news(loaded, seat),
        "waiting": waiting,
    }


def _finished_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Return the result and the change of the reader's rating."""
    match, many = loaded.match, len(loaded.seats) > 2
    over = match.status == Match.Status.FINISHED
    doubt = result_words.time_loss_hint(match, loaded.seats, loaded.rules, loaded.state)
    entry = RatingEntry.objects.get(pk=facts["rated"]) if facts["rated"] else None
    return match_context(loaded, seat) | {
        "result": result_words.result_sentence(match, loaded.seats, seat),
        "standings": multiplayer_words.standings_lines(loaded.seats) if many and over else [],
        "ending": f"{result_words.ending_sentence_for(match, loaded.seats, seat)} {doubt}".rstrip(),
        "rating": result_words.entry_sentence(entry) if entry else "",
        "news": recent_news(loaded, seat),
        "annulled": match.status == Match.Status.ANNULLED,
    }


def _flagged_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Add whether the claim gives only a draw, because the reader could no longer win."""
    drawn = loaded.rules.may_win(loaded.state, seat.number) is False
    return _base_context(loaded, seat, facts) | {"drawn": drawn}


def _absence_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Return who is absent or replaced, and who plays the seat from now on."""
    until: datetime | None = None
    if "why" in facts:
        name, own = isolated(seat.player.name), facts["role"] == "owner"
        sat = Player.objects.filter(pk=facts["before_player"]).first()
        before = isolated(validity.current_name(sat, facts["before"]))
        what = multiplayer_words.change_sentence(facts["why"], facts["role"], name, before)
    else:
        absent = loaded.seats[facts["absent"]]
        name, own = isolated(absent.player.name), absent is seat
        what = multiplayer_words.absence_sentence(absent, facts["event"], own=own)
        if facts["event"] == "offered":
            until = absent.deadline_at or absent.offered_until
    told = {"who": name, "what": what, "own": own, "offered_until": until}
    return match_context(loaded, seat) | told


def _unreached_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Add the player whose e-mails do not arrive."""
    return _base_context(loaded, seat, facts) | {
        "absent": loaded.seats[facts["absent_seat"]].player.name
    }


def _leave_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Add the player who is on leave."""
    return _base_context(loaded, seat, facts) | {
        "away": loaded.seats[facts["away_seat"]].player.name
    }


def _chat_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Quote the chat lines, except those hidden by operators."""
    numbers = [line["number"] for line in facts["lines"]]
    said = ChatLine.objects.select_related("player").in_bulk(numbers)
    lines = [_quote_chat_line(line, said[line["number"]]) for line in facts["lines"]]
    return match_context(loaded, seat) | {
        "lines": lines,
        "writers": leaving.join_names(list(dict.fromkeys(line["by"] for line in lines))),
        "partners_only": all(line["partners_only"] for line in lines),
        "is_last": facts.get("is_last", False),
        "last_writer": lines[-1]["by"],
    }


def _quote_chat_line(line: Facts, now: ChatLine) -> Facts:
    """Return a chat line as it may be quoted now."""
    text = line["text"] or _("Read this message on the match page.")
    by = validity.current_name(now.player, line["by"])
    return line | {"text": hidden_text() if now.hidden_at else text, "by": by}


def _reply_context(loaded: LoadedMatch, seat: Seat, facts: Facts) -> Facts:
    """Return the result of the reader's own e-mail, with the match as it was then."""
    told = {name: facts[name] for name in REPLY_FACTS if name in facts}
    return turn_context(loaded, seat, facts) | told


_CONTEXTS: dict[str, Callable[[LoadedMatch, Seat, Facts], Facts]] = {
    "match_started": _started_context,
    "your_turn": _turn_context,
    "reminder": _reminder_context,
    "leg_finished": _leg_context,
    "order_played": _order_played_context,
    "match_finished": _finished_context,
    "tie_offered": _question_context,
    "take_back_asked": _question_context,
    "pause_proposed": _question_context,
    "flagged": _flagged_context,
    "absence": _absence_context,
    "bounce_notice": _unreached_context,
    "opponent_on_leave": _leave_context,
    "chat_digest": _chat_context,
    "answer": _reply_context,
}
