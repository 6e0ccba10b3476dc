"""The sentence of every refusal of accounts, games and rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.families.phrases import gathered, lettered
from games.orders.faults import BadOrder
from games.services.wording import daily_words
from games.services.wording.order_words import line_sentence, order_refusals


def official_refusals() -> Mapping[str, str]:
    """Return the sentence of every refusal of what officials do to matches, by code."""
    return {
        "annulled_before": _("This match has already been annulled."),
        "nothing_to_grant": _("%(player)s has no running clock here to add time to."),
        "already_paused": _("The clocks of this match are already paused."),
        "not_paused": _("The clocks of this match are running."),
        "would_flag": _("This would make %(player)s run out of time. Decide the match instead."),
        "seed_known": _(
            "All further random draws of this match have been public since it ended. "
            "Decide it in another way."
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
        "unfit_substitute": _(
            "%(player)s cannot take this seat. It must be somebody with an account "
            "who neither plays in this match nor rules on it."
        ),
        "time_used": _("The time granted has already been used."),
    }


def refusals() -> Mapping[str, str]:
    """Return the sentence of every refusal of this package by code."""
    return {
        "no_such_match": _("There is no such match."),
        "not_your_match": _("You have no seat in this match."),
        "match_over": _("This match is over."),
        "match_still_running": _("This match is still running."),
        "stale": _(
            "The position has changed: you answered after ply %(seen)s, but ply "
            "%(current)s has been played since. Your move was not sent. Look at the "
            "board and choose again."
        ),
        "already_sent": _("You have already sent this move: %(move)s. It counts."),
        "not_your_turn": _("It is not your turn."),
        "time_over": _("Your time ran out before this move arrived. The match is over."),
        "flag_pending": _(
            "Your time seems to be up. The site is checking whether it was online all "
            "the time. Look again in a minute."
        ),
        "turn_gone": _(
            "Your time ran out before this move arrived. The match went on without you."
        ),
        "you_left": _("You have left this match. The others play on."),
        "cannot_leave": _(
            "In this game you cannot leave while the others play on. Resign instead."
        ),
        "not_absent": _("You already have your seat. Nobody is playing for you."),
        "gave_way": _(
            "Somebody else was changing the same thing at that moment, so nothing was "
            "done. Try again."
        ),
        "unavailable": _(
            "The site cannot reach its database at the moment. What you sent was done "
            "either completely or not at all, so check before you send it again."
        ),
        "seat_taken": _("This seat is no longer on offer."),
        "own_match": _("You already have a seat in this match, or had one."),
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
        "no_tie_by_agreement": _("In this match the players cannot agree to a draw."),
        "order_by_strength": _(
            "In this game the order of play goes by rating, the weakest first. Choose "
            "“random” here."
        ),
        "named_twice": _("You have named somebody twice."),
        "other_number_named": _(
            "This match has %(needed)s more seats, but you have named %(given)s players."
        ),
        "alone_needs_nobody": _("This is a game for one player, so it needs no challenge."),
        "already_joined": _("You already have a seat in this match."),
        "multiplayer_needs_clock": _(
            "Matches of three or four players need a time limit so that nobody can "
            "hold up the others."
        ),
        "bad_link": _(
            "This link is not complete or no longer valid. Log in and open the match instead."
        ),
        "too_late_to_abort": _(
            "A move has already been played. You can resign or offer a draw instead."
        ),
        "part_of_event": _("This match belongs to a tournament, so it cannot be cancelled."),
        "tie_before_first_move": _("You can offer a draw only after the first move."),
        "no_tie_offered": _("No draw has been offered."),
        "nothing_to_claim": _("Your opponent still has time, so there is nothing to claim."),
        "nothing_said": _("Write something first."),
        "no_partner": _("You have no partner in this match."),
        "said_enough": _(
            "You have sent %(limit)s messages here within an hour. Wait for an answer first."
        ),
        "too_long": _("This has %(length)s characters. The limit is %(limit)s."),
        "unknown_ruleset": _("There is no ruleset “%(key)s”; choose one of: %(known)s."),
        "bad_option": _("“%(value)s” is not possible for %(name)s; possible: %(allowed)s."),
        "bad_time_control": _("The time control is wrong at “%(field)s”; allowed: %(allowed)s."),
        "not_rateable": _(
            "A single leg of this game favours the player who begins, so it cannot be rated. "
            "Choose an even number of legs, or play unrated."
        ),
        "never_rated": _("This game is never rated."),
        "rated_needs_clock": _("A rated match needs a time limit."),
        "unknown_starter": _("Say who starts: one of %(allowed)s."),
        "greeting_too_long": _("The greeting is too long. The limit is %(limit)s characters."),
        "challenge_yourself": _("You cannot challenge yourself. Try a bot instead."),
        "opponent_closed": _("This account is closed."),
        "opponent_is_guest": _("Guests cannot be challenged because they have no account."),
        "guest_rated": _("Guests can only play unrated matches. Sign up to play rated ones."),
        "too_many_texts": _("You have sent many texts in a short time. Please wait a minute."),
        "too_many_guests": _(
            "Too many guests have come from your network within the last hour. Sign "
            "up, or try again later."
        ),
        "too_many_challenges": _(
            "You have %(limit)s open challenges. Withdraw one before you send another."
        ),
        "challenged_too_often": _(
            "You have challenged %(player)s %(limit)s times within a day. Try again tomorrow."
        ),
        "no_such_challenge": _("There is no such challenge."),
        "challenge_closed": _("This challenge is no longer open."),
        "own_challenge": _("This is your own challenge. You can withdraw it."),
        "not_your_challenge": _("This challenge is meant for somebody else."),
        "rematch_offered": _("Your opponent has already offered a rematch."),
        "pause_in_the_past": _("A pause must end in the future."),
        "pause_too_long": _("A pause lasts at most %(days)s days."),
        "outage_backwards": _("An outage must end after it begins."),
        "outage_too_long": _("Enter an outage of at most %(days)s days."),
        "outage_too_far": _(
            "Enter an outage that began less than %(days)s days ago and ends less than %(days)s "
            "days from now."
        ),
        "outage_over": _("This outage is over; the time that has passed stays credited."),
        "no_pause_proposed": _("Your opponent has not proposed a pause."),
        "no_pause_among_many": _(
            "Matches of three or four players cannot be paused by agreement. Book leave instead."
        ),
        "not_alone": _("This game is not for one player."),
        "boards_full": _("You have %(limit)s boards of this game. Finish one of them first."),
        "unknown_strategy": _("There is no strategy “%(key)s”; choose one of: %(known)s."),
        "bot_full": _("This bot has enough matches at the moment. Try again later."),
        "bad_timetable": _(
            "“%(text)s” is not a timetable. Write minute, hour, day, month and "
            "weekday, such as “0 8,20 * * *”."
        ),
        "no_such_player": _("There is no such player."),
        "no_player_called": _("There is no player called “%(name)s”."),
        "no_such_ply": _("There is no ply %(ply)s; the last one is %(last)s."),
        "no_such_pool": _("There is no rating pool “%(key)s”; choose one of: %(known)s."),
        "no_such_ruleset": _("There is no ruleset “%(key)s”; choose one of: %(known)s."),
        "unreadable_move": _("“%(text)s” is not a move."),
        "no_such_cell": _(
            "There is no square “%(cell)s” on this board. The squares are %(cells)s."
        ),
        "no_such_move": _("This move does not exist here."),
        "not_now": _("This cannot be played now."),
        **order_refusals(),
        **official_refusals(),
        **daily_words.refusals(),
        **gathered(lambda family: family.refusals()),
    }


def sentence_for(code: str, given: Collection[str]) -> str | None:
    """Return the sentence of a refusal; a shorter one where less is given than usual."""
    sentence = refusals().get(code)
    if code == "no_such_cell" and "cells" not in given:
        return _("There is no square “%(cell)s” on this board.")
    if code == "bot_full" and "full" in given:
        return _(
            "Bots needed: %(needed)s. Bots that could play right away: %(fit)s; at their limit of "
            "matches: %(full)s; already playing as many matches with you as one player may: "
            "%(together)s. Finish one of those, or try again later."
        )
    if code == "bot_full" and "fit" in given:
        return _(
            "Bots needed: %(needed)s. Bots that could join right away: %(fit)s. Wait "
            "for players, or challenge somebody by name."
        )
    if code == "not_your_stone" and "point" in given:
        return _("You have no stone on %(point)s.")
    return sentence


def _plain(value: Any) -> Any:
    """Return a parameter as it should stand in a sentence."""
    if isinstance(value, list | tuple):
        return ", ".join(str(each) for each in value)
    return lettered(value) if isinstance(value, str) else value


def explain(error: Exception) -> str:
    """Return the sentence for a refusal of a service or of the rules."""
    code = getattr(error, "code", "")
    params = {name: _plain(value) for name, value in getattr(error, "params", {}).items()}
    phrase = sentence_for(code, params)
    if phrase is None:
        return str(error) or _("This was not possible.")
    if isinstance(error, BadOrder):
        return line_sentence(error, phrase % params)
    return phrase % params
