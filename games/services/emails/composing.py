"""E-mails about matches, composed when they are sent: from what their row in the outbox has kept.

Rows of other kinds, and those stored with their text, are sent as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import translation

from games.families import leaving
from games.models import Match, RatingEntry, Seat
from games.rules.base import JSONObject
from games.services.emails.contexts import (
    lapsed_news,
    leg_news,
    lots_of,
    match_context,
    news,
    turn_context,
)
from games.services.match.facts import Facts, TableGoneError, table_of
from games.services.match.pictures import board_of
from games.services.match.table import Table
from games.services.wording import multiplayer_words, result_words, wording
from notifications.models import Message
from notifications.services import delivery
from notifications.services.rendering import NotComposableError


def deliver_due(now: datetime) -> delivery.Tally:
    """Compose and send the e-mails that are due; safe to run many times at once."""
    return delivery.deliver_due(now, compose)


def compose(message: Message) -> JSONObject:
    """Return the context of an e-mail's templates, in its language, as of when it was posted.

    Writes nothing and may be repeated. Raises NotComposableError if what it is
    about is no more.
    """
    given: Facts = message.context
    if "table" not in given:
        return given
    try:
        table = table_of(given["table"])
    except TableGoneError as gone:
        raise NotComposableError(str(gone)) from gone
    with translation.override(message.language):
        return _CONTEXTS[message.kind](table, table.seats[given["seat"]], given)


def _plain(table: Table, seat: Seat, given: Facts) -> Facts:
    """Add what the row tells to what every e-mail about a match holds."""
    told = {name: value for name, value in given.items() if name not in ("url", "table", "seat")}
    return match_context(table, seat) | told


def _started(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say that the match has begun, who begins and how that was found."""
    return turn_context(table, seat, given) | {
        "start": wording.start_sentence(table, seat),
        "lots": lots_of(table.match),
    }


def _turn(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say what has been played, and what may be."""
    context = turn_context(table, seat, given)
    context["news"] += [*leg_news(table, given["legs"]), *lapsed_news(given["lapsed"])]
    return context


def _reminder(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say the same as at the beginning of the turn, and what time is left."""
    return turn_context(table, seat, given) | {"step": given["step"]}


def _leg(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say how a leg ended, and show its last position."""
    return match_context(table, seat) | {
        "news": news(table, seat) + leg_news(table, given["legs"]),
        "board": board_of(table, table.state.finished[-1].final),
    }


def _answered(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say what an order has answered, and how many still wait."""
    return _plain(table, seat, given) | {"news": news(table, seat)}


def _finished(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say how the match ended, and what it did to the reader's rating."""
    match, many = table.match, len(table.seats) > 2
    over = match.status == Match.Status.FINISHED
    entry = RatingEntry.objects.get(pk=given["rated"]) if given["rated"] else None
    return match_context(table, seat) | {
        "result": result_words.result_sentence(match, table.seats, seat),
        "standings": multiplayer_words.standings_words(table.seats) if many and over else [],
        "ending": result_words.ending_for(match, table.seats, seat),
        "rating": result_words.entry_sentence(entry) if entry else "",
        "news": news(table, seat),
        "annulled": match.status == Match.Status.ANNULLED,
    }


def _absence(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say who is silent, who plays a seat from now on."""
    if "why" in given:
        name, own = seat.player.name, given["role"] == "owner"
        what = multiplayer_words.change_sentence(given["why"], given["role"], name, given["before"])
    else:
        absent = table.seats[given["absent"]]
        name, own = absent.player.name, absent is seat
        what = multiplayer_words.absence_sentence(absent, given["event"], own=own)
    return match_context(table, seat) | {"who": name, "what": what, "own": own}


def _chat(table: Table, seat: Seat, given: Facts) -> Facts:
    """Say what was said."""
    lines = given["lines"]
    return match_context(table, seat) | {
        "lines": lines,
        "writers": leaving.join_names(list(dict.fromkeys(line["by"] for line in lines))),
        "partners_only": all(line["partners_only"] for line in lines),
    }


_CONTEXTS: dict[str, Callable[[Table, Seat, Facts], Facts]] = {
    "match_started": _started,
    "your_turn": _turn,
    "reminder": _reminder,
    "leg_finished": _leg,
    "order_played": _answered,
    "match_finished": _finished,
    "tie_offered": _plain,
    "flagged": _plain,
    "absence": _absence,
    "opponent_on_leave": _plain,
    "chat_digest": _chat,
}
