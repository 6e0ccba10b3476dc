"""Preview of an act: facts before and after, the e-mails, and their digest.

A fact is a name and a plain JSON value of codes, numbers, keys and instants in UTC. It is the same
in every language and time zone, and so is the digest. The pages put facts into words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from accounts.models import Player
from accounts.queries import suspended_until
from games.models import Match, RatingEntry, Seat
from notifications.models import Message
from tournaments.models import Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services.chain import digest_of
from tournaments.referees.services.event_facts import Facts, event_facts, standing_facts


@dataclass(frozen=True)
class Change:
    """One fact before and after."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Email:
    """One e-mail to be sent: its kind and recipient; ``message`` is the row itself."""

    kind: str
    player_id: int | None
    message: Message


@dataclass(frozen=True)
class Preview:
    """Everything that an act changes if it is signed as of ``at``."""

    at: datetime
    changes: tuple[Change, ...]
    emails: tuple[Email, ...]
    digest: str
    rulings: tuple[Ruling, ...] = ()


def current_facts(
    match_id: int | None,
    players: Iterable[Player],
    now: datetime,
    tournament: Tournament | None = None,
) -> Facts:
    """Return the current facts that an act may change."""
    facts: Facts = {}
    match = Match.objects.filter(pk=match_id).first() if match_id is not None else None
    if match is not None:
        facts |= _match_facts(match) | standing_facts(match)
    if tournament is not None:
        facts |= event_facts(tournament)
    for player in players:
        facts[f"suspended.{player.pk}"] = _to_iso(suspended_until(player, now))
    return facts


def _match_facts(match: Match) -> Facts:
    """Return result, position and clocks."""
    facts: Facts = {
        "match.status": match.status,
        "match.ending": match.ending,
        "match.ply": match.ply_count,
    }
    for seat in Seat.objects.filter(match=match).order_by("number"):
        name = f"seat.{seat.number}."
        facts[name + "player"] = seat.player_id
        facts[name + "rank"] = seat.rank
        facts[name + "points"] = seat.points
        facts[name + "awaited"] = seat.awaited
        facts[name + "deadline"] = _to_iso(seat.deadline_at)
        facts[name + "budget"] = seat.budget
    running = match.pauses.filter(since__isnull=False).order_by("pk")
    facts["match.pauses"] = [
        [_to_iso(pause.since), _to_iso(pause.until), pause.player_id] for pause in running
    ]
    return facts


def newest_rating_entry(matches: Collection[int]) -> int:
    """Return the key of the newest rating entry caused by these matches, 0 if there is none."""
    lines = RatingEntry.objects.filter(match__in=matches).order_by("-pk")
    return lines.values_list("pk", flat=True).first() or 0


def rating_facts(matches: Collection[int], since: int) -> tuple[Facts, Facts]:
    """Return the ratings before and after the entries that matches have caused since an entry.

    No rating changes without an entry, so the rest of the pool need not be read.
    """
    before: Facts = {}
    after: Facts = {}
    for line in RatingEntry.objects.filter(match__in=matches, pk__gt=since).order_by("pk"):
        name = f"rating.{line.player_id}"
        before.setdefault(name, [line.before, line.games_before] if line.games_before else None)
        after[name] = [line.after, line.games_after] if line.games_after else None
    return before, after


def _to_iso(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat()


def changes_between(before: Facts, after: Facts) -> tuple[Change, ...]:
    """Return the facts that differ, sorted by name."""
    names = sorted(before.keys() | after.keys())
    return tuple(
        Change(name, before.get(name), after.get(name))
        for name in names
        if before.get(name) != after.get(name)
    )


def preview_of(
    request: Mapping[str, object],
    changes: tuple[Change, ...],
    written: list[Message],
    rulings: Sequence[Ruling],
    at: datetime,
) -> Preview:
    """Return the preview with the digest that a signature must match."""
    emails = tuple(Email(each.kind, each.player_id, each) for each in written)
    signed = {
        "request": dict(request),
        "at": _to_iso(at),
        "changes": [[change.name, change.before, change.after] for change in changes],
        "emails": [[email.kind, email.player_id] for email in emails],
    }
    return Preview(at, changes, emails, digest_of(signed), tuple(rulings))
