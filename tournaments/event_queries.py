"""Queries about events for spectators: seasons, rounds, news, calendars."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef, Prefetch, Q

from accounts.models import Player
from tournaments.models import (
    CalendarKey,
    Entrant,
    Fixture,
    FixtureSeat,
    Revision,
    Round,
    Team,
    Tournament,
)
from tournaments.queries import BULKY

SEASONS_SQL: Final = """
WITH RECURSIVE
  earlier(id, previous_id) AS (
    SELECT id, previous_id FROM tournaments_tournament WHERE id = %s
    UNION SELECT t.id, t.previous_id FROM tournaments_tournament t
    JOIN earlier e ON t.id = e.previous_id
  ),
  later(id) AS (
    SELECT id FROM tournaments_tournament WHERE id = %s
    UNION SELECT t.id FROM tournaments_tournament t
    JOIN later l ON t.previous_id = l.id
  )
SELECT id, name, season, status, previous_id FROM tournaments_tournament
WHERE id IN (SELECT id FROM earlier UNION SELECT id FROM later)
ORDER BY season, id
"""


def seasons_of(tournament: Tournament) -> list[Tournament]:
    """Return all seasons of an event, this one included, first season first; no drafts."""
    chain = Tournament.objects.raw(SEASONS_SQL, [tournament.pk, tournament.pk])
    return [each for each in chain if each.status != Tournament.Status.DRAFT]


def published_rounds(tournament: Tournament) -> list[Round]:
    """Return the published rounds without their pairings."""
    found = Round.objects.filter(division__tournament=tournament).select_related("division")
    order = ("number", "division__stage", "division__number")
    rounds = list(found.defer("engine_input").order_by(*order))
    for each in rounds:
        each.division.tournament = tournament
    return rounds


def latest_revisions(tournament: Tournament, count: int) -> list[Revision]:
    """Return the latest changes since the announcement, newest first."""
    made = Revision.objects.filter(tournament=tournament).select_related("by", "about")
    return list(made.order_by("-pk")[:count])


def winners(tournament: Tournament) -> list[str]:
    """Return the names of the winners: of the play-off, else of the highest division."""
    first = Entrant.objects.filter(
        tournament=tournament, team=None, final_place=1
    ).in_top_division()
    players = first.order_by("number").values_list("player__name", flat=True)
    teams = Team.objects.filter(tournament=tournament, final_place=1, division__number=1)
    return list(players) or list(teams.order_by("number").values_list("name", flat=True))


def entrant_names(tournament: Tournament) -> list[str]:
    """Return the names of the players or teams that have a place, by time of entry."""
    if tournament.event_format.has_teams:
        teams = Team.objects.filter(tournament=tournament, status=Team.Status.ENTERED)
        return list(teams.order_by("entered_at", "pk").values_list("name", flat=True))
    own = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ENTERED)
    return list(own.order_by("entered_at", "pk").values_list("player__name", flat=True))


def open_round_condition(or_this: int = 0) -> Q:
    """Return the condition that a round is open, lacks a result, or has the pk ``or_this``."""
    unsettled = Fixture.objects.unsettled().filter(round=OuterRef("pk"))
    return Q(closed_at=None) | Q(Exists(unsettled)) | Q(pk=or_this)


def rounds_in(tournament: Tournament, which: Q | None = None) -> list[Round]:
    """Return rounds of a tournament with fixtures and entrants, latest first."""
    seats = FixtureSeat.objects.prefetch_related("entrant__player").order_by("seat")
    fixtures = (
        Fixture.objects.select_related("match", "case")
        .defer(*BULKY)
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("board")
    )
    found = Round.objects.filter(which or Q(), division__tournament=tournament)
    found = found.select_related("division")
    found = found.prefetch_related(Prefetch("fixtures", queryset=fixtures))
    return list(found.order_by("-number", "division__stage", "division__number"))


def count_boards(tournament: Tournament) -> int:
    """Return the number of fixtures, finished or not."""
    return Fixture.objects.filter(round__division__tournament=tournament).count()


def round_numbers(tournament: Tournament) -> list[int]:
    """Return the numbers of the published rounds."""
    rounds = Round.objects.filter(division__tournament=tournament).order_by("number")
    return list(rounds.values_list("number", flat=True).distinct())


def calendar_key_of(player: Player) -> CalendarKey | None:
    return CalendarKey.objects.filter(player=player).first()


def calendar_owner(token: str) -> Player | None:
    """Return the owner of a calendar token, or None if it or the account is no longer valid."""
    if "\x00" in token:
        return None
    keys = CalendarKey.objects.filter(player__closed_at=None, player__user__is_active=True)
    key = keys.select_related("player").filter(token=token).first()
    return None if key is None else key.player
