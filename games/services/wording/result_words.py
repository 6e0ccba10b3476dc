"""Results of legs and matches, and rating changes, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext, pgettext

from accounts.models import Player
from accounts.naming import isolated
from games.families.leaving import join_names
from games.families.phrases import family_texts
from games.models import Match, RatingEntry, Seat
from games.ratings import is_provisional
from games.rules.base import AnyRules, AnyState
from games.rules.series import LegResult
from games.services.wording.game_words import pool_name
from games.services.wording.multiplayer_words import place_sentence


def line_words(colours: str) -> str:
    """Return the name of a completed line by its colours."""
    names = {
        "RRR": _("three reds"),
        "YYY": _("three yellows"),
        "GGG": _("three greens"),
        "RYG": _("red-yellow-green"),
        "GYR": _("red-yellow-green"),
    }
    return names.get(colours, colours)


def leg_ending(leg: LegResult[AnyState], ruleset: str, names: Sequence[str]) -> str:
    """Return the reason why a leg ended, with names; "" if it has no text."""
    if not any(leg.points):
        return _other_endings(ruleset).get(leg.ending, "")
    winner = leg.points.index(max(leg.points))
    phrase = _winner_endings(ruleset).get(leg.ending, "")
    return phrase % {"winner": names[winner], "loser": names[1 - winner]}


def plain_leg_sentence(
    leg: LegResult[AnyState], title: str, ruleset: str, names: Sequence[str]
) -> str:
    """Return the result of a leg without completed lines."""
    if scoreless := family_texts(ruleset).scoreless_sentence(title):
        return scoreless
    if any(leg.points):
        winner = names[leg.points.index(max(leg.points))]
        said = _("%(leg)s was won by %(player)s.") % {"leg": title, "player": winner}
    else:
        said = _("%(leg)s was drawn.") % {"leg": title}
    return f"{said} {leg_ending(leg, ruleset, names)}".rstrip()


def leg_sentence(leg: LegResult[AnyState], ruleset: str, names: Sequence[str]) -> str:
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


def score_text(seats: Sequence[Seat], seat: Seat) -> str:
    """Return “ 5–3” from this seat's side; "" if the points do not show who won."""
    others = [each for each in seats if each is not seat]
    if not any(each.points for each in seats) or len(others) != 1:
        return ""
    own, other = seat.points or 0, others[0].points or 0
    ahead, better = own - other, (others[0].rank or 0) - (seat.rank or 0)
    if (ahead > 0, ahead < 0) != (better > 0, better < 0):
        return ""  # the player ahead has resigned or run out of time
    return f" {own}–{other}"


def result_sentence(match: Match, seats: Sequence[Seat], seat: Seat) -> str:
    """Return the result for the reader of this seat."""
    if match.status == Match.Status.ANNULLED:
        return _("The match was annulled; nobody won or lost.")
    if len(seats) > 2:
        return place_sentence(match, seats, seat)
    if len(seats) == 1:
        return family_texts(match.ruleset).solo_result(seat.points or 0, match.options)
    points = score_text(seats, seat)
    if all(each.rank == 1 for each in seats):
        return _("The match was drawn%(points)s.") % {"points": points}
    if seat.rank == 1:
        return _("You won%(points)s.") % {"points": points}
    return _("You lost%(points)s.") % {"points": points}


def result_title(match: Match, seats: Sequence[Seat]) -> str:
    """Return the winner and the score for readers who did not play."""
    if match.status == Match.Status.ANNULLED:
        return _("Match annulled")
    winners = [seat for seat in seats if seat.rank == 1]
    if len(seats) == 1 or not winners:
        return _("Finished")
    if len(winners) == len(seats):
        return _("Draw%(points)s") % {"points": score_text(seats, seats[0])}
    return _("%(player)s won%(points)s") % {
        "player": join_names([seat.player.name for seat in winners]),
        "points": score_text(seats, winners[0]),
    }


def _winner_endings(ruleset: str) -> dict[str, str]:
    return {
        "points": _("%(winner)s won on points over all legs."),
        "blocked": _("%(loser)s could not move."),
        "resigned": _("%(loser)s resigned."),
        "timeout": _("%(loser)s ran out of time."),
        "no_show": _("%(loser)s did not play."),
        "last_left": _("%(winner)s was the last one left."),
        "side_left": _("%(loser)s have left the match."),
        "forfeit": _("A referee declared the match lost for %(loser)s."),
        **family_texts(ruleset).winner_endings(),
    }


def _other_endings(ruleset: str) -> dict[str, str]:
    return {
        "tie_agreed": _("The players agreed to a draw."),
        "tie_after_legs": _("The scores were level after all legs."),
        "tie_after_extra_legs": _("The scores were still level after the last tie-break pair."),
        "never_moved": _("Time ran out before everybody had made a first move."),
        "aborted": _("It was cancelled before the first move."),
        "account_closed": _("A player closed their account before everybody had moved."),
        "adjudicated": _("A referee decided the match."),
        "annulled": _("A referee annulled the match."),
        "repetition": _("The same position occurred for the third time."),
        "quiet": _("Nothing had been captured for a long time."),
        "ply_cap": _("The match had reached its maximum length."),
        **family_texts(ruleset).other_endings(),
    }


OPPONENTS_LEFT_ENDINGS = frozenset({"side_left", "last_left"})


def reason_text(ending: str) -> str:
    """Return in a word or two why a match ended early; "" if it did not."""
    return {
        "resigned": pgettext("reason", "resignation"),
        "timeout": pgettext("reason", "time"),
        "timeout_tie": pgettext("reason", "time"),
        "no_show": pgettext("reason", "time"),
        "never_moved": pgettext("reason", "time"),
        "side_left": pgettext("reason", "opponent left"),
        "last_left": pgettext("reason", "opponent left"),
        "forfeit": pgettext("reason", "by a referee"),
        "adjudicated": pgettext("reason", "by a referee"),
        "tie_agreed": pgettext("reason", "by agreement"),
    }.get(ending, "")


def plain_ending(ruleset: str, ending: str) -> str:
    """Return the sentence for an ending that needs no names; "" if it has none."""
    return _other_endings(ruleset).get(ending, "")


def ending_sentence(match: Match, seats: Sequence[Seat]) -> str:
    """Return the reason why a match ended, with names."""
    winners = [isolated(seat.player.name) for seat in seats if seat.rank == 1]
    winner = join_names(winners)
    loser = join_names([seat.player.name for seat in seats if seat.rank not in (1, None)])
    plain = _other_endings(match.ruleset).get(match.ending, "")
    won = _winner_endings(match.ruleset).get(match.ending)
    if len(winners) > 1:
        won = family_texts(match.ruleset).shared_endings().get(match.ending, won)
    phrase = won if won and loser else plain
    return phrase % {"winner": winner, "loser": loser}


def ending_sentence_for(match: Match, seats: Sequence[Seat], seat: Seat) -> str:
    """Return the ending for the player of this seat, in the second person where possible."""
    named = _winner_endings(match.ruleset).get(match.ending, "")
    wins = [each for each in seats if each.rank == 1]
    is_named = (wins == [seat] and "%(winner)s" in named) or (
        len(seats) == 2 and wins not in ([seat], list(seats)) and "%(loser)s" in named
    )
    decided = len(seats) == 2 and match.ending == "points" and len(wins) == 1
    own = _own_endings(match.ruleset).get(match.ending, "")
    return own if own and (is_named or decided) else ending_sentence(match, seats)


def time_loss_hint(match: Match, seats: Sequence[Seat], rules: AnyRules, state: AnyState) -> str:
    """Return the hint that a loss on time may be a draw, if the rules could not decide it."""
    winner = next((seat.number for seat in seats if seat.rank == 1), None)
    if match.ending != "timeout" or winner is None or rules.may_win(state, winner) is not None:
        return ""
    return _(
        "The server could not work out whether a win on the board was still possible. If it was "
        "not, the match is a draw: ask a referee."
    )


def _own_endings(ruleset: str) -> dict[str, str]:
    return {
        "points": _("It was decided on points over all legs."),
        "blocked": _("You could not move."),
        "resigned": _("You resigned."),
        "timeout": _("You ran out of time."),
        "no_show": _("You did not play."),
        "last_left": _("You were the last one left."),
        "forfeit": _("A referee declared the match lost for you."),
        **family_texts(ruleset).own_endings(),
    }


def rating_text(value: int, games: int) -> str:
    """Return a rating in whole points, with “?” while it is provisional."""
    return f"{round(value / 100)}{'?' if is_provisional(games) else ''}"


def rating_change_text(entry: RatingEntry) -> str:
    """Return a rating change in whole points with its sign, “±0” if there is none."""
    by = round(entry.after / 100) - round(entry.before / 100)
    return f"+{by}" if by > 0 else f"−{-by}" if by < 0 else "±0"


def rating_sentence(match: Match, player: Player) -> str:
    """Return the sentence about the player's rating change by the match, or ""."""
    entry = RatingEntry.objects.filter(match=match, player=player).order_by("pk").last()
    return entry_sentence(entry) if entry else ""


def entry_sentence(entry: RatingEntry) -> str:
    """Return the sentence about one rating entry."""
    said = _("Your rating for %(pool)s went from %(before)s to %(after)s (%(by)s).") % {
        "pool": pool_name(entry.pool),
        "before": rating_text(entry.before, entry.games_before),
        "after": rating_text(entry.after, entry.games_after),
        "by": rating_change_text(entry),
    }
    return f"{said} {provisional_sentence()}" if is_provisional(entry.games_before) else said


def provisional_sentence() -> str:
    """Return what the question mark behind a rating means."""
    return _("“?” marks a provisional rating: fewer than 20 rated matches.")
