"""Acts about entrants: admit, exclude, substitute."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max

from accounts.models import Player
from games.models import Ply
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from games.services.interventions.base import columns_as_json
from games.services.interventions.seats import require_fit
from games.services.play.matches import leave_match
from tournaments.models import Division, Entrant, FixtureSeat, Round, Team, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services.acts.base import RulingContext, parse_player
from tournaments.referees.services.acts.events import (
    EventAct,
    event_of,
    opponents_of,
    parse_entrant,
    reschedule,
    restore,
    running_matches,
    settle_fallen_flags,
)
from tournaments.referees.services.permissions import require_no_stake_in_people
from tournaments.services.entrants import departures, field
from tournaments.services.entries import persons
from tournaments.services.reserving import reserve_seats
from tournaments.services.rounds import ladders

ENTRY_COLUMNS = (
    "status", "division_id", "number", "level", "rating", "first_round", "withdrawn_at",
    "withdrawn_round", "team_id", "team_rank",
)  # fmt: skip


class Admit(EventAct):
    """Admit a player whom the site would refuse: too late, over the limit, or withdrawn."""

    name = "admit"

    def fields(self, _tournament: Tournament, given: Mapping[str, JSON]) -> JSONObject:
        return {"player": parse_player(given, "newcomer").pk}

    def apply(self, context: RulingContext) -> None:
        """Enter the player, or restore a withdrawn entrant to their former place."""
        tournament = event_of(context)
        player = Player.objects.select_related("user").get(pk=context.params["player"])
        require_fit(player, {context.by.pk})
        context.player = player
        context.told.append(player)
        entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
        if tournament.event_format.has_teams and (entrant is None or entrant.team_id is None):
            raise Refused("teams_enter")
        before = columns_as_json(entrant, ENTRY_COLUMNS) if entrant is not None else None
        if entrant is None:
            entrant = Entrant(tournament=tournament, player=player, entered_at=context.now)
        elif entrant.status == Entrant.Status.ENTERED:
            raise Refused("already_entered")
        entrant.withdrawn_at = entrant.withdrawn_round = None
        entrant.status = Entrant.Status.ENTERED
        if entrant.number is None and not tournament.is_open:
            _assign_number(tournament, entrant, context)
        entrant.save()
        persons.mark_left_open(entrant, left=False)
        context.told += departures.restore_captain(entrant, context.now)
        context.effects["entrant"] = {"pk": entrant.pk, "before": before}
        reserve_seats(tournament)
        reschedule(tournament, context.now)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Remove the entry; refused once it has been paired."""
        was = ruling.effects["entrant"]
        entrant = Entrant.objects.get(pk=was["pk"])
        if was["before"] is None and FixtureSeat.objects.filter(entrant=entrant).exists():
            raise Refused("entrant_plays")
        tournament = event_of(context)
        if tournament.is_running and tournament.event_format.has_rungs:
            ladders.remove_from_ladder(tournament, entrant)
        if was["before"] is None:
            entrant.delete()
        else:
            restore(entrant, was["before"])
            persons.mark_left_open(entrant)
            departures.update_team_after_leaving(tournament, entrant, context.now)
        reserve_seats(tournament)
        reschedule(tournament, context.now)


def _assign_number(tournament: Tournament, entrant: Entrant, context: RulingContext) -> None:
    """Number a newcomer to a running season: on a ladder, or in a Swiss from the next round on."""
    if not tournament.is_running:
        raise Refused("tournament_over")
    if tournament.event_format.has_rungs:
        ladders.add_to_ladder(tournament, entrant, context.now)
        return
    divisions = list(Division.objects.filter(tournament=tournament))
    if not tournament.event_format.takes_latecomers or len(divisions) != 1:
        raise Refused("entries_closed")
    taken = Entrant.objects.filter(tournament=tournament).aggregate(most=Max("number"))["most"]
    paired = Round.objects.filter(division=divisions[0]).aggregate(last=Max("number"))["last"]
    entrant.division, entrant.level = divisions[0], divisions[0].number
    entrant.number, entrant.first_round = (taken or 0) + 1, (paired or 0) + 1
    entrant.rating = field.ratings_of(tournament, [entrant])[entrant.pk]


class Exclude(EventAct):
    """Disqualify an entrant: running matches are forfeited, the rest is as after a withdrawal."""

    name = "exclude"

    def fields(self, tournament: Tournament, given: Mapping[str, JSON]) -> JSONObject:
        return {"entrant": parse_entrant(tournament, given).pk}

    def apply(self, context: RulingContext) -> None:
        """Withdraw them and forfeit their running matches; matches of three or four continue."""
        tournament, entrant = _entrant(context)
        if tournament.finished_at is not None:
            raise Refused("tournament_over")
        tables = _settle_running_matches(entrant, context.now)
        entrant.refresh_from_db()  # settling a flag may have moved the ladder
        if entrant.status == Entrant.Status.WITHDRAWN:
            raise Refused("not_entered")
        context.player = entrant.player
        context.told += [entrant.player, *opponents_of(entrant)]
        context.effects["entrant"] = columns_as_json(entrant, ENTRY_COLUMNS)
        context.effects["led"] = entrant.team and entrant.team.captain_id == entrant.player_id
        if tournament.event_format.has_rungs:
            context.effects["rungs"] = [rung.entrant for rung in ladders.current_rungs(tournament)]
        persons.withdraw(tournament.pk, entrant.player, now=context.now)
        if tournament.seats == 2:
            context.orders += [("forfeit", match, {"seat": seat}) for match, seat in tables]
            return
        context.effects["left"] = [match for match, _seat in tables]
        for match, _seat in tables:
            source = Ply.Source.SERVER
            leave_match(match, entrant.player, now=context.now, source=source)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Readmit them, unless others have played on in matches that they left."""
        if ruling.effects.get("left"):
            raise Refused("left_for_good")
        tournament = event_of(context)
        entrant = Entrant.objects.get(pk=ruling.params["entrant"])
        stored = dict(ruling.effects["entrant"])
        if (team := stored.get("team_id")) and not Team.objects.playing().filter(pk=team).exists():
            raise Refused("no_such_team")
        order = ruling.effects.get("rungs")
        if order is not None and entrant.pk in order and tournament.is_running:
            now = [rung.entrant for rung in ladders.current_rungs(tournament)]
            ladders.add_to_ladder(tournament, entrant, context.now)
            entrant.withdrawn_at = entrant.withdrawn_round = None
            entrant.save()
            at = min(order.index(entrant.pk), len(now))
            ladders.set_order(tournament, [*now[:at], entrant.pk, *now[at:]])
        else:
            restore(entrant, stored)
            entrant.led_team = bool(ruling.effects.get("led"))
            context.told += departures.restore_captain(entrant, context.now)
        persons.mark_left_open(entrant, left=False)
        reschedule(tournament, context.now)


def _settle_running_matches(entrant: Entrant, now: datetime) -> list[tuple[int, int]]:
    """Settle fallen flags, then return the matches that the entrant is still playing."""
    settle_fallen_flags([match for match, _seat in running_matches(entrant)], now)
    return running_matches(entrant)


def _entrant(context: RulingContext) -> tuple[Tournament, Entrant]:
    """Return the event and the entrant whom the act is about."""
    tournament = event_of(context)
    return tournament, parse_entrant(tournament, context.params)


class Substitute(EventAct):
    """Replace an entrant's player from now on, in running matches, too."""

    name = "substitute"

    def fields(self, tournament: Tournament, given: Mapping[str, JSON]) -> JSONObject:
        return {
            "entrant": parse_entrant(tournament, given).pk,
            "substitute": parse_player(given).pk,
        }

    def apply(self, context: RulingContext) -> None:
        tournament, entrant = _entrant(context)
        if tournament.finished_at is not None:
            raise Refused("not_entered")
        tables = _settle_running_matches(entrant, context.now)
        entrant.refresh_from_db()  # settling a flag may have moved the ladder
        if entrant.status == Entrant.Status.WITHDRAWN:
            raise Refused("not_entered")
        old = entrant.player
        new = Player.objects.select_related("user").get(pk=context.params["substitute"])
        taken = Entrant.objects.filter(tournament=tournament).values_list("player", flat=True)
        require_no_stake_in_people(context.by, [new], context.now)
        require_fit(new, {*taken, context.by.pk})
        context.player = old
        context.told += [old, new, *opponents_of(entrant)]
        context.effects["player"] = old.pk
        entrant.player = new
        entrant.save(update_fields=["player"])
        reserve_seats(tournament)
        context.orders += [
            ("replace", match, {"seat": seat, "substitute": new.name}) for match, seat in tables
        ]

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        old = ruling.effects["player"]
        if Entrant.objects.filter(tournament=event_of(context), player=old).exists():
            raise Refused("already_entered")  # has entered separately since
        Entrant.objects.filter(pk=ruling.params["entrant"]).update(player=old)
        reserve_seats(event_of(context))
