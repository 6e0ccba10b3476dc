"""The HTTP status of every refusal, the same for pages and the API."""

from __future__ import annotations

NOT_FOUND, FORBIDDEN, CONFLICT, UNPROCESSABLE, AWAY = 404, 403, 409, 422, 503
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
        "seat_needs_account",
        "suspended_from_seats",
        "judged_here",
        "stake_in_event",
        "shares_device",
        "opponent_is_guest",
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
        "flag_pending",
        "outage_over",
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
        "time_used",
        "order_closed",
        "too_many_orders",
    }
)


def status_of(code: str) -> int:
    """Return 404 for unknown, 403 for not yours, 409 for overtaken, else 422 (not possible).

    503 is for a site that cannot answer now.
    """
    if code == "unavailable":
        return AWAY
    if code in UNKNOWN:
        return NOT_FOUND
    if code in NOT_YOURS:
        return FORBIDDEN
    return CONFLICT if code in OUT_OF_TIME else UNPROCESSABLE
