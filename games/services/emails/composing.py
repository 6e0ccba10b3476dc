"""E-mails about matches, composed when they are sent: from what their row in the outbox has kept.

What rows of other kinds tell is stored with them; ``config.emails.composing`` reads it again.
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
from games.models.chat import hidden_words
from games.rules.base import JSONObject
from games.services.emails import validity
from games.services.emails.contexts import (
    lapsed_news,
    leg_news,
    lots_of,
    match_context,
    matter_of,
    recent_news,
    turn_context,
)
from games.services.emails.deadline_files import with_calendar
from games.services.emails.question_links import question_url
from games.services.match.facts import Facts, TableGoneError, restore_table
from games.services.match.pictures import render_board
from games.services.match.table import Table
from games.services.wording import multiplayer_words, result_words, wording
from notifications.models import Message
from notifications.services.rendering import NotComposableError

RULINGS = frozenset({"ruling", "appeal_result"})
ANSWERED = ("said", "done", "fault", "quoted", "sections", "answers", "attachments", "layout")


def compose(message: Message, now: datetime) -> JSONObject:
    """Return the context of an e-mail's templates, in its language.

    It tells what was when it was posted, deadlines and offers of now. Writes nothing and may be
    repeated. Raises NotComposableError if what it is about is no more, or is not true any more.
    """
    today = validity.current_seats(message)
    if why := validity.outdated_reason(message, today, now):
        raise NotComposableError(why)
    return context_of(message, today, now)


def context_of(message: Message, today: Sequence[Seat], now: datetime) -> JSONObject:
    """Compose an e-mail with the deadlines and offers of these seats, even if it is outdated."""
    given: Facts = message.context
    if "table" not in given:
        return _stored_context(message, today, now)
    try:
        table = restore_table(given["table"])
    except TableGoneError as gone:
        raise NotComposableError(str(gone)) from gone
    validity.refresh_seats(table, today)
    seat = table.seats[given["seat"]]
    with translation.override(message.language):
        context = _CONTEXTS[message.kind](table, seat, given)
        return with_calendar(message, context, today, now)


def _stored_context(message: Message, today: Sequence[Seat], now: datetime) -> JSONObject:
    """Return the text that a row has stored; rulings about the reader's match with the deadline."""
    given: Facts = message.context
    if message.kind not in RULINGS or "seat" not in given:
        return given
    until = validity.own_deadline(message, today)
    told = given | {"deadline": until.isoformat() if until else None}
    with translation.override(message.language):
        return with_calendar(message, told, today, now)


def _plain(table: Table, seat: Seat, given: Facts) -> Facts:
    """Add what the row tells to what every e-mail about a match holds."""
    told = {name: value for name, value in given.items() if name not in ("url", "table", "seat")}
    return match_context(table, seat) | told


def _question_context(table: Table, seat: Seat, given: Facts) -> Facts:
    """State the question; reply address and link name it."""
    return _plain(table, seat, given) | {
        "matter": matter_of(table.match, seat, given["asked"]),
        "answer_url": question_url(seat, given["asked"]),
    }


def _started(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say that the match has begun, who begins and how that was found."""
    return turn_context(table, seat, given) | {
        "start": wording.start_sentence(table, seat),
        "draft": wording.draft_sentence(table, seat),
        "lots": lots_of(table.match),
    }


def _turn(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say what has been played, and what may be."""
    context = turn_context(table, seat, given)
    question = context["question"]
    context["matter"] = matter_of(table.match, seat, question)
    context["answer_url"] = question_url(seat, question) if question else ""
    context["news"] += [*leg_news(table, given["legs"]), *lapsed_news(given["lapsed"])]
    return context


def _reminder(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say the same as at the beginning of the turn, and what time is left."""
    return turn_context(table, seat, given) | {"step": given["step"]}


def _leg(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say how a leg ended, and show its last position."""
    return match_context(table, seat) | {
        "news": recent_news(table, seat) + leg_news(table, given["legs"]),
        "score": wording.score_after_leg(table, seat),
        "board": render_board(table, table.state.finished[-1].final),
    }


def _answered(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say what an order has answered, and how many still wait."""
    return _plain(table, seat, given) | {"news": recent_news(table, seat)}


def _finished(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say how the match ended, and what it did to the reader's rating."""
    match, many = table.match, len(table.seats) > 2
    over = match.status == Match.Status.FINISHED
    doubt = result_words.time_doubt(match, table.seats, table.rules, table.state)
    entry = RatingEntry.objects.get(pk=given["rated"]) if given["rated"] else None
    return match_context(table, seat) | {
        "result": result_words.result_sentence(match, table.seats, seat),
        "standings": multiplayer_words.standings_words(table.seats) if many and over else [],
        "ending": f"{result_words.ending_for(match, table.seats, seat)} {doubt}".rstrip(),
        "rating": result_words.entry_sentence(entry) if entry else "",
        "news": recent_news(table, seat),
        "annulled": match.status == Match.Status.ANNULLED,
    }


def _flagged(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say that the reader may claim the win, or the draw where they could not win any more."""
    drawn = table.rules.may_win(table.state, seat.number) is False
    return _plain(table, seat, given) | {"drawn": drawn}


def _absence(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say which player is silent, and who plays the seat from now on."""
    if "why" in given:
        name, own = isolated(seat.player.name), given["role"] == "owner"
        sat = Player.objects.filter(pk=given["before_player"]).first()
        before = isolated(validity.current_name(sat, given["before"]))
        what = multiplayer_words.change_sentence(given["why"], given["role"], name, before)
    else:
        absent = table.seats[given["absent"]]
        name, own = isolated(absent.player.name), absent is seat
        what = multiplayer_words.absence_sentence(absent, given["event"], own=own)
    return match_context(table, seat) | {"who": name, "what": what, "own": own}


def _unreached(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say who is not reached, since when, and until when their clock stands still."""
    return _plain(table, seat, given) | {"absent": table.seats[given["absent_seat"]].player.name}


def _on_leave(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say who is away, and from when to when."""
    return _plain(table, seat, given) | {"away": table.seats[given["away_seat"]].player.name}


def _chat(table: Table, seat: Seat, given: Facts) -> Facts:
    """Quote the chat, without what operators have hidden meanwhile."""
    numbers = [line["number"] for line in given["lines"]]
    said = ChatLine.objects.select_related("player").in_bulk(numbers)
    lines = [_quote_chat_line(line, said[line["number"]]) for line in given["lines"]]
    return match_context(table, seat) | {
        "lines": lines,
        "writers": leaving.join_names(list(dict.fromkeys(line["by"] for line in lines))),
        "partners_only": all(line["partners_only"] for line in lines),
    }


def _quote_chat_line(line: Facts, now: ChatLine) -> Facts:
    """Return a line of the chat as it may be quoted now."""
    text = line["text"] or _("Read this message on the page of the match.")
    by = validity.current_name(now.player, line["by"])
    return line | {"text": hidden_words() if now.hidden_at else text, "by": by}


def _answer(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say what the reader's e-mail did, and show the match as it was then."""
    told = {name: given[name] for name in ANSWERED if name in given}
    return turn_context(table, seat, given) | told


_CONTEXTS: dict[str, Callable[[Table, Seat, Facts], Facts]] = {
    "match_started": _started,
    "your_turn": _turn,
    "reminder": _reminder,
    "leg_finished": _leg,
    "order_played": _answered,
    "match_finished": _finished,
    "tie_offered": _question_context,
    "take_back_asked": _question_context,
    "pause_proposed": _question_context,
    "flagged": _flagged,
    "absence": _absence,
    "bounce_notice": _unreached,
    "opponent_on_leave": _on_leave,
    "chat_digest": _chat,
    "answer": _answer,
}
