"""Queries about matches for the referees who may judge them, private data included."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import naming
from accounts.models import Player
from accounts.numbers import parse_number
from games import match_queries, queries
from games.models import ChatLine, Match, Order, Ply, Seat
from tournaments import panel_queries
from tournaments.panel_queries import tournament_of
from tournaments.referees.models import Case, CaseLine

MAX_WORDS = 6


def match_for_referee(viewer: Player | None, pk: int) -> Match | None:
    """Return any match, even a private one, if the viewer may judge it."""
    match = Match.objects.filter(pk=pk).first()
    return match if panel_queries.may_judge(viewer, tournament_of(match)) else None


def matches_to_judge(viewer: Player, words: str) -> QuerySet[Match]:
    """Return the matches that the viewer may judge, private ones included, newest first.

    Every word must be the number of the match, or be part of the name of its event or of a present
    or former player.
    """
    found = Match.objects.order_by("-pk").prefetch_related(queries.SEATS_PREFETCH)
    if not panel_queries.is_general_referee(viewer):
        own = panel_queries.tournaments_judged_by(viewer)
        found = found.filter(fixture__round__division__tournament__in=own)
    for word in words.replace("\x00", " ").split()[:MAX_WORDS]:
        key = naming.get_name_key(word)
        there = Seat.objects.filter(match=OuterRef("pk"))
        sits = there.filter(Q(player__name_key__contains=key) | Q(original__name_key__contains=key))
        fits = Q(Exists(sits)) | Q(event__name__icontains=word)
        if (number := parse_number(word.removeprefix("#"))) is not None:
            fits |= Q(pk=number)
        found = found.filter(fits)
    return found


def position_for_referee(
    viewer: Player | None, pk: int, at_ply: int | None
) -> queries.Position | None:
    """Return a match at a ply if the viewer may judge it, else None.

    Private data is included only if the viewer has opened it (``has_opened_private_data``).
    """
    match = Match.objects.filter(pk=pk).prefetch_related(queries.SEATS_PREFETCH).first()
    if match is None or not panel_queries.may_judge(viewer, tournament_of(match)):
        return None
    return queries.position_of(
        match, at_ply, viewer, unveiled=has_opened_private_data(viewer, match)
    )


def ply_count_at(match: int, at: datetime) -> int:
    """Return the number of plies that had been played at an instant."""
    return Ply.objects.filter(match=match, at__lte=at).count()


def has_opened_private_data(viewer: Player | None, match: Match) -> bool:
    """Whether the viewer has opened the match's private data in a case that is still pending.

    Always False for present and former players and for people with a stake in the event.
    """
    if viewer is None:
        return False
    own = CaseLine.objects.filter(by=viewer, event=CaseLine.Event.VIEWED)
    if not own.filter(case__match=match, case__state__in=Case.PENDING).exists():
        return False
    event, seated = tournament_of(match), match_queries.ever_seated_ids(match)
    biased = viewer.pk in seated or panel_queries.has_stake(viewer, event)
    return panel_queries.may_judge(viewer, event) and not biased


def chat_of(match: Match, *, private: bool) -> list[ChatLine]:
    """Return the chat of a match; messages between partners only if ``private``."""
    said = ChatLine.objects.filter(match=match).select_related("player")
    return list(said if private else said.filter(only_seats__isnull=True))


def orders_of(match: Match) -> list[Order]:
    """Return all orders of a match; callers check ``has_opened_private_data``."""
    return list(Order.objects.filter(match=match).order_by("pk"))


def notes_of(match: Match) -> list[Seat]:
    """Return the seats that have private notes; callers check ``has_opened_private_data``."""
    seats = Seat.objects.filter(match=match).exclude(notes="").select_related("player")
    return list(seats.order_by("number"))


def other_matches_of(match: Match) -> QuerySet[Match]:
    """Return the other matches in which all these players met, newest first."""
    found = Match.objects.exclude(pk=match.pk)
    for player in match_queries.seated_players(match):
        found = found.of(player)
    return found.order_by("-started_at").prefetch_related(queries.SEATS_PREFETCH)
