"""Common base of the acts about events: locking, entrants, rescheduling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from games.models import Match, Seat
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from games.services.interventions.base import lock_matches
from games.services.play.flags import settle_fallen
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services.acts.base import RulingContext, parse_integer
from tournaments.referees.services.permissions import require_not_playing_with
from tournaments.services.locks import lock_tournament
from tournaments.services.tables import finals

Fields = JSONObject


class EventAct:
    name = ""
    about = "event"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        """Lock the event and clean the input."""
        tournament = lock_event(context)
        return {"tournament": tournament.pk, **self.fields(tournament, given)}

    def fields(self, _tournament: Tournament, _given: Mapping[str, JSON]) -> JSONObject:
        """Return the cleaned input apart from the event; none by default."""
        return {}

    def apply(self, context: RulingContext) -> None:
        raise NotImplementedError

    def after(self, context: RulingContext) -> None:
        """Do what has to wait until the matches are done; nothing by default."""

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        raise NotImplementedError


def lock_event(context: RulingContext) -> Tournament:
    """Lock the running matches of an event in order, then the event, as all services do."""
    pk = event_of(context).pk
    playing = Match.objects.running().filter(fixture__round__division__tournament=pk)
    list(playing.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    return lock_tournament(pk)


def event_of(context: RulingContext) -> Tournament:
    """Return the event, read from the database; refuses ``act_needs_event``."""
    if context.tournament is None:
        raise Refused("act_needs_event")
    return Tournament.objects.select_related("organiser").get(pk=context.tournament.pk)


def parse_entrant(tournament: Tournament, given: Mapping[str, JSON]) -> Entrant:
    """Return the entrant of the event whose key is in the input; refuses ``not_entered``."""
    pk = parse_integer(given, "entrant", 1, 2**31)
    found = Entrant.objects.filter(tournament=tournament, pk=pk).select_related("player__user")
    entrant = found.first()
    if entrant is None:
        raise Refused("not_entered")
    return entrant


def restore(row: Any, stored: Fields) -> None:
    """Write stored columns back to a row."""
    for name, value in stored.items():
        column = row._meta.get_field(name.removesuffix("_id"))  # noqa: SLF001 (documented by Django)
        setattr(row, name, value if name.endswith("_id") else column.to_python(value))
    row.save(update_fields=list(stored))


def running_matches(entrant: Entrant) -> list[tuple[int, int]]:
    """Return the matches that an entrant is playing and has not left, each with their seat."""
    left = Seat.objects.filter(player=entrant.player).exclude(left_by="")
    rows = entrant.fixture_seats.filter(
        fixture__settled_at=None, fixture__match__status=Match.Status.RUNNING
    ).exclude(fixture__match__in=left.values("match"))
    return list(rows.order_by("fixture__match").values_list("fixture__match", "seat"))


def settle_fallen_flags(matches: Iterable[int], now: datetime) -> None:
    """Settle fallen flags, so that the act is about matches that are really running.

    Refuses ``flag_pending``.
    """
    held = list(matches)
    lock_matches(held)
    for match in held:
        settle_fallen(match, now=now)


def require_impartial(context: RulingContext, fixtures: Iterable[int]) -> None:
    """Refuse a referee who is playing now with somebody who sits in these fixtures."""
    seats = FixtureSeat.objects.filter(fixture__in=fixtures)
    require_not_playing_with(context.by, seats.values_list("entrant__player", flat=True))


def opponents_of(entrant: Entrant) -> list[Any]:
    fixtures = Fixture.objects.unsettled().filter(seats__entrant=entrant)
    others = Entrant.objects.filter(fixture_seats__fixture__in=fixtures).exclude(pk=entrant.pk)
    return [other.player for other in others.select_related("player__user").distinct()]


def reschedule(tournament: Tournament, now: datetime) -> None:
    """Make the event due for the worker now; if it is over, save the final places again."""
    fresh = Tournament.objects.get(pk=tournament.pk)
    if fresh.is_running or fresh.is_open:
        Tournament.objects.filter(pk=fresh.pk).update(due_at=now)
    elif fresh.status == Tournament.Status.FINISHED:
        finals.save_final_places(fresh)
