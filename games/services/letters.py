"""Which letter goes to whom when something happens at a table; the outbox does the rest.

Every context is plain JSON in the reader's own language; instants are ISO texts in UTC.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from datetime import datetime
from typing import Any

from django.utils import translation

from accounts.models import Player
from games import clocks, lots
from games.models import ChatLine, Match, Order, Ply, Seat
from games.queries import keep_secrets
from games.rules import registry
from games.rules.series import LegResult
from games.services import company_words, story, wording
from games.services.examples import takes_steps, whole_turn
from games.services.links import absolute
from games.services.notation import lay_out
from games.services.pictures import board_of, words_now
from games.services.table import Table
from games.services.words.orders import lapsed_sentence
from games.services.words.registry import family_words
from notifications.services import outbox

LINKS_AT_MOST = 40
NOT_BY_HAND = frozenset({Ply.Source.SERVER, Ply.Source.ORDER})
CHAT_LINES = 10
RULED = frozenset({"adjudicated", "forfeit", "annulled"})
POINTLESS_AFTER_THE_END = (
    "match_started",
    "your_turn",
    "reminder",
    "tie_offered",
    "flagged",
    "opponent_on_leave",
    "absence",
    "order_played",
)


def turn_key(match: Match, turn: int, seat: int) -> str:
    """Return the unique key of a turn letter."""
    return f"your_turn:{match.pk}:{turn}:{seat}"


def reminder_key(match: Match, seat: Seat, step: str) -> str:
    """Return the unique key of a reminder of the turn that awaits the seat."""
    return f"reminder:{match.pk}:{_turn_of(match, seat)}:{seat.number}:{step}"


def _turn_of(match: Match, seat: Seat) -> int:
    """Return the turn that awaits a seat: not always the latest where several are awaited."""
    return seat.woken_turn or match.turn


def tie_key(match: Match, ply: int, seat: int) -> str:
    """Return the unique key of the letter to a seat about a tie offered after ``ply`` plies."""
    return f"tie_offered:{match.pk}:{ply}:{seat}"


def leave_key(match: Match, leave: Any, seat: int) -> str:
    """Return the unique key of the letter that tells a seat of a leave."""
    return f"opponent_on_leave:{match.pk}:{leave.pk}:{seat}"


def withdraw_turn(match: Match, seat: Seat, *, now: datetime) -> None:
    """Take back the letter of the turn that awaits the seat: it has been answered."""
    turn = _turn_of(match, seat)
    if turn == 1:
        outbox.withdraw(f"match_started:{match.pk}:{seat.number}", now=now)
    else:
        outbox.withdraw(turn_key(match, turn, seat.number), now=now)


def withdraw_reminders(match: Match, seat: Seat, steps: Sequence[str], *, now: datetime) -> None:
    """Take back what still waits of these reminders of the turn that awaits the seat."""
    for step in steps:
        outbox.withdraw(reminder_key(match, seat, step), now=now)


def withdraw_tie(match: Match, ply: int, seat: int, *, now: datetime) -> None:
    """Take back the letter to this seat about a tie offered after ``ply`` plies."""
    outbox.withdraw(tie_key(match, ply, seat), now=now)


def withdraw_leave(table: Table, leave: Any, *, now: datetime) -> None:
    """Take back the letters that still wait to tell of a leave."""
    for seat in table.seats:
        outbox.withdraw(leave_key(table.match, leave, seat.number), now=now)


def withdraw_all(match: Match, *, now: datetime) -> None:
    """Take back every letter that a finished match has made pointless."""
    outbox.withdraw_thread(match.thread, POINTLESS_AFTER_THE_END, now=now)


def reachable(player: Player) -> bool:
    """Whether a letter could reach the player at all (saves composing it)."""
    return player.address is not None


def _wants_turns(table: Table, seat: Seat) -> bool:
    """Whether to write to a player that he is to move: not who plays alone, or is away anyhow."""
    return len(table.seats) > 1 and not seat.cared_since and reachable(seat.player)


def post(
    kind: str,
    player: Player,
    key: str,
    thread: str,
    context: dict[str, Any],
    now: datetime,
    *,
    settle: bool = False,
) -> None:
    """Put one letter into the outbox."""
    outbox.post(
        kind=kind, player=player, key=key, context=context, now=now, thread=thread, settle=settle
    )


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
        "control": wording.time_line(match.time_control, len(table.seats), match.caretaker),
        "event": match.event and wording.event_line(match.event),
        "board": board_of(table, seat=seat.number, since=_left_at(table, seat)),
        "score": wording.score_line(table, seat),
        "side": wording.side_sentence(table, seat) if match.is_running else "",
    }


def _left_at(table: Table, seat: Seat) -> Any:
    """Return the state in which the reader left the board, where dice have run on since."""
    tells = family_words(table.match.ruleset).tells_throws
    return story.seen_before(table, seat) if tells else None


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
        "news": _news(table, seat),
        "ply": match.ply_count,
        "seat": seat.number,
        "moves": _moves_offered(table, spelled),
        "example": wording.notation(table, example) if example else "",
        "task": family_words(match.ruleset).task(table.state, words_now()) if moves else "",
        "grammar": family_words(match.ruleset).grammar() if moves else "",
        "deadline": seat.deadline_at.isoformat() if seat.deadline_at else None,
        "left": _seconds_left(table, seat, now),
        "tie_offered": any(other.tie_offered_at_ply is not None for other in table.others(seat)),
    }


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


def _news(table: Table, seat: Seat) -> list[str]:
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


def _order_news(table: Table, seat: Seat) -> list[str]:
    """Return that orders of the reader have lapsed since his own last move; nothing if none has."""
    if not seat.has_orders:
        return []
    lapsed = Order.objects.filter(
        match=table.match,
        seat=seat.number,
        state=Order.State.LAPSED,
        closed_ply__gt=seat.last_ply,
    ).count()
    return [lapsed_sentence(lapsed)] if lapsed else []


def _leg_news(table: Table, legs: Sequence[LegResult[Any]]) -> list[str]:
    """Return how these legs ended."""
    names = [each.player.name for each in table.seats]
    return [wording.leg_sentence(leg, table.match.ruleset, names) for leg in legs]


def _lots_of(match: Match) -> dict[str, str] | None:
    """Return the digest of the seed and where lots are verified; None in games without chance."""
    if not registry.has_lots(match.ruleset):
        return None
    url = absolute(f"{match.get_absolute_url()}lots/")
    return {"digest": lots.digest(match.lots_seed), "url": url}


def tell_started(table: Table, seat: Seat, *, now: datetime) -> None:
    """Tell a player that the match has begun; the starter's letter is his first turn letter."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = turn_context(table, seat, now) | {
            "start": wording.start_sentence(table, seat),
            "lots": _lots_of(table.match),
        }
    key = f"match_started:{table.match.pk}:{seat.number}"
    post("match_started", seat.player, key, table.match.thread, context, now, settle=True)


def tell_turn(
    table: Table, seat: Seat, *, now: datetime, legs: Sequence[LegResult[Any]] = ()
) -> None:
    """Tell a player that it is his turn, after his settle delay and not in his quiet hours."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = turn_context(table, seat, now)
        context["news"] += [*_leg_news(table, legs), *_order_news(table, seat)]
    if seat.has_orders:
        outbox.withdraw_thread(table.match.thread, ("order_played",), now=now, player=seat.player)
    key = turn_key(table.match, table.match.turn, seat.number)
    post("your_turn", seat.player, key, table.match.thread, context, now, settle=True)


def tell_leg(table: Table, seat: Seat, *, now: datetime, legs: Sequence[LegResult[Any]]) -> None:
    """Tell a player who is not to move how a leg ended."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "news": _news(table, seat) + _leg_news(table, legs),
            "board": board_of(table, legs[-1].final),
        }
    key = f"leg_finished:{table.match.pk}:{table.match.turn}:{seat.number}"
    post("leg_finished", seat.player, key, table.match.thread, context, now, settle=True)


def tell_answered(table: Table, seat: Seat, *, now: datetime) -> None:
    """Tell a player what his order has answered; takes back an earlier such letter unsent."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "news": _news(table, seat),
            "waiting": Order.objects.open().filter(match=table.match, seat=seat.number).count(),
        }
    outbox.withdraw_thread(table.match.thread, ("order_played",), now=now, player=seat.player)
    key = f"order_played:{table.match.pk}:{table.match.turn}:{seat.number}"
    post("order_played", seat.player, key, table.match.thread, context, now, settle=True)


def tell_reminder(table: Table, seat: Seat, step: str, *, now: datetime) -> None:
    """Remind a player of a turn; once a step."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = turn_context(table, seat, now) | {"step": step}
    key = reminder_key(table.match, seat, step)
    post("reminder", seat.player, key, table.match.thread, context, now)


def tell_finished(table: Table, seat: Seat, *, now: datetime) -> None:
    """Tell a player how the match ended and what it did to his rating.

    Not who played alone; and of an end that a referee has ordered his own letter tells.
    """
    if len(table.seats) == 1 or table.match.ending in RULED or not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "result": wording.result_sentence(table.match, table.seats, seat),
            "ending": wording.ending_for(table.match, table.seats, seat),
            "rating": wording.rating_sentence(table.match, seat.player),
            "news": _news(table, seat),
            "annulled": table.match.status == Match.Status.ANNULLED,
        }
    key = f"match_finished:{table.match.pk}:{table.match.turn}:{seat.number}"
    post("match_finished", seat.player, key, table.match.thread, context, now)


def tell_tie_offered(table: Table, seat: Seat, by: Seat, *, now: datetime) -> None:
    """Tell a player that a tie lies on the table."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {"by": by.player.name}
    key = tie_key(table.match, table.match.ply_count, seat.number)
    post("tie_offered", seat.player, key, table.match.thread, context, now, settle=True)


def tell_flagged(table: Table, seat: Seat, late: Seat, *, now: datetime) -> None:
    """Tell the opponent that time has run out and that he may claim the win."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {"late": late.player.name}
    key = f"flagged:{table.match.pk}:{table.match.turn}:{seat.number}"
    post("flagged", seat.player, key, table.match.thread, context, now)


def tell_absence(table: Table, seat: Seat, absent: Seat, event: str, *, now: datetime) -> None:
    """Tell a player what became of a seat whose player is silent or gone."""
    own = seat is absent
    if not reachable(seat.player) or (seat.left_by and not own):
        return
    with translation.override(seat.player.language):
        what = company_words.absence_sentence(absent, event, own=own)
        context = match_context(table, seat) | {"who": absent.player.name, "what": what, "own": own}
    if what:
        turn = table.match.turn
        key = f"absence:{table.match.pk}:{turn}:{absent.number}:{event}:{seat.number}"
        post("absence", seat.player, key, table.match.thread, context, now)


def tell_leave(table: Table, seat: Seat, leave: Any, *, now: datetime) -> None:
    """Tell the opponent of a leave that touches this match."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "away": leave.player.name,
            "first_day": leave.first_day.isoformat(),
            "last_day": leave.last_day.isoformat(),
        }
    key = leave_key(table.match, leave, seat.number)
    post("opponent_on_leave", seat.player, key, table.match.thread, context, now)


def tell_chat(table: Table, seat: Seat, line: ChatLine, *, now: datetime) -> None:
    """Tell a player what was said; lines said in quick succession share one letter."""
    if not reachable(seat.player):
        return
    said = ChatLine.objects.filter(match=table.match).select_related("player").order_by("-pk")
    recent = [each for each in said[: 2 * CHAT_LINES] if each.is_for(seat.number)][:CHAT_LINES]
    fresh: list[ChatLine] = []
    for each in recent:
        if each.player_id == seat.player_id:
            break
        fresh.append(each)
    key = f"chat_digest:{table.match.pk}:{seat.number}"
    if len(fresh) > 1:
        outbox.withdraw(f"{key}:{fresh[1].pk}", now=now)
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "lines": [
                {"by": each.player.name, "text": each.text, "said_at": each.at.isoformat()}
                for each in reversed(fresh)
            ]
        }
    post(
        "chat_digest",
        seat.player,
        f"{key}:{line.pk}",
        table.match.thread,
        context,
        now,
        settle=True,
    )
