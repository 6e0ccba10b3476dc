"""Which lines of the log organisers can undo now, and on which page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse

from tournaments.models import Revision, Tournament
from tournaments.services.admission import acceptances
from tournaments.services.revisions import cancelling, order, readmitting, revising, staff, swaps

Act = Revision.Act
UNDOABLE = (Act.TERMS, Act.SEEDED, Act.ROUND_OFF, Act.REMOVED, Act.PAIRED, Act.CO_LEFT)
"""Acts whose lines are listed however old; the page of players has those who were accepted."""


def undo_paths(tournament: Tournament, lines: Sequence[Revision], now: datetime) -> dict[int, str]:
    """Return the paths of the pages for undoing, by key of the line; others are left out."""
    of = tournament.pk
    placed = order.undoable_revision_ids(tournament, lines)
    pages = {pk: f"{reverse('tournaments:order', args=[of])}?undo={pk}" for pk in placed}
    for pk in cancelling.undoable_revision_ids(tournament, lines, now):
        pages[pk] = reverse("tournaments:undo_round", args=[of, pk])
    for pk in revising.undoable_revision_ids(tournament, lines, now):
        pages[pk] = reverse("tournaments:undo_revision", args=[of, pk])
    for pk in swaps.undoable_revision_ids(tournament, lines):
        pages[pk] = f"{reverse('tournaments:pairings', args=[of])}?undo={pk}"
    for pk in staff.undoable_revision_ids(tournament, lines, now):
        pages[pk] = reverse("tournaments:undo_removed_organiser", args=[of, pk])
    for pk in acceptances.undoable_revision_ids(tournament, lines):
        pages[pk] = reverse("tournaments:undo_acceptance", args=[of, pk])
    return pages | _removal_paths(tournament, lines)


def _removal_paths(tournament: Tournament, lines: Sequence[Revision]) -> dict[int, str]:
    if not any(each.act == Act.REMOVED for each in lines):
        return {}
    found = readmitting.removals_with_room(
        tournament, readmitting.removals_before_start(tournament, lines)
    )
    for entrant, each in readmitting.removed_entrants(tournament, lines).items():
        if each.refusal is None:
            found[entrant] = each.line
    return {
        line.pk: reverse("tournaments:enter_again", args=[tournament.pk, entrant])
        for entrant, line in found.items()
    }
