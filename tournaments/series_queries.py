"""Queries about series of events: visibility, permissions, tables."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import Player
from tournaments import club_queries, queries
from tournaments.models import Club, Entrant, Series, SeriesEvent, Tournament
from tournaments.standings.championship import ChampionshipRow, championship_table


def visible_series(viewer: Player | None) -> QuerySet[Series]:
    """Return the series visible to the viewer, newest first."""
    known = Club.objects.visible_to(viewer)
    found = Series.objects.filter(Q(club=None) | Q(club__in=known.values("pk")))
    return found.select_related("organiser", "club").order_by("-pk")


def series_for(viewer: Player | None, pk: int) -> Series | None:
    """Return a series if it is visible to the viewer."""
    return visible_series(viewer).filter(pk=pk).first()


def can_change_series(series: Series, viewer: Player | None) -> bool:
    """Whether the viewer may change a series: its organiser, or a leader of its club.

    Once the organiser has closed their account, the organisers of its events may as well.
    """
    if viewer is None:
        return False
    if series.organiser_id == viewer.pk:
        return True
    if series.club is not None and club_queries.is_club_leader(series.club, viewer):
        return True
    orphaned = series.organiser.closed_at is not None
    return orphaned and series.events.filter(tournament__organiser=viewer).exists()


def events_in(series: Series) -> list[Tournament]:
    """Return the events of a series in the order in which they were added."""
    found = Tournament.objects.filter(in_series__series=series).select_related("club")
    return list(found.order_by("in_series__pk"))


def series_events(series: Series) -> list[SeriesEvent]:
    """Return the series' events as rows with the time they were added, latest first."""
    found = SeriesEvent.objects.filter(series=series).select_related("tournament__club")
    return list(found.order_by("-pk"))


def series_of_club(club: Club) -> list[Series]:
    """Return the series of a club, newest first; the caller checks that the club is visible."""
    return list(Series.objects.filter(club=club))


def series_of(tournament: Tournament, viewer: Player | None) -> list[Series]:
    """Return the series in which an event counts, as far as visible to the viewer."""
    return list(visible_series(viewer).filter(events__tournament=tournament))


def addable_events(series: Series, player: Player) -> list[Tournament]:
    """Return the events a player could add to a series: their own and those of its club."""
    own = Q(organiser=player) | Q(co_organisers__player=player)
    if series.club is not None:
        own |= Q(club=series.club)
    found = Tournament.objects.listed().filter(own).exclude(in_series__series=series)
    found = found.exclude(status=Tournament.Status.CANCELLED).distinct()
    return [each for each in found.order_by("-pk") if can_count(series, each)]


def can_count(series: Series, tournament: Tournament) -> bool:
    """Whether an event may be in a series: no team events, none of other private clubs."""
    if tournament.event_format.has_teams:
        return False
    return not tournament.is_private or tournament.club_id == series.club_id


def can_add(tournament: Tournament, series: Series, player: Player) -> bool:
    """Whether a player may add an event to a series that they lead."""
    of_club = series.club_id is not None and tournament.club_id == series.club_id
    return of_club or queries.is_organiser(tournament, player)


def series_ranking(
    series: Series, events: list[Tournament]
) -> list[tuple[ChampionshipRow, Player]]:
    """Return the table of a series from the final places of its finished events."""
    finals = Entrant.objects.filter(tournament__in=events, final_place__isnull=False)
    finals = finals.filter(tournament__status=Tournament.Status.FINISHED)
    placed: dict[int, dict[int, int]] = {each.pk: {} for each in events}
    players: dict[int, Player] = {}
    people = finals.exclude(player__kind=Player.Kind.BOT)
    for each in people.in_top_division().select_related("player"):
        placed[each.tournament_id][each.player_id] = each.final_place or 0
        players[each.player_id] = each.player
    rows = championship_table(list(placed.values()), series.points, series.best)
    return [(row, players[row.player]) for row in rows]
