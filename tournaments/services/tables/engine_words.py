"""Why FIDE's engine did not pair a round, and what would let it pair the next one, in words."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Round


class Why(NamedTuple):
    """What kept the engine from pairing, and what would mend it."""

    reason: str
    remedy: str

    def __str__(self) -> str:
        """Both sentences, one after the other."""
        return f"{self.reason} {self.remedy}"


def why_left(note: str) -> Why | None:
    """Return why our own matching paired a round; None if the engine did."""
    return _whys().get(note, _unknown(note)) if note else None


def words_of(made: Round) -> str:
    """Return what is to be told of how a round came about, mostly nothing."""
    if made.skipped:
        return _("Skipped: too few players were there to pair it.")
    why = why_left(made.note)
    return _("Paired by our own matching. %(why)s") % {"why": why} if why else ""


def _whys() -> dict[str, Why]:
    """Return reason and remedy by the code that is kept with the round."""
    by_hand = _("Nothing needs to be done: our own matching has kept to the rules that must hold.")
    log = _("Operators find the cause in the log; the next round is given to the engine again.")
    return {
        "other_points": Why(
            _("FIDE’s pairing engine cannot count with the points of this event."),
            _("Points of which a win brings some would let it pair."),
        ),
        "points_need_tenths": Why(
            _("FIDE’s pairing engine counts in tenths of a point, and the scores are finer here."),
            _("Points in whole tenths would let it pair."),
        ),
        "more_than_two_seats": Why(
            _("FIDE’s pairing engine knows only games of two."),
            _("Tables of two would let it pair."),
        ),
        "no_legal_pairing": Why(
            _("FIDE’s rules leave no pairing for this round: colours or byes stand in the way."),
            _("More players, or fewer rounds, would let the engine pair."),
        ),
        "two_results_in_round": Why(
            _("Somebody has two results in one round, which FIDE’s pairing engine does not take."),
            _("A referee can annul one of the two."),
        ),
        "forfeit_without_loser": Why(
            _("A game without play stands there that nobody has lost."),
            _("A referee can decide that game."),
        ),
        "rating_too_high": Why(
            _("Somebody’s rating has more than four digits or is negative."),
            _("With ratings from 0 to 9999 the engine would pair."),
        ),
        "too_many_players": Why(
            _("FIDE’s pairing engine takes at most 9999 players."),
            _("Several smaller divisions would let it pair."),
        ),
        "engine_refused": Why(_("FIDE’s pairing engine has refused the record of the event."), log),
        "engine_failed": Why(_("FIDE’s pairing engine has failed on this round."), log),
        "engine_wrong": Why(
            _("FIDE’s pairing engine has proposed a pairing that breaks a rule."), by_hand
        ),
    }


def _unknown(note: str) -> Why:
    """Return words for a code without words of its own."""
    return Why(
        _("FIDE’s pairing engine did not pair this round (%(code)s).") % {"code": note},
        _("Operators find the cause in the log; the next round is given to the engine again."),
    )
