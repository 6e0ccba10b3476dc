"""Reads about who judges, and what of a match only those who judge may see."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Player
from accounts.queries import players_with, roles_of
from accounts.roles import EVENT_REFEREE, HEAD_REFEREE, JUDGES
from games import match_queries, queries
from games.models import ChatLine, EventReferee, Match, Order


def is_referee(player: Player | None) -> bool:
    """Whether somebody may judge at all: everything, or what happens in some event."""
    roles = roles_of(player)
    return bool(roles & JUDGES) or (EVENT_REFEREE in roles and bool(events_judged_by(player)))


def judges_everything(player: Player | None) -> bool:
    """Whether somebody may judge wherever he is no party."""
    return bool(roles_of(player) & JUDGES)


def events_judged_by(player: Player | None) -> set[str]:
    """Return the addresses of the events for which somebody was appointed."""
    return set(EventReferee.objects.filter(player=player).values_list("event", flat=True))


def may_judge(player: Player | None, event: str) -> bool:
    """Whether somebody may judge in an event; an empty address means outside of events."""
    roles = roles_of(player)
    if roles & JUDGES:
        return True
    return bool(event) and EVENT_REFEREE in roles and event in events_judged_by(player)


def event_of_match(match: Match | None) -> str:
    """Return the address of the event that a match is part of; empty where there is none."""
    return str(((match.event if match is not None else None) or {}).get("url", ""))


def is_head_referee(player: Player | None) -> bool:
    """Whether somebody leads the referees."""
    return HEAD_REFEREE in roles_of(player)


def referees(event: str = "") -> list[Player]:
    """Return everybody who may judge, in an event or outside of one, by name."""
    own = EventReferee.objects.filter(event=event).values_list("player", flat=True)
    chosen = {player.pk for player in players_with([EVENT_REFEREE])} & set(own) if event else set()
    found = players_with([*JUDGES, EVENT_REFEREE])
    judges = {player.pk for player in players_with(JUDGES)}
    return [player for player in found if player.pk in judges | chosen]


def appointed_for(event: str) -> list[Player]:
    """Return the people appointed for an event."""
    rows = EventReferee.objects.filter(event=event).select_related("player__user")
    return [row.player for row in rows.order_by("player__name_key")]


def match_for_referee(viewer: Player | None, pk: int) -> Match | None:
    """Return any match, private ones included, to those who judge."""
    match = Match.objects.filter(pk=pk).first()
    return match if may_judge(viewer, event_of_match(match)) else None


def position_for_referee(
    viewer: Player | None, pk: int, at_ply: int | None = None
) -> queries.Position | None:
    """Return any match at a ply to those who judge, with nothing hidden; None to others.

    Who sits at the table himself sees no more than he may as a player.
    """
    match = Match.objects.filter(pk=pk).prefetch_related(queries.SEATS).first()
    if match is None or not may_judge(viewer, event_of_match(match)):
        return None
    own = viewer is not None and viewer.pk in match_queries.ever_seated(match)
    return queries.position_of(match, at_ply, viewer, unveiled=not own)


def chat_of(match: Match) -> list[ChatLine]:
    """Return everything that was said at a table, for those who judge."""
    return list(ChatLine.objects.filter(match=match).select_related("player"))


def orders_of(match: Match) -> list[Order]:
    """Return all orders of a match, for those who judge."""
    return list(Order.objects.filter(match=match).order_by("pk"))


def others_of(match: Match) -> QuerySet[Match]:
    """Return the other matches at which all these players met, the newest first."""
    found = Match.objects.exclude(pk=match.pk)
    for player in match_queries.seated(match):
        found = found.of(player)
    return found.order_by("-started_at").prefetch_related(queries.SEATS)
