"""What is wrong with a report file, odd in it, or to be said of its next round: in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.faults import TournamentError
from tournaments.reports.answers import Told
from tournaments.services.tables.engine_words import why_left


def reason(fault: TournamentError) -> str:
    """Return what is wrong, and where in the file where that is known."""
    return fault_in_words({"code": fault.code, **fault.params})


def fault_in_words(fault: Told) -> str:
    """Return what is wrong from the plain values of a fault."""
    params = dict(fault)
    code = params["code"]
    said = _of_lines().get(code) or _of_files().get(code) or unsayable(code)
    params["found"] = str(params.get("found", "")).strip()
    words = _filled(said, params)
    if not params.get("line"):
        return words
    return _("Line %(line)s, column %(column)s: %(words)s") % {**params, "words": words}


def _filled(said: str, params: Told) -> str:
    """Put the values of a fault into its sentence."""
    return said % {"most": "", "limit": "", "entrants": "", **params}


def unsayable(code: str) -> str:
    """Return what the format of report files has no place for."""
    return {
        "too_many_players": _("more than 9999 players"),
        "points_need_tenths": _("points other than whole tenths"),
        "needs_trf26": _("such points or rounds in the format of 2016"),
        "rating_too_high": _("a rating above 9999"),
        "two_results_in_round": _("two results of one player in one round"),
        "two_seats_only": _("tables of more than two"),
        "forfeit_without_loser": _("a forfeit that nobody lost"),
    }.get(code, code)


def _of_lines() -> dict[str, str]:
    """Return what is wrong in a line by the code of the fault, and what would be right."""
    return {
        "no_players": _("No player stands in this text; their lines begin with 001."),
        "team_event": _(
            "This is the file of a team event; only events of single players are read."
        ),
        "no_text": _("This is no text file: the character %(found)s stands here."),
        "tab": _("A tab has no column; put blanks in its place."),
        "not_a_number": _("“%(found)s” is no whole number of up to four digits."),
        "no_pairing_number": _("A pairing number from 1 to 9999 belongs here, not “%(found)s”."),
        "number_twice": _("The pairing number %(found)s belongs to somebody else already."),
        "not_points": _("Points such as 11.5 belong here, not “%(found)s”."),
        "misaligned": _("A blank belongs here, not “%(found)s”; the columns are out of line."),
        "wrong_colour": _("The colour is w, b or -, and w meets b; “%(found)s” stands here."),
        "wrong_bye": _("A bye is F, H, Z or U, not “%(found)s”."),
        "wrong_result": _("A result is 1, =, 0, +, -, W, D, L or a blank, not “%(found)s”."),
        "wrong_scoring": _(
            "Results with their points belong here, such as W 3.0, and none brings more than a "
            "better one; “%(found)s” does not fit."
        ),
        "unknown_opponent": _("There is no other player %(found)s in this file."),
        "unknown_player": _("There is no player %(found)s in this file."),
        "one_sided": _("Player %(found)s has another entry in this round."),
        "contradiction": _("The results of the two do not go together: “%(found)s”."),
        "no_round": _(
            "The number of a round (or of the first and the last one) and pairing numbers belong "
            "here, not “%(found)s”."
        ),
        "too_many_rounds": _("Events of up to 99 rounds are read; “%(found)s” is more."),
    }


def _of_files() -> dict[str, str]:
    """Return what is wrong with a whole file, or keeps its next round from being paired."""
    return {
        "too_few": _("Nobody is there to be paired."),
        "no_legal_pairing": _("Nobody can meet anybody new."),
        "no_swiss": _("All meetings of a round robin are fixed beforehand."),
        "round_not_next": _("The file can be paired up to round %(next)s, not for %(round)s."),
        "too_many_to_pair": _("Only events of up to %(most)s players are paired here."),
        "too_many_results": _("At most %(limit)s players times rounds are reckoned with."),
        "too_large": _("At most %(limit)s characters are read."),
        "out_of_time": _("It took more than %(limit)s seconds and was given up."),
        "out_of_memory": _("It took more than %(limit)s megabytes and was given up."),
        "failed": _("The program failed over this file; the fault has been noted."),
        "no_file": _("The file cannot be opened: %(found)s."),
    }


def remark_in_words(remark: Told) -> str:
    """Return what is odd in a line."""
    said = {
        "points_differ": _(
            "the points do not add up: %(found)s stands there, %(expected)s are right"
        ),
        "number_of_players": _("another number of players is told; there are %(expected)s"),
        "changes_pairings": _("this line is left out, although it changes who meets whom"),
        "unknown_record": _("this line is left out; its kind is unknown"),
        "clubs_only": _(
            "the teams are taken for clubs of single players; who may not meet belongs into "
            "records 260"
        ),
        "more_rounds": _("more rounds were played than announced: %(expected)s"),
        "no_virtual_points": _(
            "the pairing is accelerated, but no virtual points are told (records 250); it is "
            "paired without"
        ),
    }.get(remark["code"], str(remark["code"]))
    return _("Line %(line)d: %(words)s.") % {"line": remark["line"], "words": said % remark}


def note_in_words(note: str) -> str:
    """Return what is to be said of a pairing, and what would change it."""
    return {
        "rounds_matter": _(
            "The file does not say how many rounds there are, and this round would be paired "
            "otherwise if it were the last one; add record 142."
        ),
        "beyond_announced": _(
            "All announced rounds have been played; this would be one more, paired as the last."
        ),
        "running_as_ties": _("Games without a result count as draws for this pairing."),
        "white_assumed": _(
            "The file does not say which colour the first number has in round 1; it is White "
            "here. Add record 152."
        ),
    }.get(note) or str(why_left(note))


def played_in_words(report: Told) -> str:
    """Return how many players and rounds a file has."""
    players = ngettext("%(players)s player", "%(players)s players", report["players"])
    rounds = ngettext("%(rounds)s round played", "%(rounds)s rounds played", report["rounds"])
    return f"{players % report}, {rounds % report}"
