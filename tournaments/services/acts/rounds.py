"""Acts about rounds: award a bye, change a published pairing, extend, close the whole event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Max

from games.models import Match, Ruling
from games.services.acts.base import Docket, whole
from games.services.errors import Refused
from tournaments import queries
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Team, Tournament
from tournaments.services import announcing, claims, finals, letters
from tournaments.services.acts.base import (
    EventAct,
    entrant_in,
    kept,
    meant,
    restore,
    stir,
)
from tournaments.services.trees import is_tree

BYES = (Fixture.Kind.FULL_BYE, Fixture.Kind.HALF_BYE, Fixture.Kind.ZERO_BYE)
DAYS_MOST = 90


class AwardBye(EventAct):
    """Give an entrant points for a published round in which he meets nobody."""

    name = "award_bye"

    def fields(self, tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the entrant, the round, and how many points."""
        kind = str(given.get("kind") or "")
        if kind not in BYES:
            raise Refused("bad_param", name="kind", allowed=", ".join(BYES))
        return {
            "entrant": entrant_in(tournament, given).pk,
            "round": whole(given, "round", 1, 999),
            "kind": kind,
        }

    def apply(self, docket: Docket) -> None:
        """Write the bye on a board behind the others."""
        tournament = meant(docket)
        entrant = entrant_in(tournament, docket.params)
        number = docket.params["round"]
        made = Round.objects.filter(division=entrant.division, number=number).first()
        if made is None:
            raise Refused("round_not_paired", round=number)
        tree = is_tree(tournament, made.division)
        if tree or tournament.in_teams or tournament.format == "ladder":
            raise Refused("not_in_this_format")
        own = Fixture.objects.filter(round=made, seats__entrant=entrant)
        if own.exclude(kind=Fixture.Kind.ANNULLED).exists():
            raise Refused("plays_this_round", round=number)
        fixture = Fixture.objects.create(
            round=made, board=next_board(made), kind=docket.params["kind"], settled_at=docket.now
        )
        FixtureSeat.objects.create(fixture=fixture, seat=0, entrant=entrant)
        docket.effects["fixture"] = fixture.pk
        docket.player = entrant.player
        docket.told.append(entrant.player)
        stir(tournament, docket.now)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Take the bye back."""
        Fixture.objects.filter(pk=ruling.effects["fixture"]).delete()
        stir(meant(docket), docket.now)


def next_board(made: Round) -> int:
    """Return the board behind all others of a round."""
    return (made.fixtures.aggregate(most=Max("board"))["most"] or 0) + 1


class ChangePairing(EventAct):
    """Let two entrants of a round change places: who begins, or who meets whom.

    What has not begun is changed as it stands; a match that runs is annulled, and the new pair
    gets a board of its own.
    """

    name = "change_pairing"

    def fields(self, tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take two places of one round."""
        places = [whole(given, name, 1, 2**31) for name in ("place", "other")]
        found = FixtureSeat.objects.filter(
            pk__in=places, fixture__round__division__tournament=tournament
        )
        rounds = set(found.values_list("fixture__round", flat=True))
        if len(set(places)) != 2 or found.count() != 2 or len(rounds) != 1:
            raise Refused("bad_param", name="other", allowed="…")
        return dict(zip(("place", "other"), places, strict=True))

    def apply(self, docket: Docket) -> None:
        """Change what has not begun, and order annulled what has."""
        tournament = meant(docket)
        one, two = _places(docket)
        fixtures = list(dict.fromkeys((one.fixture, two.fixture)))
        if any(fixture.is_settled for fixture in fixtures):
            raise Refused("pairing_settled")
        begun = [fixture for fixture in fixtures if fixture.match_id is not None]
        tree = is_tree(tournament, one.fixture.round.division)
        if tournament.format == Tournament.Format.LADDER or (begun and tree):
            raise Refused("pairing_begun")
        if tournament.is_contest or (tournament.in_teams and (begun or _sides_change(one, two))):
            raise Refused("not_in_this_format")
        _no_repeats(one, two)
        seats = FixtureSeat.objects.filter(fixture__in=fixtures)
        people = Entrant.objects.filter(fixture_seats__in=seats).select_related("player__user")
        docket.told += [entrant.player for entrant in people.distinct()]
        docket.effects["names"] = [one.entrant.player_id, two.entrant.player_id]
        docket.effects["round"] = one.fixture.round.number
        docket.orders += [("annul", f.match_id, {}) for f in begun if f.match_id is not None]
        docket.effects["begun"] = [fixture.pk for fixture in begun]

    def after(self, docket: Docket) -> None:
        """Set the new pairs: on their boards, or on new ones where a match was annulled."""
        one, two = _places(docket)
        moved = {one.pk: two.entrant_id, two.pk: one.entrant_id}
        made: list[int] = []
        swapped: list[list[int]] = []
        for fixture in dict.fromkeys((one.fixture, two.fixture)):
            seats = list(fixture.seats.order_by("seat"))
            wanted = [moved.get(seat.pk, seat.entrant_id) for seat in seats]
            if fixture.pk in docket.effects["begun"]:
                made.append(_new_fixture(fixture.round, wanted).pk)
            else:
                swapped.append([fixture.pk, *(seat.entrant_id for seat in seats)])
                set_entrants(fixture, wanted)
        docket.effects |= {"made": made, "swapped": swapped}
        stir(meant(docket), docket.now)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Pair as before where nothing new has begun; what runs by the change is annulled."""
        for pk in ruling.effects["made"]:
            fixture = Fixture.objects.select_related("match").get(pk=pk)
            if fixture.match is None:
                fixture.delete()
            elif fixture.match.status == Match.Status.RUNNING:
                docket.orders.append(("annul", fixture.match.pk, {}))
            elif fixture.match.status != Match.Status.ANNULLED:
                raise Refused("pairing_settled")
        for pk, *entrants in ruling.effects["swapped"]:
            fixture = Fixture.objects.get(pk=pk)
            if fixture.match_id is not None or fixture.is_settled:
                raise Refused("pairing_begun")
            set_entrants(fixture, entrants)
        stir(meant(docket), docket.now)


def _places(docket: Docket) -> tuple[FixtureSeat, FixtureSeat]:
    """Return the two places that are to be changed."""
    found = FixtureSeat.objects.select_related("fixture__round__division", "entrant__player")
    return found.get(pk=docket.params["place"]), found.get(pk=docket.params["other"])


def _sides_change(one: FixtureSeat, two: FixtureSeat) -> bool:
    """Tell whether somebody would sit on the other side of a meeting, or in another one."""
    return one.fixture_id != two.fixture_id and one.entrant.team_id != two.entrant.team_id


def _no_repeats(one: FixtureSeat, two: FixtureSeat) -> None:
    """Refuse where somebody would sit twice at one table."""
    if one.fixture_id == two.fixture_id:
        return
    for stays, comes in ((one, two), (two, one)):
        seats = FixtureSeat.objects.filter(fixture=stays.fixture, entrant=comes.entrant_id)
        if seats.exists():
            raise Refused("bad_param", name="other", allowed="…")


def _new_fixture(made: Round, entrants: list[int]) -> Fixture:
    """Write a fixture on a board behind the others; its match starts with the next step."""
    fixture = Fixture.objects.create(round=made, board=next_board(made))
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entrant_id=pk) for seat, pk in enumerate(entrants)
    )
    return fixture


def set_entrants(fixture: Fixture, entrants: list[int]) -> None:
    """Seat these entrants at a fixture that has not begun, in this order."""
    FixtureSeat.objects.filter(fixture=fixture).delete()
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entrant_id=pk) for seat, pk in enumerate(entrants)
    )


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
