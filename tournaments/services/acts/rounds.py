"""Acts about time: extend a round or a fixture, close the whole event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from games.models import Match, Ruling
from games.services.acts.base import Docket, whole
from games.services.errors import Refused
from tournaments import queries
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Team, Tournament
from tournaments.services import announcing, claims, finals, letters
from tournaments.services.acts.base import (
    EventAct,
    kept,
    meant,
    restore,
    stir,
)

DAYS_MOST = 90


class Extend(EventAct):
    """Give a round, or one fixture of it, more days; claims begin anew when they are over."""

    name = "extend"

    def fields(self, tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the round or the fixture, as "round:3" or "fixture:7", and the days."""
        what, _colon, number = str(given.get("what") or "").partition(":")
        known = {"round": Round.objects.filter(division__tournament=tournament)}
        fixtures = Fixture.objects.filter(round__division__tournament=tournament)
        pk = int(number) if number.isascii() and number.isdigit() and len(number) < 12 else 0
        found: Any = fixtures if what == "fixture" else known.get(what, Round.objects.none())
        if not found.filter(pk=pk).exists():
            raise Refused("bad_param", name="what", allowed="round, fixture")
        days = whole(given, "days", 1, DAYS_MOST)
        return {"what": f"{what}:{pk}", "days": days}

    def apply(self, docket: Docket) -> None:
        """Move the end; claims begin anew then, but one that waits now is still decided."""
        tournament, days = meant(docket), timedelta(days=docket.params["days"])
        what, _colon, pk = docket.params["what"].partition(":")
        if what == "round":
            fixtures = Fixture.objects.unsettled().filter(round=pk, closes_at=None)
            made = Round.objects.get(pk=pk)
            if made.closed_at is not None:
                raise Refused("round_closed")
            docket.effects["round"] = kept(made, ("closes_at", "warned_at"))
            made.closes_at, made.warned_at = made.closes_at + days, None
            made.save(update_fields=["closes_at", "warned_at"])
        else:
            fixtures = Fixture.objects.unsettled().filter(pk=pk)
            if not fixtures.exists():
                raise Refused("pairing_settled")
        docket.effects["fixtures"] = [
            {"pk": each.pk, **kept(each, CLAIMING)} for each in fixtures.select_related("round")
        ]
        moved = list(fixtures.select_related("round", "case"))
        for each in moved:
            if what == "fixture":
                each.closes_at = each.ends_at + days
            each.claims_until = None
            if not claims.is_pending(each) or each.case_id == docket.decides:
                each.case = each.referred_at = None
        Fixture.objects.bulk_update(moved, ["closes_at", "claims_until", "case", "referred_at"])
        seats = FixtureSeat.objects.filter(
            fixture__in=[f["pk"] for f in docket.effects["fixtures"]]
        )
        people = Entrant.objects.filter(fixture_seats__in=seats).select_related("player__user")
        docket.told += [entrant.player for entrant in people.distinct()]
        if tournament.is_contest:  # there the clock of an attempt runs to the end of the contest
            begun = Match.objects.running().filter(fixture__in=fixtures).order_by("pk")
            more = {"seat": 0, "hours": 24 * docket.params["days"], "bank": True}
            docket.orders += [("grant_time", match.pk, more) for match in begun]
        stir(tournament, docket.now)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Put the end back to where it was."""
        what, _colon, pk = ruling.params["what"].partition(":")
        if what == "round":
            restore(Round.objects.get(pk=pk), ruling.effects["round"])
        for stored in ruling.effects["fixtures"]:
            fixture = Fixture.objects.get(pk=stored["pk"])
            claimed_since = claims.is_pending(fixture) and fixture.case_id != stored["case_id"]
            columns = ("closes_at",) if claimed_since else CLAIMING
            restore(fixture, {name: stored[name] for name in columns})
        stir(meant(docket), docket.now)


CLAIMING = ("closes_at", "claims_until", "case_id", "referred_at")


class CloseEvent(EventAct):
    """End an event as it stands: what runs is annulled, what has not begun never does."""

    name = "close_event"

    def apply(self, docket: Docket) -> None:
        """Order the running matches annulled; before the start call everything off."""
        tournament = meant(docket)
        if tournament.finished_at is not None or tournament.status == Tournament.Status.DRAFT:
            raise Refused("tournament_over")
        docket.effects["event"] = kept(tournament, ("status", "finished_at", "due_at"))
        docket.told += [entrant.player for entrant in _everybody(tournament)]
        if tournament.is_open:
            announcing.end_without_play(tournament, docket.now)
            return
        playing = Match.objects.running().filter(fixture__round__division__tournament=tournament)
        docket.orders += [("annul", match.pk, {}) for match in playing.order_by("pk")]

    def after(self, docket: Docket) -> None:
        """Close rounds and divisions, keep the places, and tell everybody how it ended."""
        tournament, now = meant(docket), docket.now
        if not tournament.is_running:
            return
        divisions = Division.objects.filter(tournament=tournament, finished_at=None)
        rounds = Round.objects.filter(division__tournament=tournament, closed_at=None)
        waiting = Fixture.objects.unsettled().filter(round__division__tournament=tournament)
        docket.effects |= {
            "divisions": list(divisions.values_list("pk", flat=True)),
            "rounds": list(rounds.values_list("pk", flat=True)),
            "fixtures": list(waiting.values_list("pk", flat=True)),
        }
        waiting.update(kind=Fixture.Kind.ANNULLED, settled_at=now)
        rounds.update(closed_at=now)
        divisions.update(finished_at=now)
        tournament.status = Tournament.Status.FINISHED
        tournament.finished_at, tournament.due_at = now, None
        tournament.save(update_fields=["status", "finished_at", "due_at"])
        boards_of_contest(tournament, hidden=False)
        finals.keep_places(tournament)
        letters.tell_finished(tournament, now=now)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Let the event go on."""
        effects, tournament = ruling.effects, meant(docket)
        if Tournament.objects.filter(previous=tournament).exists():
            raise Refused("next_season_open")
        if queries.public_seed(tournament) is not None:  # all coming lots could be foretold
            raise Refused("event_seed_known")
        Division.objects.filter(pk__in=effects.get("divisions", [])).update(finished_at=None)
        Round.objects.filter(pk__in=effects.get("rounds", [])).update(closed_at=None)
        Fixture.objects.filter(pk__in=effects.get("fixtures", [])).update(
            kind=Fixture.Kind.PLAYED, settled_at=None
        )
        restore(tournament, effects["event"])
        boards_of_contest(tournament, hidden=True)
        Entrant.objects.filter(tournament=tournament).update(final_place=None)
        Team.objects.filter(tournament=tournament).update(final_place=None)
        stir(tournament, docket.now)


def boards_of_contest(tournament: Tournament, *, hidden: bool) -> None:
    """Show the attempts of a solitaire contest when it has ended; hide them while it runs."""
    if tournament.is_contest and tournament.started_at is not None:
        matches = Match.objects.filter(fixture__round__division__tournament=tournament)
        matches.exclude(private=hidden).update(private=hidden)


def _everybody(tournament: Tournament) -> list[Entrant]:
    """Return all who take part."""
    entrants = Entrant.objects.playing().filter(tournament=tournament)
    return list(entrants.select_related("player__user").order_by("number", "pk"))
