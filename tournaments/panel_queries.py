"""Reads about who judges: everywhere or in one tournament, and who never does.

Outside of events there is no tournament (None): only those judge there who judge everywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import permutations
from typing import Any

from django.db.models import Min, OuterRef, Q, QuerySet, Subquery

from accounts.models import Player
from accounts.queries import players_with, roles_of
from accounts.roles import EVENT_REFEREE, HEAD_REFEREE, JUDGES
from games import match_queries
from games.models import Match, Seat, SeatChange
from tournaments.models import CoOrganiser, Entrant, EventReferee, Tournament

STAKE_ENDS = timedelta(days=90)


def tournament_of(match: Match | None) -> Tournament | None:
    found = Tournament.objects.filter(divisions__rounds__fixtures__match=match)
    return found.first() if match is not None and match.event else None


def stakeholders(tournament: Tournament | None) -> set[int]:
    """Return the numbers of a tournament's organisers and of all who play or played in it.

    People who withdrew before the start have no stake.
    """
    if tournament is None:
        return set()
    played = Match.objects.filter(fixture__round__division__tournament=tournament)
    seated = match_queries.ever_seated_at(played.values_list("pk", flat=True)).values()
    return people_in(tournament).union(*seated)


def people_in(tournament: Tournament) -> set[int]:
    """Return the pks of organisers and entrants of a tournament."""
    own = Entrant.objects.filter(tournament=tournament)
    own = own.exclude(status=Entrant.Status.WITHDRAWN, number=None)
    helpers = CoOrganiser.objects.filter(tournament=tournament).values_list("player", flat=True)
    players = own.order_by().values_list("player", flat=True)  # SQLite joins no ordered lists
    return {tournament.organiser_id, *players.union(helpers.order_by())}


def has_stake(player: Player | None, tournament: Tournament | None) -> bool:
    """Whether a player organises a tournament or plays in it, and so never rules there."""
    return player is not None and player.pk in stakeholders(tournament)


def companions(player: Player, among: Iterable[int], now: datetime) -> dict[int, datetime]:
    """Return in whom of these people somebody has a stake, and since when; never in a bot.

    Those are the people who sit in one match with them, play in the same event or are in the same
    team, and who did so within the last 90 days.
    """
    people, since = set(among) - {player.pk}, now - STAKE_ENDS
    if not people:
        return {}
    persons = Player.objects.filter(pk__in=people).exclude(kind=Player.Kind.BOT)
    over = Q(match__finished_at=None) | Q(match__finished_at__gt=since)
    sat = Q(match__seats__player=player) | Q(match__seats__original=player)
    seats = Seat.objects.filter(over & sat).order_by()
    theirs, formerly = (
        seats.filter(**{f"{who}__in": persons}).values_list(
            who, "match__started_at", _came_at(OuterRef(who)), _came_at(player.pk)
        )
        for who in ("player", "original")
    )
    found: dict[int, datetime] = {}
    for number, *instants in (*theirs.union(formerly), *_fellow_entrants(player, persons, since)):
        _note(found, number, instants)
    return found


def playing_since(
    people: Iterable[int], among: Iterable[int]
) -> defaultdict[int, dict[int, datetime]]:
    """Return with whom ``among`` others each of some people plays now, and since when.

    That is in a match or a team, and never with a bot.
    """
    own, others = set(people), set(among)
    found: defaultdict[int, dict[int, datetime]] = defaultdict(dict)
    if not own or not others:
        return found
    persons = Player.objects.filter(pk__in=others).exclude(kind=Player.Kind.BOT)
    both = Q(player__in=own) | Q(player__in=persons)
    running = Seat.objects.filter(match__status=Match.Status.RUNNING)
    seats = running.filter(both, match__in=running.filter(player__in=own).values("match"))
    seats = seats.filter(match__in=running.filter(player__in=persons).values("match"))
    lasting = Entrant.objects.filter(withdrawn_at=None, tournament__finished_at=None)
    mates = lasting.exclude(team=None).order_by()
    mates = mates.filter(both, team__in=mates.filter(player__in=own).values("team"))
    tables: defaultdict[tuple[str, int], dict[int, list[datetime | None]]] = defaultdict(dict)
    came = _came_at(OuterRef("player"))
    for match, number, *instants in seats.values_list("match", "player", "match__started_at", came):
        tables["match", match][number] = instants
    for team, number, entered_at in mates.values_list("team", "player", "entered_at"):
        tables["team", team][number] = [entered_at]
    for table in tables.values():
        for one, other in permutations(table, 2):
            if one in own and other in others:
                _note(found[one], other, [*table[one], *table[other]])
    return found


def were_together(since: Mapping[int, datetime], people: Iterable[int], at: datetime) -> bool:
    """Whether somebody was there with one of these people at an instant already."""
    return any(since[each] <= at for each in people if each in since)


def _came_at(player: OuterRef | int) -> Subquery:
    """Return when somebody took a seat in a match that had begun; null for those who began it."""
    ways = (SeatChange.Why.SUBSTITUTED, SeatChange.Why.REPLACED)
    came = SeatChange.objects.filter(match=OuterRef("match"), after=player, why__in=ways)
    return Subquery(came.order_by().values("match").annotate(at_first=Min("at")).values("at_first"))


def _note(found: dict[int, datetime], number: int, instants: Iterable[datetime | None]) -> None:
    """Note that somebody has been there since the last of these instants, if not for longer."""
    met = max(each for each in instants if each is not None)
    found[number] = min(met, found.get(number, met))


def _fellow_entrants(
    player: Player, persons: QuerySet[Player], since: datetime
) -> Iterable[tuple[Any, ...]]:
    """Return who is in the same event or team, now or after an instant, and when both entered."""
    played = ~Q(status=Entrant.Status.WAITING) & (Q(withdrawn_at=None) | Q(withdrawn_at__gt=since))
    lasts = Q(tournament__finished_at=None) | Q(tournament__finished_at__gt=since)
    own = Entrant.objects.filter(played & lasts, player=player).order_by()
    begun = Q(tournament__status__in=(Tournament.Status.RUNNING, Tournament.Status.FINISHED))
    together = Q(tournament__in=own.values("tournament")) & begun
    together |= Q(team__in=own.exclude(team=None).values("team"))
    others = Entrant.objects.filter(played & lasts & together, player__in=persons)
    entered = Subquery(own.filter(tournament=OuterRef("tournament")).values("entered_at")[:1])
    return others.values_list("player", "entered_at", entered)


def is_referee(player: Player | None) -> bool:
    """Whether somebody may judge at all: everything, or what happens in some tournament."""
    roles = roles_of(player)
    return bool(roles & JUDGES) or (
        EVENT_REFEREE in roles and tournaments_judged_by(player).exists()
    )


def is_general_judge(player: Player | None) -> bool:
    """Whether somebody may judge wherever they are no party."""
    return bool(roles_of(player) & JUDGES)


def is_head_referee(player: Player | None) -> bool:
    """Whether somebody leads the referees."""
    return HEAD_REFEREE in roles_of(player)


def tournaments_judged_by(player: Player | None) -> QuerySet[Tournament]:
    """Return the tournaments of which somebody has accepted to be a referee."""
    accepted = EventReferee.objects.filter(player=player, accepted_at__isnull=False)
    return Tournament.objects.filter(pk__in=accepted.values("tournament"))


def may_judge(player: Player | None, tournament: Tournament | None) -> bool:
    """Whether somebody may judge in a tournament, or outside of any."""
    roles = roles_of(player)
    if roles & JUDGES:
        return True
    if player is None or tournament is None or EVENT_REFEREE not in roles:
        return False
    return is_appointed(player, tournament)


def referees(tournament: Tournament | None = None) -> list[Player]:
    """Return the possible referees, in a tournament or outside, by name; none with a stake."""
    own = EventReferee.objects.filter(tournament=tournament, accepted_at__isnull=False)
    accepted = set(own.values_list("player", flat=True)) if tournament is not None else set()
    chosen = {player.pk for player in players_with([EVENT_REFEREE])} & accepted
    found = players_with([*JUDGES, EVENT_REFEREE])
    bench = {player.pk for player in players_with(JUDGES)} | chosen
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
    """Return the appointment of a person for a tournament, accepted or not."""
    rows = EventReferee.objects.filter(tournament=tournament, player=player)
    return rows.select_related("appointed_by__user").first()
