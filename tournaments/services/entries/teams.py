"""Services for captains and members: found a team, invite, join, substitute, withdraw."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.services.emails.allowance import require_allowance
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import team_queries
from tournaments.models import Entrant, Fixture, FixtureSeat, Team, TeamInvitation
from tournaments.services.emails import team_notices
from tournaments.services.entrants import departures
from tournaments.services.entrants.team_field import appoint_captain
from tournaments.services.entrants.team_ranks import has_room, ranked_members, substitutes_at
from tournaments.services.entries import conditions, founding
from tournaments.services.entries.persons import require_can_enter
from tournaments.services.locks import lock_tournament
from tournaments.services.rounds.team_rounds import replace_player

MAX_OPEN_INVITATIONS = 20


def _lock_team(pk: int) -> Team:
    """Lock the tournament of a team and return the team; refuses ``no_such_team``."""
    found = Team.objects.filter(pk=pk).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refused("no_such_team")
    tournament = lock_tournament(found)
    team = Team.objects.select_related("captain__user").filter(pk=pk).first()
    if team is None:
        raise Refused("no_such_team")
    team.tournament = tournament
    return team


def _lock_own_team(pk: int, player: Player) -> Team:
    """Lock a team for its captain; refuses ``not_your_team``."""
    team = _lock_team(pk)
    if team.captain_id != player.pk:
        raise Refused("not_your_team")
    return team


def _require_open(team: Team) -> None:
    """Refuse ``entries_closed`` after the start."""
    if not team.tournament.is_open:
        raise Refused("entries_closed")


def require_room(team: Team) -> None:
    event = team.tournament
    if not has_room(event, team):
        raise Refused("team_full", limit=event.boards + event.alternates)


@transaction.atomic
def found_team(
    pk: int, player: Player, name: str, *, key: str, now: datetime, club: str = ""
) -> Team:
    """Found a team as its captain and first member; it waits if all places are taken.

    ``key`` is the secret of the link by which others join. Refuses what
    ``founding.clean_team_name`` refuses, ``approval_needed``, and a club that is not the captain's.
    """
    tournament = lock_tournament(pk)
    called = founding.clean_team_name(tournament, player, name, now)
    if conditions.needs_approval(tournament, player):
        raise Refused("approval_needed")
    chosen = founding.NewTeam(called, conditions.club_of_team(player, club), key)
    team = founding.create_team(tournament, player, chosen, now)
    team_notices.notify_founded(team, now=now)
    return team


def _join(
    team: Team, player: Player, now: datetime, *, by: Player | None = None, invited: bool = False
) -> Entrant:
    """Add a player who may enter, or whom an organiser admits, unless the team is full.

    ``by``: the captain or organiser who adds the player.
    """
    _require_open(team)
    require_can_enter(team.tournament, player, now, invited=invited)
    if not invited:
        conditions.check_not_removed(team.tournament, player)
        conditions.check_club(team.tournament, player)
    founding.require_not_entered(team.tournament, player)
    require_room(team)
    entrant = founding.add_team_member(team, player, now)
    with caused_by(by or player):
        team_notices.notify_joined(team, player, now=now)
    return entrant


@transaction.atomic
def join_team(key: str, player: Player, *, now: datetime) -> Entrant:
    """Join the team of a link; refuses ``no_such_team``, ``team_full`` and the like."""
    pk = Team.objects.filter(key=key).values_list("pk", flat=True).first()
    if pk is None:
        raise Refused("no_such_team")
    return _join(_lock_team(pk), player, now)


@transaction.atomic
def rejoin_team(pk: int, player: Player, *, by: Player, now: datetime) -> Entrant:
    """Add a removed member again, below the others."""
    return _join(_lock_team(pk), player, now, by=by, invited=True)


@transaction.atomic
def invite_player(pk: int, captain: Player, player: Player, *, now: datetime) -> None:
    """Invite a player and notify them; bots that may enter join at once.

    Refuses ``guests_do_not_enter``, ``already_entered``, ``team_full``, ``invited_enough``,
    ``has_declined``, ``emails_enough``.
    """
    team = _lock_own_team(pk, captain)
    _require_open(team)
    if player.closed_at is not None:
        raise Refused("no_such_player")
    if player.is_bot:
        _join(team, player, now, by=captain)
        return
    if player.is_guest:
        raise Refused("guests_do_not_enter")
    founding.require_not_entered(team.tournament, player)
    require_room(team)
    asked = TeamInvitation.objects.filter(team=team)
    asked.filter(player=player).exclude(accepted_at=None).delete()  # left the team since
    if asked.filter(accepted_at=None).count() >= MAX_OPEN_INVITATIONS:
        raise Refused("invited_enough", limit=MAX_OPEN_INVITATIONS)
    invitation, made = TeamInvitation.objects.get_or_create(
        team=team, player=player, defaults={"invited_at": now}
    )
    if invitation.declined_at is not None:
        raise Refused("has_declined")
    if made:
        require_allowance(captain, [player], now=now)
        with caused_by(captain):
            team_notices.notify_invited(team, player, now=now)


@transaction.atomic
def answer_invitation(pk: int, player: Player, *, accept: bool, now: datetime) -> None:
    """Join a team that has invited the player, or decline; refuses ``not_invited``.

    Accepting again as a member changes nothing.
    """
    team = _lock_team(pk)
    own = TeamInvitation.objects.filter(team=team, player=player, declined_at=None)
    invitation = own.first()
    if invitation is None:
        raise Refused("not_invited")
    if invitation.accepted_at is not None:
        if accept and team_queries.team_of(team.tournament, player) == team:
            return
        raise Refused("not_invited")
    if accept:
        _join(team, player, now)
    else:
        own.update(declined_at=now)


@transaction.atomic
def remove_member(pk: int, captain: Player, entrant_id: int, *, now: datetime) -> None:
    """Remove a member before the start; captains withdraw instead."""
    team = _lock_own_team(pk, captain)
    _require_open(team)
    found = Entrant.objects.filter(pk=entrant_id, team=team).select_related("player__user")
    entrant = found.first()
    if entrant is None or entrant.player_id == captain.pk:
        raise Refused("not_in_team")
    entrant.status, entrant.withdrawn_at = Entrant.Status.WITHDRAWN, now
    entrant.team, entrant.team_rank = None, None
    entrant.save(update_fields=["status", "withdrawn_at", "team", "team_rank"])
    with caused_by(captain):
        team_notices.notify_removed(team, entrant.player, now=now)


@transaction.atomic
def move_up_member(pk: int, captain: Player, entrant_id: int) -> None:
    """Move a member up by one; only between equal or missing ratings.

    Refuses ``order_by_rating`` otherwise: ratings order the boards.
    """
    team = _lock_own_team(pk, captain)
    _require_open(team)
    order = ranked_members(team.tournament, team)
    places = [each.pk for each in order]
    if entrant_id not in places:
        raise Refused("not_in_team")
    at = places.index(entrant_id)
    if at == 0:
        return
    order[at - 1], order[at] = order[at], order[at - 1]
    for rank, entrant in enumerate(order, 1):
        entrant.team_rank = rank
    Entrant.objects.bulk_update(order, ["team_rank"])
    if [each.pk for each in ranked_members(team.tournament, team)] == places:
        raise Refused("order_by_rating")


@transaction.atomic
def make_captain(pk: int, captain: Player, entrant_id: int, *, now: datetime) -> None:
    """Make another member the captain; possible until the tournament ends."""
    team = _lock_own_team(pk, captain)
    if team.tournament.finished_at is not None:
        raise Refused("tournament_over")
    members = {each.pk: each for each in ranked_members(team.tournament, team)}
    entrant = members.get(entrant_id)
    if entrant is None or entrant.player_id == captain.pk:
        raise Refused("not_in_team")
    with caused_by(captain):
        appoint_captain(team, entrant, now)


@transaction.atomic
def renew_link(pk: int, captain: Player, *, key: str) -> Team:
    """Replace a team's link; the old one stops working."""
    team = _lock_own_team(pk, captain)
    _require_open(team)
    team.key = key
    team.save(update_fields=["key"])
    return team


@transaction.atomic
def withdraw_team(pk: int, captain: Player, *, now: datetime) -> None:
    """Withdraw a team: deleted before the start, later withdrawn under the half rule.

    Running matches are played to the end and count for ratings.
    """
    team = _lock_own_team(pk, captain)
    tournament = team.tournament
    if team.is_withdrawn:
        raise Refused("not_entered")
    if tournament.finished_at is not None:
        raise Refused("tournament_over")
    with caused_by(captain):
        team_notices.notify_withdrawn(team, now=now)
    with caused_by(captain, bounded=False):
        departures.end_team(tournament, team, now)
    if tournament.is_running:
        tournament.due_at = now
        tournament.save(update_fields=["due_at"])


@transaction.atomic
def set_reentry(pk: int, captain: Player, *, again: bool) -> Team:
    """Set whether the team enters the next season automatically."""
    team = _lock_own_team(pk, captain)
    team.re_enters = again
    team.save(update_fields=["re_enters"])
    return team


@transaction.atomic
def name_substitute(
    pk: int, captain: Player, fixture_id: int, entrant_id: int, *, now: datetime
) -> Fixture:
    """Substitute a member at a team-mate's board before the round opens.

    The member must not play in that round yet, nor have been lined up at another board of it.
    Refuses ``not_free`` and what ``_lock_board`` refuses.
    """
    team = _lock_own_team(pk, captain)
    fixture = _lock_board(team, fixture_id, now)
    free = substitutes_at(team, fixture)
    if entrant_id not in free:
        raise Refused("not_free")
    seats = FixtureSeat.objects.filter(fixture=fixture).select_related("entrant__player__user")
    own = seats.filter(entrant__team=team).first()
    if own is None:
        raise Refused("not_your_team")
    with caused_by(captain):
        replace_player(fixture, own, free[entrant_id], now)
    return fixture


def _lock_board(team: Team, fixture_id: int, now: datetime) -> Fixture:
    """Lock a team's board before its round; refuses ``board_has_begun``, ``round_closed``."""
    fixture = (
        Fixture.objects.select_for_update(of=("self",))
        .select_related("round__division", "meeting")
        .filter(pk=fixture_id, round__division__tournament=team.tournament)
        .first()
    )
    meeting = fixture.meeting if fixture is not None else None
    if fixture is None or meeting is None or team.pk not in (meeting.home_id, meeting.away_id):
        raise Refused("not_your_team")
    if fixture.match_id is not None or fixture.round.opens_at <= now:
        raise Refused("board_has_begun")
    if fixture.round.cancelled:
        raise Refused("round_closed")
    return fixture
