"""Queries about rulings: the chain, the rulings of a match, case or event."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q, QuerySet

from accounts.models import Player
from games.models import Match
from tournaments.models import Tournament
from tournaments.referees.models import Case, Ruling


def rulings_on(match: Match) -> list[Ruling]:
    found = Ruling.objects.filter(match=match).select_related("by", "player", "undoes")
    return list(found.order_by("number"))


def rulings_in(case: Case) -> list[Ruling]:
    found = Ruling.objects.filter(case=case).select_related("by", "player", "match", "undoes")
    return list(found.order_by("number"))


def ruling_by_number(number: int) -> Ruling | None:
    found = Ruling.objects.filter(number=number)
    return found.select_related("by", "player", "match", "case").first()


def decision_of(case: Case) -> Ruling | None:
    """Return the standing ruling that decided a case; interim rulings decide nothing."""
    found = Ruling.objects.standing().filter(case=case, appeal_of=None)
    decided = [ruling for ruling in found.order_by("-number") if not ruling.params.get("interim")]
    return decided[0] if decided else None


def recent_reasons(player: Player, act: str, limit: int) -> list[tuple[str, str]]:
    """Return the referee's latest distinct pairs of paragraph and reason for an act."""
    made = Ruling.objects.filter(by=player, act=act).order_by("-number")
    lately = made.values_list("paragraph", "reason")[: limit * 4]
    return list(dict.fromkeys(lately))[:limit]


def count_rulings() -> int:
    return Ruling.objects.count()


def chain() -> QuerySet[Ruling]:
    return Ruling.objects.select_related("by", "player", "case", "match").order_by("number")


def final_rulings(filters: Mapping[str, object]) -> QuerySet[Ruling]:
    """Return the final rulings, for publication without names.

    Filters: ``kind`` of the case, ``q`` (words of the paragraph or the reason).
    """
    found = Ruling.objects.standing().filter(case__state=Case.State.CLOSED)
    found = found.exclude(act="uphold").exclude(params__has_key="interim")
    found = found.exclude(match__isnull=False, case__match=None)
    if filters.get("kind"):
        found = found.filter(case__kind=filters["kind"])
    for word in str(filters.get("q") or "").split():
        found = found.filter(Q(reason__icontains=word) | Q(paragraph__icontains=word))
    return found.select_related(
        "by", "player", "case__match", "case__tournament", "case__opened_by", "case__about"
    )


def was_upheld(ruling: Ruling) -> bool:
    return Ruling.objects.filter(appeal_of=ruling, act="uphold").exists()


def rulings_in_event(tournament: Tournament) -> list[Ruling]:
    """Return the rulings in a tournament in order, without the parts of larger ones."""
    found = Ruling.objects.filter(case__tournament=tournament)
    found = found.exclude(match__isnull=False, case__match=None)
    return list(found.select_related("by", "player", "match", "undoes", "case").order_by("number"))
