"""How legs and matches ended, what they brought, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.families.leaving import join_names
from games.families.phrases import family_words
from games.models import Match, RatingEntry, Seat
from games.ratings import is_provisional
from games.rules.base import AnyState
from games.rules.series import LegResult
from games.services.wording.game_words import pool_name
from games.services.wording.multiplayer_words import place_sentence


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


def leg_ending(leg: LegResult[AnyState], ruleset: str, names: Sequence[str]) -> str:
    """Return why a leg ended, naming names; empty if there is no wording for it."""
    if not any(leg.points):
        return _plain_endings(ruleset).get(leg.ending, "")
    winner = leg.points.index(max(leg.points))
    phrase = _winner_endings(ruleset).get(leg.ending, "")
    return phrase % {"winner": names[winner], "loser": names[1 - winner]}


def plain_leg_sentence(
    leg: LegResult[AnyState], title: str, ruleset: str, names: Sequence[str]
) -> str:
    """Return who won a leg that has no line to show, or that nobody did."""
    if scoreless := family_words(ruleset).scoreless(title):
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


def score_of(seats: Sequence[Seat], seat: Seat) -> str:
    """Return “, 5 : 3” from this seat's side, or nothing if no points were made."""
    others = [each for each in seats if each is not seat]
    if not any(each.points for each in seats) or len(others) != 1:
        return ""
    return f", {seat.points} : {others[0].points}"


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
        return _("The match was drawn%(points)s.") % {"points": points}
    if seat.rank == 1:
        return _("You won%(points)s.") % {"points": points}
    return _("You lost%(points)s.") % {"points": points}


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
        "tie_agreed": _("The players agreed to a draw."),
        "tie_after_legs": _("The scores were level after all legs."),
        "tie_after_extra_legs": _("The scores were still level after the last tie-break pair."),
        "never_moved": _("Time ran out before everybody had made a first move."),
        "aborted": _("It was cancelled before the first move."),
        "account_closed": _("A player closed the account before everybody had moved."),
        "adjudicated": _("A referee decided the match."),
        "annulled": _("A referee annulled the match."),
        "repetition": _("The same position occurred for the third time."),
        "quiet": _("Nothing had been captured for a long time."),
        "ply_cap": _("The match had reached its maximum length."),
        **family_words(ruleset).plain_endings(),
    }


def plain_ending(ruleset: str, ending: str) -> str:
    """Return the phrase for an ending that needs no names; empty if it has none."""
    return _plain_endings(ruleset).get(ending, "")


def ending_sentence(match: Match, seats: Sequence[Seat]) -> str:
    """Return why a match ended, naming names."""
    winners = [seat.player.name for seat in seats if seat.rank == 1]
    winner = join_names(winners)
    loser = join_names([seat.player.name for seat in seats if seat.rank not in (1, None)])
    plain = _plain_endings(match.ruleset).get(match.ending, "")
    won = _winner_endings(match.ruleset).get(match.ending)
    if len(winners) > 1:
        won = family_words(match.ruleset).shared_endings().get(match.ending, won)
    phrase = won if won and loser else plain
    return phrase % {"winner": winner, "loser": loser}


def ending_for(match: Match, seats: Sequence[Seat], seat: Seat) -> str:
    """Return why a match between two ended from the side of this seat's reader."""
    own = {
        "points": _("It was decided on points over all legs."),
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
    """Return what the match did to the player's rating; empty if it did nothing."""
    entry = RatingEntry.objects.filter(match=match, player=player).order_by("pk").last()
    return entry_sentence(entry) if entry else ""


def entry_sentence(entry: RatingEntry) -> str:
    """Return what one line of the ledger of ratings did to its player's rating."""
    said = _("Your rating for %(pool)s went from %(before)s to %(after)s.") % {
        "pool": pool_name(entry.pool),
        "before": rating_words(entry.before, entry.games_before),
        "after": rating_words(entry.after, entry.games_after),
    }
    return f"{said} {provisional_words()}" if is_provisional(entry.games_before) else said


def provisional_words() -> str:
    """Return what the question mark behind a rating means."""
    return _("“?” marks a provisional rating: fewer than 20 rated matches.")
