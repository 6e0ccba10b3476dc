"""Operators replace the name and key of a club by neutral ones."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments import club_queries
from tournaments.models import Club, ClubLine
from tournaments.services.clubs import log


@transaction.atomic
def replace_name(club: Club, by: Player | None, *, now: datetime) -> str:
    """Give a club a neutral name and key, log it, and return the name.

    A private club keeps its key: it is a secret, not made of the name.
    """
    row = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    row.name = _unused_value("name", f"Club {row.pk}", row)
    if not row.private:
        row.key = _unused_value("key", f"club-{row.pk}", row)
    row.save(update_fields=["name", "key"])
    noted_by = by or club_queries.owner_of(row)
    if noted_by is not None:
        log.record_act(row, ClubLine.Act.RENAMED, noted_by, now)
    return row.name


def _unused_value(column: str, stem: str, club: Club) -> str:
    """Return a value that no other club has in this column."""
    value, more = stem, 0
    while Club.objects.filter(**{f"{column}__iexact": value}).exclude(pk=club.pk).exists():
        more += 1
        value = f"{stem}-{more}"
    return value
