"""Objections to pairings, and byes before they are published, in the active language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Fixture
from tournaments.pairing import changes

ALLOTTED_BYE: str = Fixture.Kind.PAIRED_BYE


def objection_sentence(code: str, names: Sequence[str]) -> str:
    """Return a sentence about one or two entrants."""
    sentences = {
        changes.MET: _("%(one)s and %(two)s have met before."),
        changes.APART: _("%(one)s and %(two)s are kept apart."),
        changes.SECOND_BYE: _("%(one)s has had a bye before."),
        changes.COLOUR: _("%(one)s starts, or does not start, too often in a row."),
        changes.SCORE: _("%(one)s and %(two)s have different scores."),
    }
    return sentences[code] % {"one": names[0], "two": names[-1]}


def bye_label(kind: str) -> str:
    return str(Fixture.Kind(kind).label)
