"""Matches as JSON: everything a program needs to show a position and play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.urls import reverse

from games import clocks, lots
from games.diagrams.base import Diagram
from games.families.auctions import RunningAuction
from games.families.drawing import diagram_for
from games.families.phrases import family_texts
from games.queries import Position
from games.rules import registry
from games.rules.base import AnyState, JSONObject, as_stepwise
from games.rules.series import LegResult, SeriesState
from games.services.match.auctions import running_auction
from games.services.match.loaded import LoadedMatch
from games.services.play.play import PlayedTurn
from games.services.wording import clock_words, game_words, result_words, wording
from notifications.services.headers import absolute_url

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match, Ply, Seat


def player_json(player: Player) -> JSONObject:
    return {"id": player.pk, "name": player.name, "kind": player.kind}


def control_json(control: clocks.TimeControl, ruleset: str = "") -> JSONObject:
    """Return a time control as JSON: preset, description, and all fields (spans in seconds)."""
    return {
        "preset": clocks.preset_of(control),
        "words": clock_words.control_line(control, ruleset),
        "details": clock_words.control_details(control, ruleset),
        "terms": control.to_json(),
    }


def seat_json(seat: Seat, own: Seat | None) -> JSONObject:
    """Return a seat with its clock and result as JSON; only players see offers."""
    return {
        "number": seat.number,
        "player": player_json(seat.player),
        "you": seat is own,
        "awaited": seat.awaited,
        "awaited_since": seat.awaited_since,
        "deadline_at": seat.deadline_at,
        "flagged_at": seat.flagged_at,
        "budget": clocks.Budget.from_json(seat.budget).in_full(),
        "tie_offered": own is not None and seat.tie_offered_at_ply is not None,
        "take_back_asked": own is not None and seat.take_back_at_ply is not None,
        "question": seat.question if own is not None and seat.asks else None,
        "skips": seat.skips,
        "absence": seat.absence or None,
        "offered_until": seat.offered_until,
        "original": player_json(seat.original) if seat.original else None,
        "rank": seat.rank,
        "points": seat.points,
    }


def match_summary(match: Match, seats: Sequence[Seat], reader: Player | None) -> JSONObject:
    """Return a match with its seats as in lists; runs no query."""
    own = next((seat for seat in seats if reader and seat.player_id == reader.pk), None)
    return {
        "id": match.pk,
        "url": api_url("match", match.pk),
        "page": absolute_url(match.get_absolute_url()),
        "ruleset": match.ruleset,
        "ruleset_name": game_words.ruleset_name(match.ruleset),
        "options": match.options,
        "rated": match.rated,
        "pool": match.pool,
        "private": match.private,
        "control": control_json(match.time_control, match.ruleset),
        "caretaker": match.caretaker,
        "status": match.status,
        "ending": match.ending,
        "ending_words": "" if match.is_running else result_words.ending_sentence(match, seats),
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "seen": match.ply_count,
        "turn": match.turn,
        "seats": [seat_json(seat, own) for seat in seats],
        "your_seat": own.number if own else None,
        "your_turn": bool(own and own.awaited),
    }


def position_json(position: Position, reader: Player | None) -> JSONObject:
    """Return a match at a ply as JSON."""
    loaded = LoadedMatch(position.match, position.seats, position.rules, position.state)
    last = position.plies[position.at_ply - 1] if position.at_ply else None
    return match_json(loaded, reader, last, position.last_move)


def played_turn_json(played: PlayedTurn, reader: Player) -> JSONObject:
    """Return a match right after a turn, without loading it again."""
    loaded = played.loaded
    own = loaded.seat_of(reader).number
    seen = LoadedMatch(
        loaded.match, loaded.seats, loaded.rules, loaded.rules.seen_by(loaded.state, own)
    )
    return match_json(seen, reader, played.plies[-1], played.last_move)


def match_json(
    loaded: LoadedMatch, reader: Player | None, last: Ply | None, moved: str | None
) -> JSONObject:
    """Return a match after the ply ``last``; the board highlights ``moved``."""
    match, state = loaded.match, loaded.state
    at_ply = last.number if last else 0
    current = at_ply == match.ply_count
    short = match_summary(match, loaded.seats, reader)
    if current:
        doubt = result_words.time_loss_hint(match, loaded.seats, loaded.rules, state)
        short["ending_words"] = f"{short['ending_words']} {doubt}".rstrip()
    moves = short["your_turn"] and current
    return {
        **short,
        "at_ply": at_ply,
        "is_current": current,
        "awaited": sorted(loaded.rules.awaited(state)) if match.is_running else [],
        "legal_moves": legal_moves(loaded, short["your_seat"]) if moves else [],
        "legal_ranges": legal_ranges(loaded, short["your_seat"]) if moves else [],
        "auction": auction_json(running_auction(loaded, short["your_seat"])) if current else None,
        "score": score_json(state),
        "board": board_json(loaded, at_ply, moved),
        "last_move": ply_json(last) if last else None,
        "lots": {
            "digest": lots.digest(match.lots_seed),
            "seed": None if match.is_running else match.lots_seed,
            "start": match.start_lot,
        },
    }


def legal_moves(loaded: LoadedMatch, seat: int) -> list[dict[str, str]]:
    """Return the legal moves of a seat in notation and words; of a range only the lowest."""
    spelled = [loaded.rules.spell(move) for move in loaded.rules.moves(loaded.state, seat)]
    for each in legal_ranges(loaded, seat):
        lowest = each["move"].format(number=each["lowest"])
        kind = f"{each['kind']} "
        spelled = [text for text in spelled if text == lowest or not text.startswith(kind)]
    phrases = wording.move_labels(loaded, spelled)
    return [{"move": text, "words": words} for text, words in zip(spelled, phrases, strict=True)]


def legal_ranges(loaded: LoadedMatch, seat: int) -> list[JSONObject]:
    """Return legal moves that differ only by a number, as ranges: bids in an auction."""
    bids = family_texts(loaded.match.ruleset).bid_range(loaded.state, seat)
    if bids is None:
        return []
    lowest, highest = bids
    span = {"lowest": lowest, "highest": highest, "step": 1}
    return [{"kind": "bid", "move": "bid {number}", **span}]


def auction_json(auction: RunningAuction | None) -> JSONObject | None:
    """Return a running auction as the reader may see it; None if there is none."""
    if auction is None:
        return None
    known = auction.holder >= 0
    return {
        "kind": "open" if auction.aloud else "proxy",
        "caller": auction.caller,
        "said": [{"seat": seat, "move": text} for seat, text in auction.said],
        "highest": {"seat": auction.holder, "points": auction.high} if known else None,
        "out": auction.out,
    }


def continued_turns(loaded: LoadedMatch, text: str) -> list[str]:
    """Return the turns that extend this one by a step, in games whose turns have steps."""
    steps = as_stepwise(loaded.rules)
    if steps is None:
        return []
    seat = next(iter(loaded.rules.awaited(loaded.state)))
    longer = steps.continuations(loaded.state, seat, loaded.rules.parse(text))
    return [loaded.rules.spell(move) for move in longer]


def board_json(loaded: LoadedMatch, at_ply: int, moved: str | None) -> JSONObject:
    """Return the board after a ply, with the URL of its picture."""
    key = loaded.match.ruleset
    drawn = diagram_for(key, loaded.state, last=moved)
    query = "" if at_ply == loaded.match.ply_count else f"?ply={at_ply}"
    picture = api_url("match_board", loaded.match.pk) + query
    return {**diagram_json(key, loaded.state, drawn), "svg": picture}


def diagram_json(key: str, state: AnyState, drawn: Diagram) -> JSONObject:
    """Return a board as text and cell by cell; columns and rows count from the top left."""
    return {
        "letters": registry.get(key).letters(state),
        "columns": drawn.shape[0],
        "rows": drawn.shape[1],
        "strip": drawn.strip,
        "cells": [
            {
                "name": each.name,
                "x": each.x,
                "y": each.y,
                "piece": each.piece,
                "strip": each.in_strip,
            }
            for each in drawn.cells
        ],
        "lines": [list(line) for line in drawn.lines],
    }


def score_json(state: AnyState) -> JSONObject | None:
    """Return the score by legs; None for a game without legs."""
    if not isinstance(state, SeriesState):
        return None
    return {
        "totals": list(state.totals),
        "leg": state.leg,
        "legs_agreed": state.frame.legs,
        "legs_total": state.legs_total,
        "starter": state.starter,
        "tie_break": state.tie_break,
        "finished": [leg_json(leg) for leg in state.finished],
    }


def leg_json(leg: LegResult[AnyState]) -> JSONObject:
    return {
        "number": leg.number,
        "starter": leg.starter,
        "points": list(leg.points),
        "ending": leg.ending,
        "lines": [
            {"cells": list(line.cells), "colours": line.colours, "points": line.points}
            for line in leg.lines
        ],
    }


def ply_json(ply: Ply) -> JSONObject:
    """Return a ledger line as JSON; seat −1 is a random draw, −2 a referee."""
    return {
        "number": ply.number,
        "turn": ply.turn,
        "seat": ply.seat,
        "move": ply.text,
        "at": ply.at,
        "source": ply.source,
        "proof": ply.proof,
    }


def api_url(name: str, *args: object) -> str:
    """Return the absolute URL of an API view."""
    return absolute_url(reverse(f"api:{name}", args=args))
