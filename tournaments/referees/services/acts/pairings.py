"""Acts on pairings: award a bye, change a published pairing."""

from __future__ import annotations

from collections.abc import Mapping

from games.models import Match
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from tournaments.models import Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services.acts.base import RulingContext, parse_integer
from tournaments.referees.services.acts.events import (
    EventAct,
    event_of,
    parse_entrant,
    require_impartial,
    reschedule,
)
from tournaments.services.rounds.tree_boards import next_board, set_entrants
from tournaments.services.tables.double_trees import parts_of
from tournaments.services.tables.trees import is_tree

BYES = (Fixture.Kind.FULL_BYE, Fixture.Kind.HALF_BYE, Fixture.Kind.ZERO_BYE)


class AwardBye(EventAct):
    """Award points for a published round in which the entrant has no opponent."""

    name = "award_bye"

    def fields(self, tournament: Tournament, given: Mapping[str, JSON]) -> JSONObject:
        kind = str(given.get("kind") or "")
        if kind not in BYES:
            raise Refused("bad_param", name="kind", allowed=", ".join(BYES))
        return {
            "entrant": parse_entrant(tournament, given).pk,
            "round": parse_integer(given, "round", 1, 999),
            "kind": kind,
        }

    def apply(self, context: RulingContext) -> None:
        tournament = event_of(context)
        entrant = parse_entrant(tournament, context.params)
        number = context.params["round"]
        made = Round.objects.filter(division=entrant.division, number=number).first()
        if made is None:
            raise Refused("round_not_paired", round=number)
        tree = is_tree(tournament, made.division)
        if tree or tournament.event_format.has_teams or tournament.event_format.has_rungs:
            raise Refused("not_in_this_format")
        own = Fixture.objects.filter(round=made, seats__entrant=entrant)
        if own.exclude(kind=Fixture.Kind.ANNULLED).exists():
            raise Refused("plays_this_round", round=number)
        fixture = Fixture.objects.create(
            round=made, board=next_board(made), kind=context.params["kind"], settled_at=context.now
        )
        FixtureSeat.objects.create(fixture=fixture, seat=0, entrant=entrant)
        context.effects["fixture"] = fixture.pk
        context.player = entrant.player
        context.told.append(entrant.player)
        reschedule(tournament, context.now)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        Fixture.objects.filter(pk=ruling.effects["fixture"]).delete()
        reschedule(event_of(context), context.now)


class ChangePairing(EventAct):
    """Swap two entrants of a round: colours or opponents.

    Fixtures that have not begun are changed in place; a running match is annulled, and the new pair
    gets a new board.
    """

    name = "change_pairing"

    def fields(self, tournament: Tournament, given: Mapping[str, JSON]) -> JSONObject:
        places = [parse_integer(given, name, 1, 2**31) for name in ("place", "other")]
        found = FixtureSeat.objects.filter(
            pk__in=places, fixture__round__division__tournament=tournament
        )
        rounds = set(found.values_list("fixture__round", flat=True))
        if len(set(places)) != 2 or found.count() != 2 or len(rounds) != 1:
            raise Refused("bad_param", name="other", allowed="…")
        return dict(zip(("place", "other"), places, strict=True))

    def apply(self, context: RulingContext) -> None:
        tournament = event_of(context)
        one, two = _load_seats(context)
        fixtures = list(dict.fromkeys((one.fixture, two.fixture)))
        if any(fixture.is_settled for fixture in fixtures):
            raise Refused("pairing_settled")
        begun = [fixture for fixture in fixtures if fixture.match_id is not None]
        tree = is_tree(tournament, one.fixture.round.division)
        if tournament.event_format.has_rungs or (begun and tree):
            raise Refused("pairing_begun")
        if tournament.event_format.has_puzzles or (
            tournament.event_format.has_teams and (begun or _changes_sides(one, two))
        ):
            raise Refused("not_in_this_format")
        if tournament.event_format.shows_parts and _bracket_part(one) != _bracket_part(two):
            raise Refused("not_in_this_format")
        _require_distinct_seats(one, two)
        require_impartial(context, [fixture.pk for fixture in fixtures])
        seats = FixtureSeat.objects.filter(fixture__in=fixtures)
        people = Entrant.objects.filter(fixture_seats__in=seats).select_related("player__user")
        context.told += [entrant.player for entrant in people.distinct()]
        context.effects["names"] = [one.entrant.player_id, two.entrant.player_id]
        context.effects["round"] = one.fixture.round.number
        context.orders += [("annul", f.match_id, {}) for f in begun if f.match_id is not None]
        context.effects["begun"] = [fixture.pk for fixture in begun]

    def after(self, context: RulingContext) -> None:
        one, two = _load_seats(context)
        moved = {one.pk: two.entrant_id, two.pk: one.entrant_id}
        made: list[int] = []
        swapped: list[list[int]] = []
        for fixture in dict.fromkeys((one.fixture, two.fixture)):
            seats = list(fixture.seats.order_by("seat"))
            wanted = [moved.get(seat.pk, seat.entrant_id) for seat in seats]
            if fixture.pk in context.effects["begun"]:
                made.append(_new_fixture(fixture.round, wanted).pk)
            else:
                swapped.append([fixture.pk, *(seat.entrant_id for seat in seats)])
                set_entrants(fixture, wanted)
        context.effects |= {"made": made, "swapped": swapped}
        reschedule(event_of(context), context.now)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Restore the pairing; matches that run because of the change are annulled."""
        changed = [*ruling.effects["made"], *(pk for pk, *_ in ruling.effects["swapped"])]
        require_impartial(context, changed)
        for pk in ruling.effects["made"]:
            fixture = Fixture.objects.select_related("match").get(pk=pk)
            if fixture.match is None:
                fixture.delete()
            elif fixture.match.status == Match.Status.RUNNING:
                context.orders.append(("annul", fixture.match.pk, {}))
            elif fixture.match.status != Match.Status.ANNULLED:
                raise Refused("pairing_settled")
        for pk, *entrants in ruling.effects["swapped"]:
            fixture = Fixture.objects.get(pk=pk)
            if fixture.match_id is not None or fixture.is_settled:
                raise Refused("pairing_begun")
            set_entrants(fixture, entrants)
        reschedule(event_of(context), context.now)


def _load_seats(context: RulingContext) -> tuple[FixtureSeat, FixtureSeat]:
    found = FixtureSeat.objects.select_related("fixture__round__division", "entrant__player")
    return found.get(pk=context.params["place"]), found.get(pk=context.params["other"])


def _bracket_part(place: FixtureSeat) -> str | None:
    """Return to which part of a double elimination the place belongs."""
    made = place.fixture.round
    parts = parts_of(made.division.tournament, made.division)
    return parts.get((made.number, place.fixture.board))


def _changes_sides(one: FixtureSeat, two: FixtureSeat) -> bool:
    """Whether somebody would play for the other side of a meeting, or in another meeting."""
    return one.fixture_id != two.fixture_id and one.entrant.team_id != two.entrant.team_id


def _require_distinct_seats(one: FixtureSeat, two: FixtureSeat) -> None:
    """Refuse if somebody would sit twice in one match."""
    if one.fixture_id == two.fixture_id:
        return
    for stays, comes in ((one, two), (two, one)):
        seats = FixtureSeat.objects.filter(fixture=stays.fixture, entrant=comes.entrant_id)
        if seats.exists():
            raise Refused("bad_param", name="other", allowed="…")


def _new_fixture(round_: Round, entrants: list[int]) -> Fixture:
    """Create a fixture on the next board; its match starts with the next scheduled step."""
    fixture = Fixture.objects.create(round=round_, board=next_board(round_))
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entrant_id=pk) for seat, pk in enumerate(entrants)
    )
    return fixture
