"""Messages about a report file: errors, warnings, remarks on its next round."""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext

from tournaments.errors import TournamentError
from tournaments.reports.answers import Evaluation
from tournaments.services.tables.engine_words import fallback_reason


def format_error(error: TournamentError) -> str:
    """Return an error as a sentence, with its place in the file if known."""
    return error_sentence({"code": error.code, **error.params})


def error_sentence(error: Evaluation) -> str:
    """Return the sentence of an error given as plain values."""
    params = dict(error)
    code = params["code"]
    said = _line_messages().get(code) or _file_messages().get(code) or unsupported_feature(code)
    params["found"] = str(params.get("found", "")).strip()
    words = _fill(said, params)
    if not params.get("line"):
        return words
    return _("Line %(line)s, column %(column)s: %(words)s") % {**params, "words": words}


def _fill(said: str, params: Evaluation) -> str:
    return said % {"most": "", "limit": "", "entrants": "", **params}


def unsupported_feature(code: str) -> str:
    """Return the feature that report files do not support."""
    return {
        "too_many_players": _("more than 9999 players"),
        "points_need_tenths": _("points other than whole tenths"),
        "needs_trf26": _("these points or rounds in the 2016 format"),
        "rating_too_high": _("a rating above 9999"),
        "two_results_in_round": _("two results of one player in one round"),
        "two_seats_only": _("matches of more than two players"),
        "forfeit_without_loser": _("a forfeit win without a loser"),
    }.get(code, code)


def _line_messages() -> dict[str, str]:
    """Return the messages of errors in a line, by code."""
    return {
        "no_players": _("There are no players in this text; their lines begin with 001."),
        "team_event": _("This is the file of a team event; only individual events can be read."),
        "no_text": _("This is not a text file: it contains the character %(found)s here."),
        "tab": _("Tabs are not allowed here; use spaces instead."),
        "not_a_number": _("“%(found)s” is not a whole number of up to four digits."),
        "no_pairing_number": _("Expected a starting number from 1 to 9999, not “%(found)s”."),
        "number_twice": _("The starting number %(found)s already belongs to another player."),
        "not_points": _("Expected points such as 11.5, not “%(found)s”."),
        "misaligned": _("Expected a space, not “%(found)s”; the columns are not aligned."),
        "wrong_colour": _("The colour must be w, b or -, and w must meet b; found “%(found)s”."),
        "wrong_bye": _("A bye must be F, H, Z or U, not “%(found)s”."),
        "wrong_result": _("A result must be 1, =, 0, +, -, W, D, L or a space, not “%(found)s”."),
        "wrong_scoring": _(
            "Expected results with their points, such as W 3.0, where a better result never "
            "brings fewer points; “%(found)s” does not fit."
        ),
        "unknown_opponent": _("There is no other player %(found)s in this file."),
        "unknown_player": _("There is no player %(found)s in this file."),
        "one_sided": _("Player %(found)s has a different entry for this round."),
        "contradiction": _("The results of the two players do not match: “%(found)s”."),
        "no_round": _(
            "Expected the number of a round (or of the first and the last one) and starting "
            "numbers, not “%(found)s”."
        ),
        "too_many_rounds": _("Only events of up to 99 rounds can be read; “%(found)s” is more."),
    }


def _file_messages() -> dict[str, str]:
    """Return the messages of errors in the file or its next pairing, by code."""
    return {
        "too_few": _("There are no players to pair."),
        "no_legal_pairing": _(
            "No legal pairing includes everybody: those left have met or are kept apart. FIDE "
            "leaves this to the arbiter. Give somebody a zero-point bye (record 240) to pair the "
            "others."
        ),
        "no_bye_left": _(
            "The number of players is odd, and nobody is left who may have the bye. FIDE leaves "
            "this to the arbiter. Give somebody a zero-point bye (record 240) to pair the others."
        ),
        "no_swiss": _("In a round robin, all pairings are fixed in advance."),
        "round_not_next": _(
            "This file can be used to pair rounds up to %(next)s, but not round %(round)s."
        ),
        "too_many_to_pair": _("Only events of up to %(most)s players can be paired here."),
        "too_many_results": _(
            "The number of players times the number of rounds can be at most %(limit)s."
        ),
        "too_large": _("The file can have at most %(limit)s characters."),
        "out_of_time": _("It took more than %(limit)s seconds and was stopped."),
        "out_of_memory": _("It needed more than %(limit)s megabytes of memory and was stopped."),
        "failed": _("The program failed on this file. The error has been logged."),
        "no_file": _("The file cannot be opened: %(found)s."),
    }


def remark_sentence(remark: Evaluation) -> str:
    said = {
        "points_differ": _(
            "the points do not add up: the file says %(found)s, but %(expected)s is right"
        ),
        "number_of_players": _("the stated number of players is wrong; there are %(expected)s"),
        "changes_pairings": _("this line is ignored, although it affects the pairings"),
        "unknown_record": _("this line is ignored because its kind is unknown"),
        "clubs_only": _(
            "teams are read as clubs of individual players; use records 260 for players who "
            "must not meet"
        ),
        "repeated": _("record %(found)s appears here again; line %(expected)s counts"),
        "impossible_date": _("the date %(found)s does not exist"),
        "ends_before_start": _("the tournament ends on %(found)s, before its start"),
        "unknown_points": _("%(found)s is ignored: it names no known kind of points"),
        "draws_beat_win": _("two draws are worth more points than a win and a loss"),
        "draw_as_win_or_loss": _("a draw is worth as many points as a win or a loss"),
        "more_rounds": _("more rounds have been played than announced: %(expected)s"),
        "no_virtual_points": _(
            "the pairing is accelerated, but virtual points (records 250) are missing, so they "
            "are not used"
        ),
    }.get(remark["code"], str(remark["code"]))
    return _("Line %(line)d: %(words)s.") % {"line": remark["line"], "words": said % remark}


def left_out_sentences(told: Evaluation) -> list[str]:
    """Return which requested tie-breaks are missing from the table, and why."""
    said = []
    if told["unknown"]:
        unknown = _("Unknown tie-breaks are ignored: %(names)s.")
        said.append(unknown % {"names": ", ".join(told["unknown"])})
    if told["unfit"]:
        unfit = _(
            "Tie-breaks that are meaningless where everybody meets everybody are left out: "
            "%(names)s."
        )
        said.append(unfit % {"names": ", ".join(told["unfit"])})
    if told["early"]:
        early = _(
            "Tie-breaks that cannot be computed while games are running are left out: %(names)s."
        )
        said.append(early % {"names": ", ".join(told["early"])})
    return said


def note_sentence(note: str) -> str:
    """Return the sentence about a pairing, and what would change it."""
    return {
        "rounds_matter": _(
            "The file does not give the number of rounds, and the last round would be paired "
            "differently. Add record 142."
        ),
        "beyond_announced": _(
            "All announced rounds have been played. This would be an extra round, paired as "
            "the last one."
        ),
        "running_as_ties": _("Games without a result count as draws for this pairing."),
        "white_assumed": _(
            "The file does not give the colour of the first number in round 1. White is used "
            "here. Add record 152."
        ),
    }.get(note) or str(fallback_reason(note))


def running_sentence(count: int) -> str:
    """Return how many games are running."""
    return ngettext(
        "%(number)s game is running and does not count yet.",
        "%(number)s games are running and do not count yet.",
        count,
    ) % {"number": count}


def size_phrase(report: Evaluation) -> str:
    """Return how many players and rounds a file has."""
    players = ngettext("%(players)s player", "%(players)s players", report["players"])
    rounds = ngettext("%(rounds)s round played", "%(rounds)s rounds played", report["rounds"])
    return f"{players % report}, {rounds % report}"
