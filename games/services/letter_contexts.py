"""What letters about a match hold, as plain JSON in the reader's own language."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from datetime import datetime
from typing import Any

from games import clocks, lots
from games.models import Match, Order, Ply, Seat
from games.orders.automatic import foresees, stands
from games.queries import keep_secrets
from games.rules import registry
from games.rules.series import LegResult
from games.services import story, wording
from games.services.auctions import auction_lines
from games.services.examples import takes_steps, whole_turn
from games.services.links import absolute
from games.services.notation import lay_out
from games.services.pictures import board_of, words_now
from games.services.seat_words import order_sentence
from games.services.table import Table
from games.services.words.orders import lapsed_sentence
from games.services.words.registry import family_words

LINKS_AT_MOST = 40
NOT_BY_HAND = frozenset({Ply.Source.SERVER, Ply.Source.ORDER})


def match_context(table: Table, seat: Seat) -> dict[str, Any]:
    """Return what every letter about a match holds."""
    match = table.match
    others = [other.player.name for other in table.others(seat)]
    return {
        "match": match.pk,
        "url": absolute(match.get_absolute_url()),
        "player": seat.player.name,
        "opponents": wording.join_names(others),
        "ruleset": wording.ruleset_name(match.ruleset),
        "terms": wording.options_line(match.ruleset, match.options),
        "rated": match.rated,
        "control": wording.time_line(
            match.time_control, len(table.seats), match.caretaker, match.ruleset
        ),
        "event": match.event and wording.event_line(match.event),
        "board": board_of(table, seat=seat.number, since=_left_at(table, seat)),
        "auction": auction_lines(table, seat.number),
        "score": wording.score_line(table, seat),
        "side": _sides_words(table, seat) if match.is_running else "",
    }


def _left_at(table: Table, seat: Seat) -> Any:
    """Return the state in which the reader left the board, where dice have run on since."""
    tells = family_words(table.match.ruleset).tells_throws
    return story.seen_before(table, seat) if tells else None


def _sides_words(table: Table, seat: Seat) -> str:
    """Return which colour the reader plays; among three and four who follows whom."""
    if len(table.seats) > 2:
        return order_sentence(table, seat)
    return wording.side_sentence(table, seat)


def turn_context(table: Table, seat: Seat, now: datetime) -> dict[str, Any]:
    """Return what a letter needs so that its reader can answer at once: position, moves, time."""
    match = table.match
    moves = table.rules.moves(table.state, seat.number) if seat.awaited else ()
    example = table.rules.spell(whole_turn(table, seat.number, moves[0])) if moves else ""
    parts = bool(moves) and takes_steps(table, seat.number, moves[0])
    few = moves if len(moves) <= LINKS_AT_MOST and not parts else ()
    spelled = [table.rules.spell(move) for move in few]
    return match_context(table, seat) | {
        "awaited": seat.awaited,
        "news": news(table, seat),
        "ply": match.ply_count,
        "seat": seat.number,
        "moves": _moves_offered(table, spelled),
        "example": wording.notation(table, example) if example else "",
        "task": family_words(match.ruleset).task(table.state, words_now()) if moves else "",
        "grammar": family_words(match.ruleset).grammar() if moves else "",
        "standing": _standing(table, seat),
        "deadline": seat.deadline_at.isoformat() if seat.deadline_at else None,
        "left": _seconds_left(table, seat, now),
        "tie_offered": any(other.tie_offered_at_ply is not None for other in table.others(seat)),
    }


def _standing(table: Table, seat: Seat) -> str:
    """Return the standing order that leaves this roll to its owner; empty without one."""
    if not (seat.awaited and seat.has_orders and stands(table.match.ruleset)):
        return ""
    found = table.waiting or Order.objects.open().filter(match=table.match)
    return next((each.text for each in found if each.seat == seat.number and each.is_standing), "")


def _moves_offered(table: Table, spelled: Sequence[str]) -> list[dict[str, str]]:
    """Return moves as links: as spelled, as the reader writes them, and what they do besides."""
    plain = family_words(table.match.ruleset).lists_moves
    return [
        {
            "text": text,
            "shown": wording.notation(table, text),
            "words": words.removeprefix(f"{text} ") if plain else words,
        }
        for text, words in zip(spelled, wording.moves_words(table, spelled), strict=True)
    ]


def _seconds_left(table: Table, seat: Seat, now: datetime) -> int | None:
    """Return the running time this seat has left, in seconds; None without a limit."""
    if seat.awaited_since is None:
        return None
    left = clocks.remaining(
        table.match.time_control,
        clocks.Budget.from_json(seat.budget),
        table.stops_of(seat),
        seat.awaited_since,
        now,
    )
    return None if left is None else max(0, int(left.total_seconds()))


def _latest_plies(table: Table, seat: Seat) -> list[Ply]:
    """Return the latest plies, newest first; no query where the turn just played is all of it."""
    if table.added and table.added[0].number <= seat.last_ply + 1:
        return table.added[::-1]
    return list(Ply.objects.filter(match=table.match).order_by("-number")[:12])


def news(table: Table, seat: Seat) -> list[str]:
    """Return one sentence for each ply since the reader's own last one, or for each throw."""
    if family_words(table.match.ruleset).tells_throws:
        return story.news_of(table, seat)
    plies = [copy(ply) for ply in _latest_plies(table, seat)]
    fresh: list[Ply] = []
    for ply in plies:
        if ply.seat == seat.number and ply.source not in NOT_BY_HAND:
            break
        fresh.append(ply)
    fresh.reverse()
    lay_out(table, fresh)
    keep_secrets(table.rules, table.state, fresh, seat.number)
    return [wording.ply_sentence(table, ply, reader=seat.number) for ply in fresh]


def order_news(table: Table, seat: Seat) -> list[str]:
    """Return that orders of the reader have lapsed since his own last move; nothing if none has."""
    if not (seat.has_orders and foresees(table.match.ruleset)):
        return []
    lapsed = Order.objects.filter(
        match=table.match,
        seat=seat.number,
        state=Order.State.LAPSED,
        closed_ply__gt=seat.last_ply,
    ).count()
    return [lapsed_sentence(lapsed)] if lapsed else []


def leg_news(table: Table, legs: Sequence[LegResult[Any]]) -> list[str]:
    """Return how these legs ended."""
    names = [each.player.name for each in table.seats]
    return [wording.leg_sentence(leg, table.match.ruleset, names) for leg in legs]


def lots_of(match: Match) -> dict[str, str] | None:
    """Return the digest of the seed and where lots are verified; None in games without chance."""
    if not registry.has_lots(match.ruleset):
        return None
    url = absolute(f"{match.get_absolute_url()}lots/")
    return {"digest": lots.digest(match.lots_seed), "url": url}
