"""Template contexts of match e-mails, in the active language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from accounts.naming import isolated
from games import lots
from games.families import leaving
from games.families.phrases import family_texts
from games.models import Match, Ply, Seat
from games.queries import redact_plies
from games.rules import registry
from games.rules.base import JSON, AnyState, JSONObject
from games.services.emails import validity
from games.services.emails.clickable import board_link_rows
from games.services.emails.links import holder_of
from games.services.emails.subjects import match_label, next_move_number
from games.services.match.auctions import auction_lines
from games.services.match.loaded import LoadedMatch
from games.services.match.pictures import active_board_labels, render_board
from games.services.wording import clock_words, dice_summary, game_words, result_words, wording
from games.services.wording.examples import example_turn, is_partial_turn
from games.services.wording.notation import load_states_for_notation
from games.services.wording.order_words import lapsed_orders_sentence
from games.services.wording.seat_words import seating_sentence
from notifications.services.headers import absolute_url

MAX_LINKS = 40
AUTOMATIC_SOURCES = frozenset({Ply.Source.SERVER, Ply.Source.ORDER})


def match_context(loaded: LoadedMatch, seat: Seat) -> JSONObject:
    """Return the context shared by all e-mails about a match."""
    match = loaded.match
    others = [isolated(other.player.name) for other in loaded.others(seat)]
    return {
        "match": match.pk,
        "label": match_label(match.ruleset, loaded.seats),
        "url": absolute_url(match.get_absolute_url()),
        "player": seat.player.name,
        "opponents": leaving.join_names(others),
        "sender": leaving.join_names(others),
        "matter": reply_reference(match, seat),
        "ruleset": game_words.ruleset_name(match.ruleset),
        "terms": game_words.options_line(match.ruleset, match.options),
        "rated": match.rated,
        "control": clock_words.control_text_with_absence(
            match.time_control, len(loaded.seats), match.caretaker, match.ruleset
        ),
        "event": match.event and wording.event_line(match.event),
        "board": render_board(loaded, seat=seat.number, since=_state_last_seen(loaded, seat)),
        "auction": auction_lines(loaded, seat.number),
        "score": wording.score_line(loaded, seat),
        "side": _side_text(loaded, seat) if match.is_running else "",
    }


def reply_reference(match: Match, seat: Seat, question: int = 0) -> list[JSON]:
    """Return the reference that a reply to this e-mail is matched with."""
    asked = [question] if question else []
    return ["match", match.pk, match.ply_count, seat.number, seat.generation, *asked]


def _state_last_seen(loaded: LoadedMatch, seat: Seat) -> AnyState:
    """Return the state the reader last saw in dice games; None otherwise."""
    tells = family_texts(loaded.match.ruleset).lists_rolls
    return dice_summary.state_last_seen(loaded, seat) if tells else None


def _side_text(loaded: LoadedMatch, seat: Seat) -> str:
    """Return the reader's colour, or with three or four players the order of play."""
    if len(loaded.seats) > 2:
        return seating_sentence(loaded, seat)
    return wording.side_sentence(loaded, seat)


def _valid_standing_order(seat: Seat, text: JSON) -> JSON:
    """Return the standing order mentioned in an e-mail; "" if it no longer stands."""
    return text if text and validity.open_orders(seat).filter(text=text).exists() else ""


def turn_context(loaded: LoadedMatch, seat: Seat, given: Mapping[str, JSON]) -> JSONObject:
    """Return the position, moves and time left: what the reader needs to answer.

    ``given`` are the stored facts of the e-mail (``match_emails.notify_turn``).
    """
    match = loaded.match
    moves = loaded.rules.moves(loaded.state, seat.number) if seat.awaited else ()
    example = loaded.rules.spell(example_turn(loaded, seat.number, moves[0])) if moves else ""
    whole = () if moves and is_partial_turn(loaded, seat.number, moves[0]) else moves
    board = board_link_rows(loaded, seat.number, whole) if whole else []
    spelled = [loaded.rules.spell(move) for move in whole]
    offered, beside = _move_links(loaded, spelled, board)
    ties = [each.question for each in loaded.others(seat) if each.tie_offered_at_ply is not None]
    return match_context(loaded, seat) | {
        "awaited": seat.awaited,
        "news": recent_news(loaded, seat),
        "ply": match.ply_count,
        "number": next_move_number(loaded),
        "holder": holder_of(seat)._asdict(),
        "signed": {},
        "moves": offered,
        "places": board,
        "beside": beside,
        "example": wording.move_notation(loaded, example) if example else "",
        "task": family_texts(match.ruleset).task_sentence(loaded.state, active_board_labels())
        if moves
        else "",
        "grammar": family_texts(match.ruleset).grammar() if moves else "",
        "standing": _valid_standing_order(seat, given["standing"]),
        "deadline": seat.deadline_at.isoformat() if seat.deadline_at else None,
        "tie_offered": bool(ties),
        "question": ties[0] if len(ties) == 1 else 0,
    }


LinkRows = list[dict[str, str]]


def _move_links(
    loaded: LoadedMatch, spelled: Sequence[str], board: Sequence[Sequence[JSONObject]]
) -> tuple[LinkRows, LinkRows]:
    """Return the moves as links, and those among them that are not a place on the board.

    Lists longer than MAX_LINKS are empty. Each link has the move as spelled, as the reader writes
    it, and in words.
    """
    linked = {cell["move"] for row in board for cell in row if cell["name"]}
    beside = [text for text in spelled if text not in linked]
    told = spelled if len(spelled) <= MAX_LINKS else beside
    if len(told) > MAX_LINKS:
        return [], []
    plain = family_texts(loaded.match.ruleset).has_move_buttons
    offered = [
        {
            "text": text,
            "shown": wording.move_notation(loaded, text),
            "words": words.removeprefix(f"{text} ") if plain else words,
        }
        for text, words in zip(told, wording.move_labels(loaded, told), strict=True)
    ]
    kept = set(beside)
    return (
        offered if told is spelled else [],
        [each for each in offered if each["text"] in kept],
    )


def _latest_plies(loaded: LoadedMatch, seat: Seat) -> list[Ply]:
    """Return the latest plies, newest first; no query if all of them were just played."""
    if loaded.added and loaded.added[0].number <= seat.last_ply + 1:
        return loaded.added[::-1]
    known = Ply.objects.filter(match=loaded.match, number__lte=loaded.match.ply_count)
    return list(known.order_by("-number")[:12])


def recent_news(loaded: LoadedMatch, seat: Seat) -> list[str]:
    """Return one sentence per ply since the reader's own last one; in dice games per throw."""
    if family_texts(loaded.match.ruleset).lists_rolls:
        return dice_summary.turn_sentences(loaded, seat)
    plies = [copy(ply) for ply in _latest_plies(loaded, seat)]
    fresh: list[Ply] = []
    for ply in plies:
        if ply.seat == seat.number and ply.source not in AUTOMATIC_SOURCES:
            break
        fresh.append(ply)
    fresh.reverse()
    load_states_for_notation(loaded, fresh)
    redact_plies(loaded.rules, loaded.state, fresh, seat.number)
    return [wording.ply_sentence(loaded, ply, reader=seat.number) for ply in fresh]


def lapsed_news(count: int) -> list[str]:
    """Return the sentence about the reader's expired orders, as a list; empty if none has."""
    return [lapsed_orders_sentence(count)] if count else []


def leg_news(loaded: LoadedMatch, count: int) -> list[str]:
    """Return one sentence for each of the last ``count`` legs."""
    names = [isolated(each.player.name) for each in loaded.seats]
    legs = loaded.state.finished[-count:] if count else ()
    return [result_words.leg_sentence(leg, loaded.match.ruleset, names) for leg in legs]


def draw_proof(match: Match) -> dict[str, str] | None:
    """Return the seed's digest and the URL for verifying draws; None in games without chance."""
    if not registry.get(match.ruleset).draws_lots:
        return None
    url = absolute_url(f"{match.get_absolute_url()}lots/")
    return {"digest": lots.digest(match.lots_seed), "url": url}
