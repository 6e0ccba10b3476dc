"""Pairs a round of a report file."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tournaments.errors import TournamentError
from tournaments.pairing import sitting_out, swiss
from tournaments.pairing.base import Bye, Draft, PairingError, with_running_as_ties
from tournaments.standings.base import Kind, System
from tournaments.standings.trf.sheet import Sheet

ROUNDS_MATTER = "rounds_matter"
BEYOND_ANNOUNCED = "beyond_announced"
RUNNING_AS_TIES = "running_as_ties"
WHITE_ASSUMED = "white_assumed"


class PairedRound(NamedTuple):
    """A paired round; `notes` are codes of caveats."""

    draft: Draft
    notes: tuple[str, ...] = ()


def pair_round(sheet: Sheet, number: int = 0, rounds: int = 0) -> PairedRound:
    """Pair a round as a Swiss, the next one unless `number` is given.

    `rounds` overrides the number of rounds that the file announces. If neither is known, the round
    is not taken for the last, and the notes say if that matters; a round beyond the announced ones
    is.
    """
    if sheet.event.system is not System.SWISS:
        raise PairingError("no_swiss", system=str(sheet.event.system))
    if number > sheet.event.rounds + 1:
        raise PairingError("round_not_next", round=number, next=sheet.event.rounds + 1)
    cut = sheet_before(sheet, number) if number else sheet
    event = with_running_as_ties(cut.event, cut.running, number - 1)
    number = event.rounds + 1
    announced = rounds or event.scheduled
    event = replace(event, scheduled=max(announced, number) if announced else 0)
    call = swiss.PairingInput(
        event,
        number,
        sheet.initial or "w",
        absent=_requested_byes(cut, number),
        forbidden=tuple(each.members for each in sheet.forbidden if each.applies_in(number)),
        boosts=sheet.boosts,
        foreign=True,
    )
    draft = _pair(call)
    notes = [draft.note] if draft.note else []
    notes += [RUNNING_AS_TIES] if cut.running else []
    notes += [WHITE_ASSUMED] if not sheet.initial else []
    if announced < number:
        notes += (
            [BEYOND_ANNOUNCED]
            if announced
            else [ROUNDS_MATTER]
            if _last_round_matters(call, draft)
            else []
        )
    return PairedRound(draft, tuple(notes))


def _pair(call: swiss.PairingInput) -> Draft:
    """Pair a round; raise ``no_bye_left`` if only the lack of a bye prevents it."""
    try:
        return swiss.pair(call)
    except PairingError as error:
        if error.code == swiss.NO_PAIRING and sitting_out.lacks_only_bye(call):
            raise PairingError("no_bye_left") from error
        raise


def sheet_before(sheet: Sheet, number: int) -> Sheet:
    """Return the file as before a round: without results from it on, but with requested byes."""
    event = sheet.event
    kept = tuple(each for each in event.results if each.round < number)
    byes = tuple(
        each
        for each in event.results
        if each.round >= number and each.is_bye and each.kind is not Kind.PAIRED_BYE
    )
    running = tuple(each for each in sheet.running if each.round < number)
    rounds = min(event.rounds, number - 1)
    return replace(
        sheet,
        event=replace(event, results=kept, rounds=rounds, running=running),
        absences=sheet.absences + byes,
        running=running,
    )


def _requested_byes(sheet: Sheet, number: int) -> tuple[Bye, ...]:
    found = {each.seats[0]: each.kind for each in sheet.absences if each.round == number}
    return tuple(Bye(who, kind) for who, kind in sorted(found.items()))


def _last_round_matters(call: swiss.PairingInput, draft: Draft) -> bool:
    """Whether the pairing would differ if this were the last round."""
    try:
        last = swiss.pair(replace(call, event=replace(call.event, scheduled=call.round)))
    except TournamentError:
        return True
    return last.pairings != draft.pairings or last.byes != draft.byes
