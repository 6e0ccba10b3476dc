"""Notes that organisers share with each other."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.naming import has_controls
from games.services.errors import Refused
from tournaments.models import OrganiserNote
from tournaments.models.note import MAX_NOTE_LENGTH
from tournaments.services.locks import lock_tournament, require_organiser

__all__ = ["MAX_NOTES", "MAX_NOTE_LENGTH", "add_note", "clean"]
MAX_NOTES = 500


@transaction.atomic
def add_note(pk: int, by: Player, text: str, *, now: datetime) -> OrganiserNote:
    """Save a note with author and time.

    Refuses ``not_your_tournament``, ``empty_text``, ``text_too_long``, ``too_many_notes``.
    """
    tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    text = clean(text, MAX_NOTE_LENGTH)
    if OrganiserNote.objects.filter(tournament=tournament).count() >= MAX_NOTES:
        raise Refused("too_many_notes", limit=MAX_NOTES)
    return OrganiserNote.objects.create(tournament=tournament, by=by, at=now, text=text)


def clean(text: str, longest: int) -> str:
    """Return a cleaned text; refuses ``empty_text``, ``control_characters``, ``text_too_long``."""
    said = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if not said:
        raise Refused("empty_text")
    if has_controls(said, lines=True):
        raise Refused("control_characters")
    if len(said) > longest:
        raise Refused("text_too_long", limit=longest)
    return said
