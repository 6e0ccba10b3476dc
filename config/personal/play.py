"""Personal data from games, apart from the matches themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db.models import Q

from accounts.models import Player
from games.models import Challenge, DailyAttempt, Pause, Place, SeatChange, UsualTerms

Row = Mapping[str, object]


def challenges(player: Player) -> Iterator[Row]:
    """Yield challenges sent and received, and places in challenges to several players."""
    fields = (
        *("id", "challenger__name", "opponent__name", "ruleset", "options", "rated", "control"),
        *("private", "greeting", "state", "reason", "created_at", "closed_at", "match"),
    )
    for name in ("challenger", "opponent"):
        yield from Challenge.objects.filter(**{name: player}).order_by("pk").values(*fields)
    places = Place.objects.filter(player=player).order_by("pk")
    yield from places.values("challenge", "challenge__ruleset", "number", "joined_at")


def usual_terms(player: Player) -> Iterator[Row]:
    fields = ("ruleset", "options", "seats", "starter", "rated", "private", "control", "at")
    yield from UsualTerms.objects.filter(player=player).order_by("ruleset").values(*fields)


def daily_attempts(player: Player) -> Iterator[Row]:
    fields = ("puzzle__day", "match", "finished_at", "points", "sweeps", "counts")
    yield from DailyAttempt.objects.filter(player=player).order_by("pk").values(*fields)


def pauses(player: Player) -> Iterator[Row]:
    """Yield the pauses that the player proposed, and those of their clock alone."""
    for pause in Pause.objects.filter(Q(proposed_by=player) | Q(player=player)).order_by("pk"):
        yield {
            "match": pause.match_id,
            "reason": pause.reason,
            "proposed_by_me": pause.proposed_by_id == player.pk,
            "my_clock_alone": pause.player_id == player.pk,
            "proposed_at": pause.proposed_at,
            "since": pause.since,
            "until": pause.until,
        }


def seat_changes(player: Player) -> Iterator[Row]:
    """Yield when the player gave up or took over a seat."""
    for change in SeatChange.objects.filter(Q(before=player) | Q(after=player)).order_by("pk"):
        yield {
            "match": change.match_id,
            "seat": change.number,
            "gave_up": change.before_id == player.pk,
            "took_over": change.after_id == player.pk,
            "why": change.why,
            "at": change.at,
        }
