"""Acts about who takes part: admit, exclude, put a substitute in an entrant's place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Max

from accounts.models import Player
from games.models import Ply, Ruling
from games.services.acts.base import Docket
from games.services.acts.seats import named, require_fit
from games.services.errors import Refused
from games.services.matches import resign_match
from tournaments.models import Division, Entrant, FixtureSeat, Round, Team, Tournament
from tournaments.services import entries, field, ladders, team_leaving
from tournaments.services.acts.base import (
    EventAct,
    entrant_in,
    kept,
    meant,
    opponents_of,
    restore,
    running_tables,
    stir,
)

ENTRY = (
    "status", "division_id", "number", "level", "rating", "first_round", "withdrawn_at",
    "withdrawn_round", "team_id", "team_rank",
)  # fmt: skip


class Admit(EventAct):
    """Let a player take part whom the house would not let in: late, beyond the limit, again."""

    name = "admit"

    def fields(self, _tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the name of a player."""
        return {"player": named(given, "newcomer").pk}

    def apply(self, docket: Docket) -> None:
        """Enter him, or let who has withdrawn come back to where he was."""
        tournament = meant(docket)
        player = Player.objects.select_related("user").get(pk=docket.params["player"])
        require_fit(player, {docket.by.pk})
        docket.player = player
        docket.told.append(player)
        entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
        if tournament.in_teams and (entrant is None or entrant.team_id is None):
            raise Refused("teams_enter")
        before = kept(entrant, ENTRY) if entrant is not None else None
        if entrant is None:
            entrant = Entrant(tournament=tournament, player=player, entered_at=docket.now)
        elif entrant.status == Entrant.Status.ENTERED:
            raise Refused("already_entered")
        entrant.withdrawn_at = entrant.withdrawn_round = None
        entrant.status = Entrant.Status.ENTERED
        if entrant.number is None and not tournament.is_open:
            _give_place(tournament, entrant, docket)
        entrant.save()
        docket.told += team_leaving.member_came_back(entrant, docket.now)
        docket.effects["entrant"] = {"pk": entrant.pk, "before": before}
        stir(tournament, docket.now)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Take the entry back while he has been paired with nobody."""
        was = ruling.effects["entrant"]
        entrant = Entrant.objects.get(pk=was["pk"])
        if was["before"] is None and FixtureSeat.objects.filter(entrant=entrant).exists():
            raise Refused("entrant_plays")
        tournament = meant(docket)
        if tournament.is_running and tournament.format == Tournament.Format.LADDER:
            ladders.step_off(tournament, entrant)
        if was["before"] is None:
            entrant.delete()
        else:
            restore(entrant, was["before"])
            team_leaving.member_left(tournament, entrant, docket.now)
        stir(tournament, docket.now)


def _give_place(tournament: Tournament, entrant: Entrant, docket: Docket) -> None:
    """Give a newcomer a number in a season that runs: on a ladder, or in a Swiss from now on."""
    if not tournament.is_running:
        raise Refused("tournament_over")
    if tournament.format == Tournament.Format.LADDER:
        ladders.step_on(tournament, entrant, docket.now)
        return
    divisions = list(Division.objects.filter(tournament=tournament))
    if tournament.format != Tournament.Format.SWISS or len(divisions) != 1:
        raise Refused("entries_closed")
    taken = Entrant.objects.filter(tournament=tournament).aggregate(most=Max("number"))["most"]
    paired = Round.objects.filter(division=divisions[0]).aggregate(last=Max("number"))["last"]
    entrant.division, entrant.level = divisions[0], divisions[0].number
    entrant.number, entrant.first_round = (taken or 0) + 1, (paired or 0) + 1
    entrant.rating = field.ratings_of(tournament, [entrant])[entrant.pk]


class Exclude(EventAct):
    """Put an entrant out: what he plays is lost without play, the rest as after a withdrawal."""

    name = "exclude"

    def fields(self, tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the entrant."""
        return {"entrant": entrant_in(tournament, given).pk}

    def apply(self, docket: Docket) -> None:
        """Withdraw him, and order his running matches lost; among three or four others play on."""
        tournament, entrant = _entrant(docket)
        if entrant.status == Entrant.Status.WITHDRAWN:
            raise Refused("not_entered")
        if tournament.finished_at is not None:
            raise Refused("tournament_over")
        docket.player = entrant.player
        docket.told += [entrant.player, *opponents_of(entrant)]
        docket.effects["entrant"] = kept(entrant, ENTRY)
        docket.effects["led"] = entrant.team and entrant.team.captain_id == entrant.player_id
        if tournament.format == Tournament.Format.LADDER:
            docket.effects["rungs"] = [rung.entrant for rung in ladders.standing(tournament)]
        tables = running_tables(entrant)
        entries.withdraw(tournament.pk, entrant.player, now=docket.now)
        if tournament.seats == 2:
            docket.orders += [("forfeit", match, {"seat": seat}) for match, seat in tables]
            return
        docket.effects["left"] = [match for match, _seat in tables]
        for match, _seat in tables:
            source = Ply.Source.SERVER
            resign_match(match, entrant.player, now=docket.now, source=source, for_good=True)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Let him in again; not where he has left tables at which others have played on."""
        if ruling.effects.get("left"):
            raise Refused("left_for_good")
        tournament = meant(docket)
        entrant = Entrant.objects.get(pk=ruling.params["entrant"])
        stored = dict(ruling.effects["entrant"])
        if (team := stored.get("team_id")) and not Team.objects.playing().filter(pk=team).exists():
            raise Refused("no_such_team")
        order = ruling.effects.get("rungs")
        if order is not None and tournament.is_running:
            now = [rung.entrant for rung in ladders.standing(tournament)]
            ladders.step_on(tournament, entrant, docket.now)
            entrant.withdrawn_at = entrant.withdrawn_round = None
            entrant.save()
            at = min(order.index(entrant.pk), len(now))
            ladders.set_order(tournament, [*now[:at], entrant.pk, *now[at:]])
        else:
            restore(entrant, stored)
            entrant.led_team = bool(ruling.effects.get("led"))
            docket.told += team_leaving.member_came_back(entrant, docket.now)
        stir(tournament, docket.now)


def _entrant(docket: Docket) -> tuple[Tournament, Entrant]:
    """Return the event and the entrant who is meant."""
    tournament = meant(docket)
    return tournament, entrant_in(tournament, docket.params)


class Substitute(EventAct):
    """Let somebody else play for an entrant from now on, in his running matches, too."""

    name = "substitute"

    def fields(self, tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the entrant and the name of the substitute."""
        return {
            "entrant": entrant_in(tournament, given).pk,
            "substitute": named(given).pk,
        }

    def apply(self, docket: Docket) -> None:
        """Change the player of the entry, and order him replaced at his tables."""
        tournament, entrant = _entrant(docket)
        if entrant.status == Entrant.Status.WITHDRAWN or tournament.finished_at is not None:
            raise Refused("not_entered")
        old = entrant.player
        new = Player.objects.select_related("user").get(pk=docket.params["substitute"])
        taken = Entrant.objects.filter(tournament=tournament).values_list("player", flat=True)
        require_fit(new, {*taken, docket.by.pk})
        docket.player = old
        docket.told += [old, new, *opponents_of(entrant)]
        docket.effects["player"] = old.pk
        entrant.player = new
        entrant.save(update_fields=["player"])
        docket.orders += [
            ("replace", match, {"seat": seat, "substitute": new.name})
            for match, seat in running_tables(entrant)
        ]

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Give the entry back to whoever had it."""
        old = ruling.effects["player"]
        if Entrant.objects.filter(tournament=meant(docket), player=old).exists():
            raise Refused("already_entered")  # on an entry of his own, since
        Entrant.objects.filter(pk=ruling.params["entrant"]).update(player=old)
