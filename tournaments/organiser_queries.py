"""Queries about who may take over a tournament or lead its next season."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Player
from accounts.queries import roles_of
from accounts.roles import OPERATOR
from tournaments import club_queries, panel_queries, staff_queries
from tournaments.models import Tournament


def may_hand_over(tournament: Tournament, player: Player) -> bool:
    """Whether a player may ask somebody else to lead a tournament.

    The main organiser may; once it is announced, also the owner of its club, and operators (for a
    private club only if the organiser has closed their account). Its referees never may.
    """
    if tournament.organiser_id == player.pk:
        return True
    if tournament.status == Tournament.Status.DRAFT:
        return False
    club = tournament.club
    owns = club is not None and club_queries.owner_of(club) == player
    private = tournament.is_private and tournament.organiser.closed_at is None
    may = owns or (not private and OPERATOR in roles_of(player))
    return may and not panel_queries.is_appointed(player, tournament)


def successor_of(tournament: Tournament) -> Player | None:
    """Return the longest-serving co-organiser, else the club's owner or an officer, else None.

    A draft never passes to the club.
    """
    helpers = staff_queries.organisers_of(tournament)[1:]
    leaders: list[Player] = []
    if tournament.status != Tournament.Status.DRAFT:
        leaders = _leaders_of_club(tournament)
    return _first_eligible(tournament, [*helpers, *leaders])


def _leaders_of_club(tournament: Tournament) -> list[Player]:
    return [each.player for each in club_queries.leaders_of(tournament.club)]


def _first_eligible(tournament: Tournament, people: Iterable[Player]) -> Player | None:
    """Return the first active person other than the main organiser who is not its referee."""
    for each in people:
        present = each.pk != tournament.organiser_id and each.closed_at is None
        if present and not panel_queries.is_appointed(each, tournament):
            return each
    return None


def next_season_organiser(tournament: Tournament) -> Player | None:
    """Return who will organise the next season, or None if nobody may announce it.

    An event of a club needs a leader of the club, and ends with the club.
    """
    club = tournament.club
    if club is not None and club.closed_at is not None:
        return None
    organisers = staff_queries.organisers_of(tournament)
    for each in organisers:
        leads = club is None or club_queries.is_club_leader(club, each)
        if leads and each.closed_at is None:
            return each
    return _first_eligible(tournament, _leaders_of_club(tournament))
