"""Why a round was paired again before it was published: changes of the field, or a request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games.rules.base import JSON
from tournaments.models import Revision, RoundDraft, Tournament
from tournaments.services.rounds.draft_kinds import PRESENT, WAITING, draft_kind_of

OUT = "out"  # in the tournament, but not paired in this round
ASKED, EARLIER_ROUNDS = "asked", "earlier_rounds"
LEFT, ENTERED, BACK, SITS_OUT, PLAYS = "left", "entered", "back", "sits_out", "plays"


class Change(NamedTuple):
    """A reason, and the names of the entrants or the organiser."""

    code: str
    names: tuple[str, ...]


def get_requester(tournament: Tournament, before: RoundDraft) -> Player | None:
    """Return the organiser who requested pairing the round again, or None."""
    if before.field:
        return None
    lines = Revision.objects.filter(tournament=tournament, act=Revision.Act.AGAIN)
    own = lines.filter(after__division=before.division_id).order_by("-pk")
    found = own.select_related("by").first()
    return found.by if found else None


def changes_since(
    tournament: Tournament, before: RoundDraft, field: Sequence[JSON], by: Player | None
) -> list[Change]:
    """Return why a draft is replaced by one for the current field."""
    if by is not None:
        return [Change(ASKED, (by.name,))]
    if before.field == list(field):
        return [Change(EARLIER_ROUNDS, ())]
    side = draft_kind_of(tournament)
    names = side.names(before.division)
    found = _diff_fields(
        before.field, field, may_enter=tournament.late_entry and side.admits_late_entrants
    )
    return [Change(code, _sorted_names(names, who)) for code, who in found if who]


def _diff_fields(
    before: Sequence[JSON], after: Sequence[JSON], *, may_enter: bool
) -> Iterator[tuple[str, set[int]]]:
    known = {pk for pk, _mark in before}
    was, now = _group_by_mark(before), _group_by_mark(after)
    came = now[PRESENT] - was[PRESENT]
    entered = came - known | (came & was[WAITING]) if may_enter else set()
    yield LEFT, was[PRESENT] - now[PRESENT]
    yield ENTERED, entered
    yield BACK, came - entered
    stayed = was[PRESENT] & now[PRESENT]
    marks = dict(before)
    otherwise = {pk for pk, mark in after if pk in was[OUT] & now[OUT] and marks[pk] != mark}
    yield SITS_OUT, ((now[OUT] - was[OUT]) & stayed) | otherwise
    yield PLAYS, (was[OUT] - now[OUT]) & stayed


def _group_by_mark(field: Sequence[JSON]) -> Mapping[str, set[int]]:
    """Return the present, absent and waiting entrants."""
    found: dict[str, set[int]] = {PRESENT: set(), OUT: set(), WAITING: set()}
    for pk, mark in field:
        found[mark if mark in (PRESENT, WAITING) else OUT].add(pk)
    return found


def _sorted_names(names: Mapping[int, str], who: set[int]) -> tuple[str, ...]:
    return tuple(names[pk] for pk in sorted(who) if pk in names)


def change_sentences(changes: Sequence[Change]) -> list[str]:
    """Return the reasons in the active language, a paragraph each; [] for a first draft."""
    if any(each.code == ASKED for each in changes):
        return [_("%(names)s has had the round paired again.") % _names_of(changes[0])]
    if any(each.code == EARLIER_ROUNDS for each in changes):
        return [
            _(
                "It was paired again because results or pairings of earlier rounds have "
                "changed and its own pairings had become impossible."
            )
        ]
    said = {
        LEFT: _("No longer in the tournament: %(names)s"),
        ENTERED: _("Entered late: %(names)s"),
        BACK: _("Back in the tournament: %(names)s"),
        SITS_OUT: _("Sitting out this round: %(names)s"),
        PLAYS: _("Playing this round after all: %(names)s"),
    }
    rows = [said[each.code] % _names_of(each) for each in changes]
    return [_("It was paired again because the field has changed:"), *rows] if rows else []


def _names_of(change: Change) -> dict[str, str]:
    return {"names": ", ".join(map(isolated, change.names))}
