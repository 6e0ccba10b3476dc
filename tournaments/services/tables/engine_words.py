"""Why FIDE's engine did not pair a round, and what would let it pair the next one."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Division, Round


class FallbackReason(NamedTuple):
    """The reason why the engine could not pair, and the remedy."""

    reason: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.reason} {self.remedy}"


def fallback_reason(note: str) -> FallbackReason | None:
    """Return why our own matching paired a round; None if the engine did."""
    return _fallback_reasons().get(note, _unknown_reason(note)) if note else None


def pairing_remarks(round_: Round) -> str:
    """Return remarks on how a round was paired, mostly ""."""
    if round_.skipped:
        return _("Skipped: too few players were available.")
    if round_.cancelled:
        return _("Cancelled by the organiser.")
    if round_.note in Round.SAT_OUT_NOTES:
        return sat_out_sentence(round_.note)
    why = fallback_reason(round_.note)
    return _("Paired by our own program. %(why)s") % {"why": why} if why else ""


def sat_out_sentence(note: str) -> str:
    """Return why somebody sits out a round without a point, and how they were chosen."""
    if note == Round.NO_BYE:
        return _(
            "No legal pairing included everybody: nobody was left who may have the bye. As few as "
            "possible sit out without a point, drawn from those with the fewest zero-point byes."
        )
    return _(
        "No legal pairing included everybody: no more pairs were left who had not met. As few as "
        "possible sit out without a point, drawn from those with the fewest zero-point byes."
    )


def unpaired_reason(division: Division) -> str:
    """Return why the next round of a division cannot be paired."""
    if division.unpaired_why == Division.Unpaired.KEPT_APART:
        return _("The only available players who have not met yet are kept apart by the organiser.")
    if division.tournament.event_format.has_teams:
        return _("All teams that are available have already met each other.")
    return _("All players who are available have already met each other.")


def _fallback_reasons() -> dict[str, FallbackReason]:
    """Return reason and remedy by the code stored with the round."""
    by_hand = _("You don’t need to do anything: our program has followed all mandatory rules.")
    log = _(
        "The operators will find the cause in the log. The next round will use FIDE’s "
        "pairing program again."
    )
    return {
        "other_points": FallbackReason(
            _("FIDE’s pairing program cannot handle the points of this tournament."),
            _("It could pair if a win brought points."),
        ),
        "points_need_tenths": FallbackReason(
            _("FIDE’s pairing program counts in tenths of a point, and the scores here are finer."),
            _("It could pair if points were whole tenths."),
        ),
        "more_than_two_seats": FallbackReason(
            _("FIDE’s pairing program knows only two-player games."),
            _("It could pair a two-player game."),
        ),
        "no_legal_pairing": FallbackReason(
            _("FIDE’s rules allow no pairing for this round because of colours or byes."),
            _("It could pair with more players or fewer rounds."),
        ),
        "two_results_in_round": FallbackReason(
            _(
                "Somebody has two results in one round, which FIDE’s pairing program does not "
                "accept."
            ),
            _("A referee can annul one of them."),
        ),
        "forfeit_without_loser": FallbackReason(
            _("There is a forfeited game that nobody has lost."),
            _("A referee can decide that game."),
        ),
        "rating_too_high": FallbackReason(
            _("Somebody’s rating has more than four digits or is negative."),
            _("It could pair if all ratings were from 0 to 9999."),
        ),
        "too_many_players": FallbackReason(
            _("FIDE’s pairing program accepts at most 9999 players."),
            _("It could pair several smaller divisions."),
        ),
        "engine_refused": FallbackReason(
            _("FIDE’s pairing program has rejected the tournament record."), log
        ),
        "engine_failed": FallbackReason(_("FIDE’s pairing program has failed on this round."), log),
        "engine_wrong": FallbackReason(
            _("FIDE’s pairing program proposed a pairing that breaks a rule."), by_hand
        ),
    }


def _unknown_reason(note: str) -> FallbackReason:
    """Return a generic reason for an unknown code."""
    return FallbackReason(
        _("FIDE’s pairing program did not pair this round (%(code)s).") % {"code": note},
        _(
            "The operators will find the cause in the log. The next round will use FIDE’s "
            "pairing program again."
        ),
    )
