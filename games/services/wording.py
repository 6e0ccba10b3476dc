"""Everything the house says about games in the language of the moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games import clocks
from games.models import Match, Ply, RatingEntry, Seat
from games.orders.faults import BadOrder
from games.ratings import is_provisional
from games.rules.base import CHANCE
from games.rules.company import fold_line, resumed_from, seated_by_strength, why_out
from games.rules.series import LegResult, SeriesState
from games.services import case_words, daily_words
from games.services.company_words import join_names as join_names  # noqa: PLC0414 (for the doors)
from games.services.company_words import leaving_sentence, place_sentence, resumed_sentence
from games.services.option_words import agreed_words
from games.services.pictures import words_now
from games.services.refusals import from_above
from games.services.table import Table
from games.services.words.chess import lettered
from games.services.words.orders import line_sentence, order_refusals, order_sentence
from games.services.words.registry import family_words, gathered


def ruleset_names() -> dict[str, str]:
    """Return the name of every ruleset by key."""
    return gathered(lambda family: family.ruleset_names())


def pool_names() -> dict[str, str]:
    """Return the name of every rating pool by key."""
    return gathered(lambda family: family.pool_names())


def strategy_names() -> dict[str, str]:
    """Return how a bot of each strategy plays."""
    return {
        "random": _("plays any legal move"),
        "greedy": _("takes what it can get"),
        "two_ply": _("looks two plies ahead"),
        **gathered(lambda family: family.strategy_names()),
    }


def ruleset_name(key: str) -> str:
    """Return a ruleset's name."""
    return ruleset_names().get(key, key)


def pool_name(key: str) -> str:
    """Return a rating pool's name."""
    return pool_names().get(key, key)


def option_words(name: str, value: Any) -> str:
    """Return one option and its value as a phrase."""
    if name == "legs":
        return ngettext("%(count)d leg", "%(count)d legs", value) % {"count": value}
    if name == "max_extra_pairs":
        if not value:
            return _("no tie-break")
        return ngettext(
            "at most %(count)d tie-break pair", "at most %(count)d tie-break pairs", value
        ) % {"count": value}
    return agreed_words(name, value)


def options_line(ruleset: str, options: Mapping[str, Any]) -> str:
    """Return the agreed options as one line; a single leg has no tie-break to speak of."""
    shown = family_words(ruleset).agreed_options(options)
    if shown.get("legs") == 1:
        shown.pop("max_extra_pairs", None)
    words = (option_words(name, value) for name, value in shown.items())
    return ", ".join(filter(None, words))


def event_line(event: Mapping[str, Any]) -> str:
    """Return what a match is part of: “Club league, round 2”."""
    if "day" in event or "puzzle" in event:
        return daily_words.event_of(event)
    return _("%(event)s, round %(round)d") % {"event": event["name"], "round": event["round"]}


def span_words(span: timedelta) -> str:
    """Return a span as its two largest units, “2 days 3 hours”; never less than a minute."""
    minutes = max(1, int(span.total_seconds()) // 60)
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = []
    if days:
        parts.append(ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
    if hours:
        parts.append(ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours})
    if minutes and not days:
        parts.append(
            ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
        )
    return " ".join(parts[:2])


def preset_names() -> dict[str, str]:
    """Return the plain names of the ready-made time controls."""
    return {
        "hour": _("1 hour a move"),
        "day": _("1 day a move"),
        "three_days": _("3 days a move"),
        "week_bank": _("7 days, plus 1 day a move (14 at most)"),
        "club": _("club: 14 days, plus 2 a move, weekends off"),
        "iccf": _("10 moves in 50 days"),
        "go": _("30 days, then 5 × 3 days"),
        "dice": _("dice: 2 days a move, then it is played for you"),
        "advent": _("advent: a roll a day, by itself if need be"),
        "untimed": _("no limit"),
    }


def _control_phrases() -> dict[str, str]:
    """Return the phrase for every code of ``clocks.describe``."""
    return {
        "untimed": _("no limit"),
        "per_turn": _("%(span)s a move"),
        "bank": _("%(span)s for the match"),
        "increment": _("plus %(span)s a move"),
        "cap": _("%(span)s at most"),
        "periods": _("then %(count)s periods of %(span)s"),
        "block": _("%(moves)s moves in %(span)s"),
        "block_carry": _("%(moves)s moves in %(span)s, unused time is kept"),
        "surcharge": _("counted %(factor)s times beyond %(after)s"),
        "silence": _("%(span)s a move at the longest"),
        "quantum": _("counted in whole steps of %(span)s"),
        "on_flag claim": _("time-outs must be claimed"),
        "on_flag skip": _("a time-out skips the turn, three in a row and one is out"),
        "on_flag caretaker": _("a caretaker plays on after a time-out"),
        "on_flag substitute": _("after a time-out the seat is offered to others"),
        "stop night": _("stands still at night"),
        "stop weekend": _("stands still on days off"),
        "stop holidays": _("stands still on holidays"),
        "stop leave": _("stands still on leave"),
    }


def control_line(control: clocks.TimeControl) -> str:
    """Return a time control in words: its plain name where it has one."""
    preset = clocks.preset_of(control)
    if preset is not None:
        return preset_names()[preset]
    preset = clocks.preset_of(replace(control, on_flag="lose"))
    if preset is not None:
        return f"{preset_names()[preset]}, {_control_phrases()[f'on_flag {control.on_flag}']}"
    return control_details(control)


def time_line(control: clocks.TimeControl, seats: int, caretaker: str) -> str:
    """Return a time control with what more than two agreed about absence.

    That is the strength of the caretaker, or that whoever is late is out.
    """
    said = control_line(control)
    if caretaker:
        strategy = strategy_names().get(caretaker, caretaker)
        return _("%(time)s (caretaker: %(strategy)s)") % {"time": said, "strategy": strategy}
    if seats > 2 and control.on_flag == "lose":
        out = _("whose time is over is out")
        return f"{said}, {out}"
    return said


def control_details(control: clocks.TimeControl) -> str:
    """Return every clause of a time control in words."""
    phrases = _control_phrases()
    parts = []
    for code, params in clocks.describe(control):
        key = (
            f"{code} {params.get('rule') or params.get('reason')}"
            if code
            in (
                "on_flag",
                "stop",
            )
            else code
        )
        words = {
            name: span_words(value) if isinstance(value, timedelta) else value
            for name, value in params.items()
        }
        parts.append(phrases[key] % words)
    return ", ".join(parts)


def moves_words(table: Table, texts: Sequence[str]) -> list[str]:
    """Return what each of these legal moves does, in words."""
    ruleset = table.match.ruleset
    return family_words(ruleset).moves(ruleset, table.state, texts, words_now())


def effect_words(table: Table, after: Any, text: str) -> str:
    """Return what a legal move does besides what its own words say."""
    return family_words(table.match.ruleset).effect(table.state, after, text, words_now())


def notation(table: Table, text: str) -> str:
    """Return a legal move of this position as its readers write it."""
    return family_words(table.match.ruleset).notation(table.state, text)


def written(table: Table, texts: Sequence[str]) -> list[str]:
    """Return plies that would follow one another from here as their readers write them."""
    family, rules, state = family_words(table.match.ruleset), table.rules, table.state
    if not family.needs_position:
        return list(texts)
    found = []
    for text in texts:
        (seat,) = rules.awaited(state)
        found.append(family.notation(state, text))
        state = fold_line(rules, state, seat, text)
    return found


def ply_sentence(table: Table, ply: Ply, *, heard: bool = False, reader: int | None = None) -> str:
    """Return one ledger line to be read or heard, with what it did where the table knows that.

    ``reader`` is the seat of whoever reads: what was played by his own order is told so.
    """
    words, family = words_now(), family_words(table.match.ruleset)
    if (at := resumed_from(*ply.line)) is not None:
        return resumed_sentence(at)
    said = _said(table, ply, heard=heard, own=ply.seat == reader)
    if ply.number not in table.turned:
        return said
    effect = family.effect(*table.turned[ply.number], ply.text, words)
    return f"{said} {effect}".rstrip()


def _said(table: Table, ply: Ply, *, heard: bool, own: bool) -> str:
    """Return what a ledger line says."""
    words, family = words_now(), family_words(table.match.ruleset)
    if ply.seat == CHANCE:
        return family.lot_sentence(ply.text, words)
    name = table.seats[ply.seat].player.name
    if why := why_out(ply.text):
        return leaving_sentence(name, why)
    text = ply.text
    if ply.number in table.turned:
        before = table.turned[ply.number][0]
        text = (family.heard if heard else family.notation)(before, text)
    if ply.source == Ply.Source.CLOCK:
        return _("%(player)s ran out of time.") % {"player": name} + (
            f" {family.played(name, text, words)}"
        )
    if ply.source == Ply.Source.ORDER:
        return order_sentence("" if own else name, family.click(text, words))
    if ply.source == Ply.Source.CARETAKER:
        name = _("The caretaker of %(player)s") % {"player": name}
    if ply.source == Ply.Source.SERVER:
        return family.forced(name, text, words)
    return family.played(name, text, words)


def line_words(colours: str) -> str:
    """Return a completed line by its colours."""
    names = {
        "RRR": _("three reds"),
        "YYY": _("three yellows"),
        "GGG": _("three greens"),
        "RYG": _("red-yellow-green"),
        "GYR": _("red-yellow-green"),
    }
    return names.get(colours, colours)


def leg_ending(leg: LegResult[Any], ruleset: str, names: Sequence[str]) -> str:
    """Return why a leg ended, naming names; empty where the house has no words for it."""
    if not any(leg.points):
        return _plain_endings(ruleset).get(leg.ending, "")
    winner = leg.points.index(max(leg.points))
    phrase = _winner_endings(ruleset).get(leg.ending, "")
    return phrase % {"winner": names[winner], "loser": names[1 - winner]}


def plain_leg_sentence(leg: LegResult[Any], title: str, ruleset: str, names: Sequence[str]) -> str:
    """Return who won a leg that has no line to show, or that nobody did."""
    if ruleset.startswith("traffic_lights."):
        return _("%(leg)s ended without a line.") % {"leg": title}
    if any(leg.points):
        winner = names[leg.points.index(max(leg.points))]
        said = _("%(leg)s was won by %(player)s.") % {"leg": title, "player": winner}
    else:
        said = _("%(leg)s ended in a tie.") % {"leg": title}
    return f"{said} {leg_ending(leg, ruleset, names)}".rstrip()


def leg_sentence(leg: LegResult[Any], ruleset: str, names: Sequence[str]) -> str:
    """Return how a leg ended: who scored, with which lines, for how many points."""
    best = max(leg.points)
    if not leg.lines:
        return plain_leg_sentence(leg, _("Leg %(leg)d") % {"leg": leg.number}, ruleset, names)
    winner = names[leg.points.index(best)]
    return ngettext(
        "%(player)s won leg %(leg)d with %(lines)s: %(points)d point.",
        "%(player)s won leg %(leg)d with %(lines)s: %(points)d points.",
        best,
    ) % {
        "player": winner,
        "leg": leg.number,
        "lines": join_names([line_words(line.colours) for line in leg.lines]),
        "points": best,
    }


def start_sentence(table: Table, seat: Seat) -> str:
    """Return who begins, and how that came about."""
    begun = family_words(table.match.ruleset).starter(table.state)
    first = table.seats[begun or 0]
    if seated_by_strength(table.rules):
        weakest = _("You begin, as the weakest by rating.") if first is seat else ""
        words = _("%(player)s begins, as the weakest by rating.")
        return weakest or words % {"player": first.player.name}
    by_lot = table.match.start_lot is not None or begun is not None
    if first is seat:
        return _("The lot says that you begin.") if by_lot else _("You begin.")
    sentence = _("The lot says that %(player)s begins.") if by_lot else _("%(player)s begins.")
    return sentence % {"player": first.player.name}


def side_sentence(table: Table, seat: Seat) -> str:
    """Return which colour the reader of this seat plays; empty where nobody owns one."""
    side = family_words(table.match.ruleset).side(table.state, seat.number)
    return _("You play %(side)s.") % {"side": side} if side else ""


def score_line(table: Table, seat: Seat) -> str:
    """Return the score so far from the reader's side, and which leg it is; empty without legs."""
    state = table.state
    if not isinstance(state, SeriesState) or state.frame.legs == 1:
        return ""
    own, other = state.totals[seat.number], state.totals[1 - seat.number]
    if state.frame.final is not None:
        return _("Final score %(own)d : %(other)d") % {"own": own, "other": other}
    leg = (_("Tie-break leg %(leg)d") if state.tie_break else _("Leg %(leg)d of %(legs)d")) % {
        "leg": state.leg,
        "legs": state.legs_total,
    }
    return _("%(leg)s, score %(own)d : %(other)d") % {"leg": leg, "own": own, "other": other}


def result_sentence(match: Match, seats: Sequence[Seat], seat: Seat) -> str:
    """Return the result as the reader of this seat sees it."""
    if match.status == Match.Status.ANNULLED:
        return _("The match was annulled; nobody won and nobody lost.")
    if len(seats) > 2:
        return place_sentence(match, seats, seat)
    if len(seats) == 1:
        return family_words(match.ruleset).alone(seat.points or 0, match.options)
    points = score_of(seats, seat)
    if all(each.rank == 1 for each in seats):
        return _("The match ended in a tie%(points)s.") % {"points": points}
    if seat.rank == 1:
        return _("You won%(points)s.") % {"points": points}
    return _("You lost%(points)s.") % {"points": points}


def score_of(seats: Sequence[Seat], seat: Seat) -> str:
    """Return “, 5 : 3” from this seat's side, or nothing where no points were made."""
    others = [each for each in seats if each is not seat]
    if not any(each.points for each in seats) or len(others) != 1:
        return ""
    return f", {seat.points} : {others[0].points}"


def _winner_endings(ruleset: str) -> dict[str, str]:
    """Return the phrase for every ending that has a winner and a loser."""
    return {
        "points": _("%(winner)s won on points over all legs."),
        "blocked": _("%(loser)s could not move."),
        "resigned": _("%(loser)s resigned."),
        "timeout": _("%(loser)s ran out of time."),
        "no_show": _("%(loser)s did not play."),
        "last_left": _("%(winner)s was the last one left."),
        "side_left": _("%(loser)s have left the match."),
        "forfeit": _("A referee declared the match lost for %(loser)s."),
        **family_words(ruleset).winner_endings(),
    }


def _plain_endings(ruleset: str) -> dict[str, str]:
    """Return the phrase for every other ending."""
    return {
        "tie_agreed": _("The players agreed on a tie."),
        "tie_after_legs": _("The score was level after all legs."),
        "tie_after_extra_legs": _("The score was still level after the last tie-break pair."),
        "never_moved": _("Time ran out before everybody had made a first move."),
        "aborted": _("It was called off before the first move."),
        "account_closed": _("A player closed the account before everybody had moved."),
        "adjudicated": _("A referee decided the match."),
        "annulled": _("A referee annulled the match."),
        "repetition": _("The same position stood for the third time."),
        "quiet": _("For a long time nothing was taken."),
        "ply_cap": _("The match had reached its longest length."),
        **family_words(ruleset).plain_endings(),
    }


def plain_ending(ruleset: str, ending: str) -> str:
    """Return the phrase for an ending that needs no names; empty where it has none."""
    return _plain_endings(ruleset).get(ending, "")


def ending_sentence(match: Match, seats: Sequence[Seat]) -> str:
    """Return why a match ended, naming names."""
    winner = join_names([seat.player.name for seat in seats if seat.rank == 1])
    loser = join_names([seat.player.name for seat in seats if seat.rank not in (1, None)])
    plain = _plain_endings(match.ruleset).get(match.ending, "")
    won = _winner_endings(match.ruleset).get(match.ending)
    phrase = won if won and loser else plain
    return phrase % {"winner": winner, "loser": loser}


def ending_for(match: Match, seats: Sequence[Seat], seat: Seat) -> str:
    """Return why a match between two ended from the side of this seat's reader."""
    own = {
        "points": _("The points over all legs decided."),
        "blocked": _("You could not move."),
        "resigned": _("You resigned."),
        "timeout": _("You ran out of time."),
        "no_show": _("You did not play."),
    }.get(match.ending, "")
    if own and len(seats) == 2 and (match.ending == "points" or seat.rank == 2):
        return own
    return ending_sentence(match, seats)


def rating_words(value: int, games: int) -> str:
    """Return a rating in whole points, with “?” while it is provisional."""
    return f"{round(value / 100)}{'?' if is_provisional(games) else ''}"


def rating_sentence(match: Match, player: Player) -> str:
    """Return what the match did to the player's rating; empty where it did nothing."""
    entry = RatingEntry.objects.filter(match=match, player=player).order_by("pk").last()
    if entry is None:
        return ""
    said = _("Your rating for %(pool)s went from %(before)s to %(after)s.") % {
        "pool": pool_name(entry.pool),
        "before": rating_words(entry.before, entry.games_before),
        "after": rating_words(entry.after, entry.games_after),
    }
    return f"{said} {provisional_words()}" if is_provisional(entry.games_before) else said


def provisional_words() -> str:
    """Return what the question mark behind a rating means."""
    return _("“?” marks a provisional rating: fewer than 20 rated matches.")


def _refusals() -> Mapping[str, str]:
    """Return the sentence of every refusal of this room by code."""
    return {
        "no_such_match": _("There is no such match."),
        "not_your_match": _("You have no seat in this match."),
        "match_over": _("This match is over."),
        "match_still_running": _("This match is still running."),
        "stale": _(
            "The position has changed meanwhile: you answered after ply %(seen)s, but ply "
            "%(current)s has been played. Nothing was changed; look at the board and choose again."
        ),
        "already_sent": _("You have sent this move already: %(move)s. It stands."),
        "not_your_turn": _("It is not your turn."),
        "time_over": _("Your time had run out before this move arrived; the match is over."),
        "turn_gone": _(
            "Your time had run out before this move arrived; the match went on without you."
        ),
        "you_left": _("You have left this match; the others play on."),
        "not_absent": _("You have your seat; nobody plays for you."),
        "seat_taken": _("This seat is not on offer any more."),
        "own_match": _("You have a seat in this match already, or had one."),
        "no_tie_by_agreement": _("In this match nobody can agree on a tie."),
        "order_by_strength": _(
            "In this game the seats go by strength, the weakest first; leave it to the lot."
        ),
        "named_twice": _("You have named somebody twice."),
        "other_number_named": _(
            "This table has %(needed)s more seats, but you have named %(given)s players."
        ),
        "alone_needs_nobody": _("This game is played alone; it needs no challenge."),
        "already_joined": _("You have a place at this table already."),
        "company_needs_clock": _(
            "Three or four players need a time limit, so that nobody can hold up the others."
        ),
        "bad_link": _("This link is not complete or was not made by us. Open the match instead."),
        "too_late_to_abort": _("A move has been played; you can resign or offer a tie instead."),
        "part_of_event": _("This match belongs to a tournament; it cannot be called off."),
        "tie_before_first_move": _("A tie can be offered after the first move."),
        "no_tie_offered": _("No tie has been offered."),
        "nothing_to_claim": _("Your opponent still has time; there is nothing to claim."),
        "nothing_said": _("Write something first."),
        "no_partner": _("Nobody plays with you at this table."),
        "said_enough": _(
            "You have said %(limit)s things here within an hour; let the other one answer first."
        ),
        "too_long": _("That is %(length)s characters long; at most %(limit)s fit."),
        "unknown_ruleset": _("There is no ruleset “%(key)s”; choose one of: %(known)s."),
        "bad_option": _("“%(value)s” is not possible for %(name)s; possible: %(allowed)s."),
        "bad_time_control": _("The time control is wrong at “%(field)s”; allowed: %(allowed)s."),
        "not_rateable": _(
            "A single leg of this game favours the player who begins, so it cannot be rated. "
            "Choose an even number of legs, or play unrated."
        ),
        "never_rated": _("Nothing is decided by skill in this game, so it is never rated."),
        "rated_needs_clock": _("A rated match needs a time limit."),
        "unknown_starter": _("Say who starts: one of %(allowed)s."),
        "greeting_too_long": _("The greeting is too long; at most %(limit)s characters fit."),
        "challenge_yourself": _("You cannot challenge yourself; a bot would be glad to play."),
        "opponent_closed": _("This account is closed."),
        "opponent_is_guest": _("Guests cannot be challenged; they have no account."),
        "guest_rated": _("Guests play unrated matches; sign up to play rated ones."),
        "too_many_texts": _("That were many texts in a short time; wait a minute, please."),
        "too_many_guests": _(
            "Many guests have come from your address within the hour; sign up, or try again later."
        ),
        "too_many_challenges": _(
            "You have %(limit)s open challenges; withdraw one before you make another."
        ),
        "challenged_too_often": _(
            "You have challenged %(player)s %(limit)s times within a day; try again tomorrow."
        ),
        "no_such_challenge": _("There is no such challenge."),
        "challenge_closed": _("This challenge is no longer open."),
        "own_challenge": _("This is your own challenge; you can withdraw it."),
        "not_your_challenge": _("This challenge is meant for somebody else."),
        "rematch_offered": _("Your opponent has already offered a rematch."),
        "pause_in_the_past": _("A pause must end in the future."),
        "pause_too_long": _("A pause lasts at most %(days)s days."),
        "no_pause_proposed": _("Your opponent has not proposed a pause."),
        "no_pause_among_many": _("Three or four cannot agree on a pause; book leave instead."),
        "not_alone": _("This game is not played alone."),
        "boards_full": _("You have %(limit)s boards of this game; finish one of them first."),
        "unknown_strategy": _("There is no strategy “%(key)s”; choose one of: %(known)s."),
        "bot_full": _("This bot has enough matches at the moment; try again later."),
        "bad_timetable": _(
            "“%(text)s” is no timetable; write minute, hour, day, month and weekday like "
            "“0 8,20 * * *”."
        ),
        "no_such_player": _("There is no such player."),
        "no_player_called": _("There is no player called “%(name)s”."),
        "no_such_ply": _("There is no ply %(ply)s; the last one is %(last)s."),
        "no_such_pool": _("There is no rating pool “%(key)s”; choose one of: %(known)s."),
        "no_such_ruleset": _("There is no ruleset “%(key)s”; choose one of: %(known)s."),
        "unreadable_move": _("“%(text)s” is not a move."),
        "no_such_cell": _("There is no place “%(cell)s” on this board; the places are %(cells)s."),
        "no_such_move": _("This move does not exist here."),
        "not_now": _("This cannot be played now."),
        **order_refusals(),
        **case_words.refusals(),
        **daily_words.refusals(),
        **gathered(lambda family: family.refusals()),
    }


def sentence_for(code: str, given: Collection[str]) -> str | None:
    """Return the sentence of a refusal; a shorter one where less is given than usual."""
    above = from_above(code)
    sentence = above[1] if above is not None else _refusals().get(code)
    if code == "no_such_cell" and "cells" not in given:
        return _("There is no place “%(cell)s” on this board.")
    if code == "not_your_stone" and "point" in given:
        return _("No stone of yours stands on %(point)s.")
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
