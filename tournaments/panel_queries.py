"""Queries about referees: who may judge a tournament, and who has a stake in it.

A tournament of None stands for matches outside of events, which only general referees judge.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts.models import Player
from accounts.queries import players_with_roles, roles_of
from accounts.roles import EVENT_REFEREE, HEAD_REFEREE, JUDGES
from games import match_queries
from games.models import Match, Seat
from tournaments.models import CoOrganiser, Entrant, EventReferee, Tournament

STAKE_DURATION = timedelta(days=90)


def tournament_of(match: Match | None) -> Tournament | None:
    found = Tournament.objects.filter(divisions__rounds__fixtures__match=match)
    return found.first() if match is not None and match.event else None


def stakeholders(tournament: Tournament | None) -> set[int]:
    """Return the pks of a tournament's organisers and of everybody who plays or played in it.

    People who withdrew before the start have no stake.
    """
    if tournament is None:
        return set()
    played = Match.objects.filter(fixture__round__division__tournament=tournament)
    seated = match_queries.ever_seated_ids_by_match(played.values_list("pk", flat=True)).values()
    return people_in(tournament).union(*seated)


def people_in(tournament: Tournament) -> set[int]:
    """Return the pks of the organisers and entrants of a tournament."""
    own = Entrant.objects.filter(tournament=tournament)
    own = own.exclude(status=Entrant.Status.WITHDRAWN, number=None)
    helpers = CoOrganiser.objects.filter(tournament=tournament).values_list("player", flat=True)
    players = own.order_by().values_list("player", flat=True)  # SQLite cannot union ordered queries
    return {tournament.organiser_id, *players.union(helpers.order_by())}


def has_stake(player: Player | None, tournament: Tournament | None) -> bool:
    """Whether a player organises a tournament or plays in it, and so may not judge it."""
    return player is not None and player.pk in stakeholders(tournament)


def associates_among(player: Player, among: Iterable[int], now: datetime) -> set[int]:
    """Return the pks of those among whom a player has a stake: never of bots.

    That is everybody with whom they share, or shared within the last 90 days, a match, an event or
    a team.
    """
    people, since = set(among) - {player.pk}, now - STAKE_DURATION
    if not people:
        return set()
    over = Q(match__finished_at=None) | Q(match__finished_at__gt=since)
    sat = Q(match__seats__player=player) | Q(match__seats__original=player)
    bot = Player.Kind.BOT
    theirs = Q(player__in=people) & ~Q(player__kind=bot)
    theirs |= Q(original__in=people) & ~Q(original__kind=bot)
    seats = Seat.objects.filter(theirs, over & sat)
    found = {number for pair in seats.values_list("player", "original") for number in pair}
    return found & people | _fellow_entrants(player, people, since)


def current_associates_among(player: Player, among: Iterable[int]) -> set[int]:
    """Return the pks of those among whom a player currently shares a match or team: never bots."""
    people = set(among) - {player.pk}
    if not people:
        return set()
    persons = Player.objects.filter(pk__in=people).exclude(kind=Player.Kind.BOT)
    own = Seat.objects.filter(player=player, match__status=Match.Status.RUNNING)
    seats = Seat.objects.filter(match__in=own.values("match"), player__in=persons)
    lasting = Entrant.objects.filter(withdrawn_at=None, tournament__finished_at=None)
    teams = lasting.filter(player=player).exclude(team=None).order_by()
    mates = lasting.filter(team__in=teams.values("team"), player__in=persons)
    return {*seats.values_list("player", flat=True), *mates.values_list("player", flat=True)}


def _fellow_entrants(player: Player, people: set[int], since: datetime) -> set[int]:
    """Return the pks of people in the same event or team, now or since an instant."""
    played = ~Q(status=Entrant.Status.WAITING) & (Q(withdrawn_at=None) | Q(withdrawn_at__gt=since))
    lasts = Q(tournament__finished_at=None) | Q(tournament__finished_at__gt=since)
    own = Entrant.objects.filter(played & lasts, player=player).order_by()
    begun = Q(tournament__status__in=(Tournament.Status.RUNNING, Tournament.Status.FINISHED))
    together = Q(tournament__in=own.values("tournament")) & begun
    together |= Q(team__in=own.exclude(team=None).values("team"))
    others = Entrant.objects.filter(played & lasts & together, player__in=people)
    others = others.exclude(player__kind=Player.Kind.BOT)
    return set(others.values_list("player", flat=True))


def is_referee(player: Player | None) -> bool:
    """Whether a player may judge anything at all: everything, or a tournament."""
    roles = roles_of(player)
    return bool(roles & JUDGES) or (
        EVENT_REFEREE in roles and tournaments_judged_by(player).exists()
    )


def is_general_referee(player: Player | None) -> bool:
    """Whether a player may judge everywhere, except where they have a stake."""
    return bool(roles_of(player) & JUDGES)


def is_head_referee(player: Player | None) -> bool:
    return HEAD_REFEREE in roles_of(player)


def tournaments_judged_by(player: Player | None) -> QuerySet[Tournament]:
    """Return the tournaments for which a player has accepted to be a referee."""
    accepted = EventReferee.objects.filter(player=player, accepted_at__isnull=False)
    return Tournament.objects.filter(pk__in=accepted.values("tournament"))


def may_judge(player: Player | None, tournament: Tournament | None) -> bool:
    """Whether a player may judge a tournament, or outside of any; stakes are not considered."""
    roles = roles_of(player)
    if roles & JUDGES:
        return True
    if player is None or tournament is None or EVENT_REFEREE not in roles:
        return False
    return is_appointed(player, tournament)


def referees(tournament: Tournament | None = None) -> list[Player]:
    """Return the referees for a tournament, or outside of any, by name, without a stake in it."""
    own = EventReferee.objects.filter(tournament=tournament, accepted_at__isnull=False)
    accepted = set(own.values_list("player", flat=True)) if tournament is not None else set()
    chosen = {player.pk for player in players_with_roles([EVENT_REFEREE])} & accepted
    found = players_with_roles([*JUDGES, EVENT_REFEREE])
    bench = {player.pk for player in players_with_roles(JUDGES)} | chosen
    bench -= stakeholders(tournament)
    return [player for player in found if player.pk in bench]


def is_appointed(player: Player, tournament: Tournament) -> bool:
    rows = EventReferee.objects.filter(tournament=tournament, player=player)
    return rows.filter(accepted_at__isnull=False).exists()


def appointments_for(tournament: Tournament) -> list[EventReferee]:
    """Return the appointments for a tournament, accepted or not, by name."""
    rows = EventReferee.objects.filter(tournament=tournament).select_related("player__user")
    return list(rows.order_by("player__name_key"))


def appointment_of(player: Player | None, tournament: Tournament) -> EventReferee | None:
    """Return a player's appointment for a tournament, accepted or not."""
    rows = EventReferee.objects.filter(tournament=tournament, player=player)
    return rows.select_related("appointed_by__user").first()
