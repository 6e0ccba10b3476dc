"""Operators replace the name and key of a club by neutral ones."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.naming import appearance
from tournaments import club_queries
from tournaments.models import Club, ClubLine
from tournaments.services.clubs import log


@transaction.atomic
def replace_name(club: Club, by: Player | None, *, now: datetime) -> str:
    """Give a club a neutral name and key, log it, and return the name.

    A private club keeps its key: it is a secret, not made of the name.
    """
    row = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    row.name = _unused_value(row, "name", f"Club {row.pk}")
    if not row.private:
        row.key = _unused_value(row, "key", f"club-{row.pk}")
    row.save(update_fields=["name", "key"])
    noted_by = by or club_queries.owner_of(row)
    if noted_by is not None:
        log.record_act(row, ClubLine.Act.RENAMED, noted_by, now)
    return row.name


def _unused_value(club: Club, column: str, stem: str) -> str:
    """Return a value that no other club has in this column, nor one that looks the same."""
    others, value, more = Club.objects.exclude(pk=club.pk), stem, 0
    while others.filter(Q(**{f"{column}__iexact": value}) | Q(likeness=appearance(value))).exists():
        more += 1
        value = f"{stem} ({more})" if column == "name" else f"{stem}-{more}"
    return value
