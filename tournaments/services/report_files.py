"""Report files of any event, read: its table by our criteria, and who meets whom next.

Nothing is kept: what stands in the file is shown, paired as the engine pairs it, and written anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.services.errors import Refused
from tournaments.faults import TournamentError
from tournaments.pairing import swiss
from tournaments.pairing.base import Bye, Draft, Pairing, with_ties
from tournaments.services import wording
from tournaments.services.plans import USUAL
from tournaments.standings import trf, trf_reader
from tournaments.standings.base import Entrant, Event, System
from tournaments.standings.table import standings

LONGEST = 300_000  # signs
MOST_PAIRED = 200  # players; more take the engine too long for a page


@dataclass(frozen=True)
class Report:
    """What a file says: head, table, oddities, and the next round or why there is none."""

    sheet: trf.Sheet
    criteria: list[wording.Heading]
    rows: list[dict[str, Any]]
    remarks: list[str]
    draft: Draft | None
    no_round: str

    @property
    def event(self) -> Event:
        """The event with its results."""
        return self.sheet.event

    @property
    def pairings(self) -> list[dict[str, Any]]:
        """The tables of the next round with names; who has white comes first."""
        tables = self.draft.pairings if self.draft else ()
        return [
            {"board": each.board, "names": [self.name_of(who) for who in each.seats]}
            for each in tables
        ]

    @property
    def byes(self) -> list[str]:
        """Who sits out, and how."""
        byes = self.draft.byes if self.draft else ()
        return [f"{self.name_of(bye.entrant)}: {wording.kind_name(bye.kind)}" for bye in byes]

    def name_of(self, who: Entrant) -> str:
        """Return a player as the file names him."""
        return _name(self.sheet, who)


def read_report(text: str) -> Report:
    """Read a file, or refuse ``bad_report`` with the place and the reason."""
    if len(text) > LONGEST:
        raise Refused("report_too_long", limit=LONGEST // 1000)
    try:
        sheet = trf_reader.read(text)
        criteria = list(USUAL["swiss" if sheet.event.system is System.SWISS else "round_robin"])
        rows = [
            {
                "place": row.rank,
                "name": _name(sheet, row.entrant),
                "points": wording.figure(row.points),
                "values": [wording.figure(value) for value in row.values],
            }
            for row in standings(sheet.event, criteria)
        ]
    except TournamentError as fault:
        raise Refused("bad_report", reason=reason(fault)) from fault
    draft, no_round = _next_round(sheet)
    remarks = [_remark(each) for each in sheet.remarks]
    return Report(
        sheet,
        [wording.criterion_heading(each) for each in criteria],
        rows,
        remarks,
        draft,
        no_round,
    )


def written(text: str, year: int) -> str:
    """Return the file as ours in the format of that year, or refuse what it cannot say."""
    report = read_report(text)
    try:
        return trf.write(report.sheet, year=year)
    except TournamentError as fault:
        raise Refused("trf_cannot_say", what=unsayable(fault.code)) from fault


def _name(sheet: trf.Sheet, who: Entrant) -> str:
    """Return the name on a player's card, or his number."""
    card = sheet.cards.get(who)
    return card.name if card and card.name else str(who)


def _next_round(sheet: trf.Sheet) -> tuple[Draft | None, str]:
    """Pair the round to come as a Swiss is paired; what still runs counts as a tie for that."""
    event = sheet.event
    if event.system is not System.SWISS:
        return None, _("All meetings of a round robin are fixed beforehand.")
    if len(event.entrants) > MOST_PAIRED:
        return None, _("Only events of up to %(most)d players are paired here.") % {
            "most": MOST_PAIRED
        }
    running = [Pairing(each.seats, 0) for each in sheet.running]
    if running:
        event = with_ties(event, running, max(each.round for each in sheet.running))
    number = event.rounds + 1
    absent = tuple(Bye(each.seats[0], each.kind) for each in sheet.absences if each.round == number)
    call = swiss.Call(event, number, sheet.initial or "w", absent, sheet.forbidden)
    try:
        return swiss.pair(call), ""
    except TournamentError as fault:
        return None, _("No pairing: %(reason)s") % {"reason": reason(fault)}


def _remark(remark: trf.Remark) -> str:
    """Return what is odd in a line."""
    said = {
        "points_differ": _(
            "the points do not add up: %(found)s stands there, %(expected)s are right"
        ),
        "number_of_players": _("another number of players is told; there are %(expected)s"),
        "changes_pairings": _("this line is left out, although it changes who meets whom"),
        "unknown_record": _("this line is left out; its kind is unknown"),
    }.get(remark.code, remark.code)
    words = said % {"found": remark.found, "expected": remark.expected}
    return _("Line %(line)d: %(words)s.") % {"line": remark.line, "words": words}


def reason(fault: TournamentError) -> str:
    """Return what is wrong, and where in the file where that is known."""
    params = dict(fault.params)
    said = _reasons().get(fault.code, fault.code)
    params["found"] = str(params.get("found", "")).strip()
    words = said % params
    if "line" not in params:
        return words
    return _("Line %(line)s, column %(column)s: %(words)s") % {**params, "words": words}


def unsayable(code: str) -> str:
    """Return what the format of report files has no place for."""
    return {
        "too_many_players": _("more than 9999 players"),
        "points_need_tenths": _("points other than whole tenths"),
        "needs_trf26": _("such points for results in the format of 2016"),
        "rating_too_high": _("a rating above 9999"),
        "two_results_in_round": _("two results of one player in one round"),
        "two_seats_only": _("tables of more than two"),
        "forfeit_without_loser": _("a forfeit that nobody lost"),
    }.get(code, code)


def _reasons() -> dict[str, str]:
    """Return what is wrong by the code of the fault, and what would be right."""
    return {
        "no_players": _("No player stands in this text; their lines begin with 001."),
        "team_event": _(
            "This is the file of a team event; only events of single players are read."
        ),
        "tab": _("A tab has no column; put blanks in its place."),
        "not_a_number": _("“%(found)s” is no whole number."),
        "no_pairing_number": _("A pairing number from 1 to 9999 belongs here, not “%(found)s”."),
        "number_twice": _("The pairing number %(found)s belongs to somebody else already."),
        "not_points": _("Points such as 11.5 belong here, not “%(found)s”."),
        "misaligned": _("A blank belongs here, not “%(found)s”; the columns are out of line."),
        "wrong_colour": _("The colour is w, b or -, and w meets b; “%(found)s” stands here."),
        "wrong_bye": _("A bye is F, H, Z or U, not “%(found)s”."),
        "wrong_result": _("A result is 1, =, 0, +, -, W, D, L or a blank, not “%(found)s”."),
        "wrong_scoring": _("W, D and L belong here with their points, none above the one before."),
        "unknown_opponent": _("There is no other player %(found)s in this file."),
        "unknown_player": _("There is no player %(found)s in this file."),
        "one_sided": _("Player %(found)s has another entry in this round."),
        "contradiction": _("The results of the two do not go together: “%(found)s”."),
        "no_round": _("The number of a round and pairing numbers belong here, not “%(found)s”."),
        "too_few": _("Fewer than two players are there."),
        "no_legal_pairing": _("Nobody can meet anybody new."),
    }
