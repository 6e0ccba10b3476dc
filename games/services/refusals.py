"""The sentence and the HTTP status of every refusal code of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

BY_STATUS: dict[int, dict[str, _StrPromise]] = {
    404: {  # not found
        "no_such_match": _("There is no such match."),
        "bad_link": _(
            "This link is incomplete or no longer valid. Log in and open the match instead."
        ),
        "dead_link": _(
            "This link is incomplete, or its question has already been answered or withdrawn, "
            "or has expired. Log in to see what is still open."
        ),
        "no_such_challenge": _("There is no such challenge."),
        "no_such_player": _("There is no such player."),
        "no_player_called": _("There is no player called “%(name)s”."),
        "no_such_ply": _("There is no ply %(ply)s; the last one is %(last)s."),
        "no_such_pool": _("There is no rating pool “%(key)s”; choose one of: %(known)s."),
        "no_such_ruleset": _("There is no ruleset “%(key)s”; choose one of: %(known)s."),
        "no_such_order": _("There is no such order."),
        "no_such_day": _("There is no puzzle for %(day)s."),
    },
    403: {  # forbidden
        "not_your_match": _("You have no seat in this match."),
        "seat_needs_account": _(
            "Only people with an account and a confirmed e-mail address can take over a seat."
        ),
        "suspended_from_seats": _(
            "A referee has suspended you until %(until)s. Until then you cannot take over a seat."
        ),
        "stake_in_event": _(
            "You have entered or organise this tournament, so you cannot take over a seat in it."
        ),
        "judged_here": _("You have ruled on this match, so you cannot play in it."),
        "shares_device": _(
            "You cannot take this seat because somebody in this match has played from "
            "a device that you also use."
        ),
        "guests_challenge_by_link": _(
            "As a guest you can play bots, accept open challenges, or invite somebody by link. To "
            "challenge a player by name, sign up."
        ),
        "opponent_is_guest": _("Guests cannot be challenged because they have no account."),
        "guest_rated": _("Guests can only play unrated matches. Sign up to play rated ones."),
        "judging_player": _(
            "You are deciding a case that concerns %(player)s. Decide it or return it first."
        ),
        "not_accepting": _("%(player)s is not taking challenges from you at the moment."),
        "you_blocked": _("You have blocked %(player)s. Unblock them to play together again."),
        "no_analysis": _(
            "You can analyse two-player games without hidden information: your own matches, and "
            "others once they are over."
        ),
        "chat_closed": _("Chat is closed in this match."),
        "own_challenge": _("This is your own challenge. You can withdraw it."),
        "not_your_challenge": _("This challenge is meant for somebody else."),
    },
    409: {  # conflict with the current state
        "match_over": _("This match is over."),
        "match_still_running": _("This match is still running."),
        "stale": _(
            "The position has changed: you answered after ply %(seen)s, but ply %(current)s has "
            "been played since. Your move was not sent. Look at the board and choose again."
        ),
        "already_sent": _("You have already sent this move: %(move)s. It counts."),
        "not_your_turn": _("It is not your turn."),
        "time_over": _("Your time ran out before this move arrived. The match is over."),
        "flag_pending": _(
            "Your time seems to be up. The site is checking whether it was online the whole "
            "time. Check back in a minute."
        ),
        "turn_gone": _(
            "Your time ran out before this move arrived. The match went on without you."
        ),
        "you_left": _("You have left this match. The others play on."),
        "not_absent": _("You already have your seat. Nobody is playing for you."),
        "gave_way": _(
            "Somebody else changed the same thing at that moment, so nothing was done. Try again."
        ),
        "seat_taken": _("This seat is no longer on offer."),
        "own_match": _("You already have a seat in this match, or had one."),
        "too_late_to_abort": _(
            "A move has already been played. You can resign or offer a draw instead."
        ),
        "part_of_event": _("This match belongs to a tournament, so it cannot be cancelled."),
        "tie_before_first_move": _("You can offer a draw only after the first move."),
        "no_tie_offered": _("No draw has been offered."),
        "tie_offered_since": _(
            "Your opponent has offered a draw in a position that you had not seen. Look at the "
            "board, then accept or decline."
        ),
        "not_asked_here": _(
            "The e-mail you replied to contains no question. Reply to the one that does, or "
            "decide on the match page."
        ),
        "not_asked_any_more": _(
            "The question in that e-mail is no longer open. There may be a new one on the match "
            "page."
        ),
        "no_take_back_asked": _("Nobody has asked to take a move back."),
        "no_move_to_take_back": _("You have no move here that could be taken back."),
        "take_back_answered": _(
            "Your move has been answered, so it cannot be taken back any more."
        ),
        "take_back_after_lot": _(
            "Something was drawn at random after your move, so it cannot be taken back."
        ),
        "take_back_hidden": _(
            "In a game with hidden information no move can be taken back: one of you has seen more."
        ),
        "take_back_counts": _(
            "In rated matches and in tournaments a move is final. In unrated matches the other "
            "side may let you take it back."
        ),
        "take_back_among_many": _("Moves can be taken back only in two-player matches."),
        "take_back_from_bot": _("Bots never allow moves to be taken back."),
        "nothing_to_claim": _("Your opponent still has time, so there is nothing to claim."),
        "said_enough": _(
            "You have sent %(limit)s messages here within an hour. Wait for a reply first."
        ),
        "watching_enough": _("You already watch %(limit)s matches. Stop watching one first."),
        "opponent_closed": _("This account is closed."),
        "too_many_challenges": _(
            "You have %(limit)s open challenges. Withdraw one before you send another."
        ),
        "challenged_too_often": _(
            "You have challenged %(player)s %(limit)s times within a day. Try again tomorrow."
        ),
        "challenge_closed": _("This challenge is no longer open."),
        "rematch_offered": _("Your opponent has already offered a rematch."),
        "outage_over": _("This outage is over; the time that has passed stays credited."),
        "no_pause_proposed": _("Your opponent has not proposed a pause."),
        "bot_full": _("This bot has enough matches at the moment. Try again later."),
        "no_such_bot": _("No bot on this site plays this game at this level."),
        "annulled_before": _("This match has already been annulled."),
        "nothing_to_grant": _("%(player)s has no running clock here to add time to."),
        "already_paused": _("The clocks of this match are already paused."),
        "not_paused": _("The clocks of this match are running."),
        "would_flag": _("This would make %(player)s run out of time. Decide the match instead."),
        "seed_known": _(
            "All further random draws of this match have been public since it ended. Decide "
            "the match another way."
        ),
        "lots_known": _(
            "The random draws after that ply are already known, so the match cannot "
            "continue from there."
        ),
        "ply_taken_back": _(
            "Ply %(ply)s has itself been taken back. Choose one that still counts."
        ),
        "nothing_to_take_back": _("The match is at ply %(ply)s, so nothing would be taken back."),
        "over_by_then": _(
            "After ply %(ply)s the match was over by the rules. Choose an earlier ply."
        ),
        "seat_was_left": _(
            "%(player)s has left the match for good. Nobody can take over that seat."
        ),
        "time_used": _("The time granted has already been used."),
        "too_many_orders": _("At most %(limit)s orders can wait in one match."),
        "order_closed": _(
            "This order is no longer waiting. It has been carried out or has lapsed."
        ),
    },
    422: {  # invalid
        "cannot_leave": _(
            "In this game you cannot leave while the others play on. Resign instead."
        ),
        "no_tie_by_agreement": _("In this match the players cannot agree to a draw."),
        "order_by_strength": _(
            "In this game the order of play is by rating, lowest first. Choose “random” here."
        ),
        "named_twice": _("You named the same player twice."),
        "other_number_named": _("Name one player for each free seat: %(needed)s, not %(given)s."),
        "alone_needs_nobody": _("This is a game for one player, so it needs no challenge."),
        "multiplayer_needs_clock": _(
            "Matches of three or four players need a time limit so that nobody can "
            "hold up the others."
        ),
        "own_match_watched": _(
            "You are playing in this match, so you are notified of everything anyway."
        ),
        "nothing_said": _("Write something first."),
        "no_partner": _("You have no partner in this match."),
        "too_long": _("This has %(length)s characters. The limit is %(limit)s."),
        "unknown_ruleset": _("There is no ruleset “%(key)s”; choose one of: %(known)s."),
        "bad_option": _("“%(value)s” is not possible for %(name)s; choose one of: %(allowed)s."),
        "bad_time_control": _("The time control is wrong at “%(field)s”; allowed: %(allowed)s."),
        "not_rateable": _(
            "A single leg of this game favours the player who begins, so it cannot be rated. "
            "Choose an even number of legs, or play unrated."
        ),
        "never_rated": _("This game is never rated."),
        "rated_needs_clock": _("A rated match needs a time limit."),
        "unknown_reason": _("Choose one of the reasons: %(allowed)s."),
        "unknown_starter": _("Choose who starts: one of %(allowed)s."),
        "link_in_name": _(
            "A name cannot contain a web address. If yours has none, put a space after the dot."
        ),
        "control_characters": _("Remove the control characters."),
        "invisible_characters": _("Remove the invisible characters from this name."),
        "greeting_too_long": _("The greeting is too long. The limit is %(limit)s characters."),
        "challenge_yourself": _("You cannot challenge yourself. Try a bot instead."),
        "too_many_texts": _("You are sending texts too quickly. Please wait a minute."),
        "too_many_guests": _(
            "Too many guests have come from your network within the last hour. Sign "
            "up, or try again later."
        ),
        "pause_in_the_past": _("A pause must end in the future."),
        "pause_too_long": _("A pause lasts at most %(days)s days."),
        "outage_backwards": _("An outage must end after it begins."),
        "outage_too_long": _("Enter an outage of at most %(days)s days."),
        "outage_too_far": _(
            "Enter an outage that began less than %(days)s days ago and ends less than %(days)s "
            "days from now."
        ),
        "no_pause_among_many": _(
            "Matches of three or four players cannot be paused by agreement. Book leave instead."
        ),
        "not_alone": _("This is not a game for one player."),
        "boards_full": _("You have %(limit)s boards of this game. Finish one of them first."),
        "unknown_strategy": _("There is no strategy “%(key)s”; choose one of: %(known)s."),
        "bad_timetable": _(
            "“%(text)s” is not a timetable. Write minute, hour, day, month and "
            "weekday, such as “0 8,20 * * *”."
        ),
        "unreadable_move": _("“%(text)s” is not a move."),
        "no_such_cell": _(
            "There is no square “%(cell)s” on this board. The squares are %(cells)s."
        ),
        "no_such_move": _("There is no such move here."),
        "not_now": _("This cannot be played now."),
        "unfit_substitute": _(
            "%(player)s cannot take this seat. It must be somebody with an account "
            "who neither plays in this match nor rules on it."
        ),
        "orders_too_long": _("Too long: up to %(limit)s characters in %(lines)s lines."),
        "line_too_long": _("This line is too long. The limit is %(limit)s characters."),
        "order_needs_if": _("“then” needs an “if” before it, as in “if a1 then b2”."),
        "order_needs_then": _("“if” needs a “then” after it, as in “if a1 then b2”."),
        "order_needs_move": _("A move is missing after “%(word)s”."),
        "turn_first": _("Your own move “%(text)s” must come first, before orders and messages."),
        "next_needs_turn": _("“next” goes with the move that ends a leg, as in “b2 next a1”."),
        "next_needs_leg_end": _(
            "“next %(text)s” starts the next leg, but after %(move)s you do not start a new leg."
        ),
        "order_your_turn": _("It is your turn there. Play your move first."),
        "order_match_ends": _("%(move)s ends the match, so there is nothing left to answer."),
        "order_others_first": _(
            "After %(move)s it is not yet your turn. Write what the others play, one after the "
            "other, before “then”."
        ),
        "order_unfinished": _(
            "After %(move)s it is still your turn. Write the whole turn after “then”."
        ),
        "order_lot": _("There is a random draw before that, so nobody can know what follows."),
        "order_hidden": _("You cannot plan ahead while some information is hidden."),
        "order_twice": _("Another line already answers the same moves: “%(order)s”."),
        "only_orders": _("Only orders can be saved here, and “%(text)s” is not one."),
        "no_orders_here": _("In a game of chance nobody can foresee another player’s move."),
        "no_draft_here": _("There is no draft in this game."),
        "no_standing_here": _("This game has no dice, so it has no standing orders."),
        "no_choice": _("Choose an action for at least one roll."),
        "no_ply": _(
            "The form did not say which position your move is for. Choose your move again."
        ),
        "nothing_written": _("Write a move or a command first."),
        "puzzle_in_contest": _(
            "This puzzle is being played in a contest. Please wait until it ends."
        ),
        "todays_puzzle": _("This is the puzzle of the day. Play it on its own page."),
    },
    429: {  # too many
        "emails_enough": _(
            "This would send an e-mail, and too many have been sent within a day. You can try "
            "again from %(until)s."
        ),
    },
    503: {  # unavailable
        "unavailable": _(
            "The site cannot reach its database at the moment. Your request was carried out "
            "either completely or not at all, so check before you send it again."
        ),
    },
}
SENTENCES = {code: said for group in BY_STATUS.values() for code, said in group.items()}
STATUS = {code: status for status, group in BY_STATUS.items() for code in group}


def status_of(code: str) -> int:
    """Return the HTTP status of a refusal; 422 for codes of the rules."""
    return STATUS.get(code, 422)
