"""What a refusal means to whoever asked, the same at every door: one status for every code."""

from __future__ import annotations

from collections.abc import Callable

NOT_FOUND, FORBIDDEN, CONFLICT, UNPROCESSABLE = 404, 403, 409, 422
UNKNOWN = frozenset(
    {
        "no_such_match",
        "no_such_challenge",
        "no_such_player",
        "no_player_called",
        "no_such_ply",
        "no_such_pool",
        "no_such_ruleset",
        "bad_link",
        "no_such_case",
        "no_such_ruling",
        "no_such_order",
        "no_such_day",
    }
)
NOT_YOURS = frozenset(
    {
        "not_your_match",
        "not_your_challenge",
        "own_challenge",
        "guest_rated",
        "opponent_is_guest",
        "not_your_case",
        "not_a_party",
        "not_a_referee",
        "not_head_referee",
        "own_case",
        "not_your_event",
        "beyond_your_event",
        "own_ruling",
        "not_your_ruling",
    }
)
OUT_OF_TIME = frozenset(
    {
        "stale",
        "already_sent",
        "not_your_turn",
        "match_over",
        "match_still_running",
        "time_over",
        "turn_gone",
        "already_joined",
        "you_left",
        "not_absent",
        "seat_taken",
        "gave_way",
        "own_match",
        "too_late_to_abort",
        "part_of_event",
        "tie_before_first_move",
        "no_tie_offered",
        "nothing_to_claim",
        "no_pause_proposed",
        "challenge_closed",
        "rematch_offered",
        "opponent_closed",
        "bot_full",
        "too_many_challenges",
        "challenged_too_often",
        "said_enough",
        "case_pending",
        "too_many_cases",
        "too_late_for_case",
        "case_decided",
        "said_enough_in_case",
        "appealed_before",
        "nothing_to_appeal",
        "nothing_to_uphold",
        "too_late_to_appeal",
        "preview_changed",
        "annulled_before",
        "nothing_to_grant",
        "already_paused",
        "not_paused",
        "would_flag",
        "seed_known",
        "lots_known",
        "ply_taken_back",
        "nothing_to_take_back",
        "over_by_then",
        "seat_was_left",
        "called_enough",
        "time_used",
        "cannot_undo_undoing",
        "undone_before",
        "undo_later_first",
        "order_closed",
        "too_many_orders",
    }
)


Room = Callable[[str], tuple[int, str] | None]
_above: list[Room] = []


def add_room(room: Room) -> None:
    """Let a room above say status and sentence of the refusals that its acts bring."""
    _above.append(room)


def from_above(code: str) -> tuple[int, str] | None:
    """Return status and sentence of a refusal of a room above; None where none knows it."""
    return next((found for room in _above if (found := room(code)) is not None), None)


def status_of(code: str) -> int:
    """Return 404 for unknown, 403 for not yours, 409 for overtaken, else 422 (not possible)."""
    if (above := from_above(code)) is not None:
        return above[0]
    if code in UNKNOWN:
        return NOT_FOUND
    if code in NOT_YOURS:
        return FORBIDDEN
    return CONFLICT if code in OUT_OF_TIME else UNPROCESSABLE
