"""Published boards of a tree whose pairs have changed: set aside, restored or paired again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Max, QuerySet

from accounts.times.calendar_days import add_wall_time, wall_time_between
from games.models import Match
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing import trees as pure
from tournaments.pairing.trees import BoardKey
from tournaments.services.emails import pairings
from tournaments.services.tables import double_trees, trees

ANNULLED = Fixture.Kind.ANNULLED


@dataclass
class BoardChanges:
    """Changes to the published boards of a tree; keys are (round, board)."""

    division: Division
    aside: list[Fixture] = field(default_factory=list)
    """Fixtures in which somebody sits who no longer belongs there."""
    back: dict[BoardKey, Fixture] = field(default_factory=dict)
    """Fixtures that were set aside and count again."""
    fresh: dict[BoardKey, tuple[int, ...]] = field(default_factory=dict)
    """Who belongs at boards that are free."""

    @property
    def matches(self) -> list[int]:
        """The matches that have to be annulled."""
        own = [each.match for each in self.aside if each.match is not None]
        return sorted(each.pk for each in own if each.status != Match.Status.ANNULLED)

    @property
    def pairs(self) -> dict[BoardKey, tuple[int, ...]]:
        """The new entrants of changed boards."""
        back = {key: _entrants(fixture) for key, fixture in self.back.items()}
        return dict(sorted((self.fresh | back).items()))

    @property
    def freed(self) -> set[BoardKey]:
        """The boards that stay empty until it is known who advances to them."""
        free = [each for each in self.aside if each.set_aside_at is None]
        return {(each.round.number, each.board) for each in free} - self.pairs.keys()

    @property
    def entrants(self) -> set[int]:
        """All entrants of changed boards."""
        return {pk for own in (*map(_entrants, self.aside), *self.pairs.values()) for pk in own}


def _entrants(fixture: Fixture) -> tuple[int, ...]:
    return tuple(seat.entrant_id for seat in fixture.seats.all())


def trees_of(tournament: Tournament) -> list[Division]:
    """Return the divisions of a tournament that are trees of individuals."""
    if tournament.event_format.has_teams:
        return []
    own = Division.objects.filter(tournament=tournament)
    return [each for each in own if trees.is_tree(tournament, each)]


def dependent_rounds(fixture: Fixture) -> list[Round]:
    """Return the published rounds of trees whose pairs depend on a fixture's result."""
    own = fixture.round.division
    tournament = own.tournament
    if trees.is_tree(tournament, own):
        later = Round.objects.filter(division=own, number__gt=fixture.round.number)
    elif tournament.event_format.has_playoff:
        later = Round.objects.filter(
            division__tournament=tournament, division__stage=Division.Stage.PLAYOFF
        )
    else:
        return []
    return list(later.select_related("division").order_by("division", "number"))


def changes_in(tournament: Tournament, division: Division) -> BoardChanges:
    """Compare the published boards with the entrants who should be there.

    Fixtures set aside that are no longer annulled are restored if their entrants belong there. That
    can change later rounds, so it is repeated until nothing changes.
    """
    seeded = trees.seeds_of(division)
    in_parts = tournament.format_of(division).shows_parts
    expected = pure.due_in_double_elimination if in_parts else pure.due_in_knockout
    facts = double_trees.facts_of(tournament, division, seeded)
    numbers = Round.objects.filter(division=division).values_list("number", flat=True)
    fixtures = trees.fixtures_of(division).select_related("match", "round")
    at = {(each.round.number, each.board): each for each in fixtures}
    changes, waiting = BoardChanges(division), _reinstated_fixtures(division)
    while True:
        found = pure.find_changes(seeded, facts, numbers, expected)
        changes.aside += [at[key] for key in found.aside]
        facts = {key: fact for key, fact in facts.items() if key not in found.aside}
        again = _restorable_fixtures(found.fresh, waiting)
        if not again:
            changes.fresh = dict(found.fresh)
            changes.aside += waiting
            return changes
        changes.back |= again
        waiting = [each for each in waiting if each not in again.values()]
        for key, fixture in again.items():
            facts[key] = double_trees.board_fact(tournament, fixture, key, trees.ranks(seeded))


def _reinstated_fixtures(division: Division) -> list[Fixture]:
    """Return fixtures set aside whose annulment has been undone by a ruling."""
    return list(_set_aside_in(division).exclude(match__status=Match.Status.ANNULLED))


def _set_aside_in(division: Division) -> QuerySet[Fixture]:
    aside = Fixture.objects.filter(round__division=division, match__isnull=False)
    aside = aside.exclude(set_aside_at=None).order_by("pk")
    return aside.select_related("match", "round").prefetch_related("seats")


def restorable_matches(changes: BoardChanges) -> list[Match]:
    """Return annulled matches, set aside, that would count again at boards that are free now."""
    found = _set_aside_in(changes.division).filter(match__status=Match.Status.ANNULLED)
    return [
        each.match for each in _restorable_fixtures(changes.fresh, found).values() if each.match
    ]


def _restorable_fixtures(
    fresh: Mapping[BoardKey, tuple[int, ...]], waiting: Iterable[Fixture]
) -> dict[BoardKey, Fixture]:
    """Return the fixtures of the entrants who belong at free boards, by board."""
    known = {(each.round.number, frozenset(_entrants(each))): each for each in waiting}
    found = {key: known.get((key[0], frozenset(entrants))) for key, entrants in fresh.items()}
    return {key: fixture for key, fixture in found.items() if fixture is not None}


def apply_board_changes(tournament: Tournament, changes: BoardChanges, now: datetime) -> None:
    """Set aside fixtures whose matches have been annulled, restore others, and seat the rest."""
    for fixture in changes.aside:
        _set_aside(fixture, now)
    for (_number, board), fixture in changes.back.items():
        _restore_board(fixture, board, now)
    rounds = {each.number: each for each in Round.objects.filter(division=changes.division)}
    for (number, board), entrants in changes.fresh.items():
        pairings.notify_seated(tournament, _seat(rounds[number], board, entrants, now), now=now)
    _reopen_rounds(changes.division, {number for number, _board in changes.pairs})


def _reopen_rounds(division: Division, numbers: Iterable[int]) -> None:
    """Reopen these rounds if they have unsettled fixtures, and their division."""
    waiting = Fixture.objects.unsettled().filter(
        round__division=division, round__number__in=numbers
    )
    if waiting.exists():
        Round.objects.filter(fixtures__in=waiting).update(closed_at=None)
        Division.objects.filter(pk=division.pk).update(finished_at=None)


def _set_aside(fixture: Fixture, now: datetime) -> None:
    """Move a fixture behind the other boards; one without a match is reused later."""
    fixture = Fixture.objects.get(pk=fixture.pk)
    if fixture.set_aside_at is None:
        fixture.board, fixture.set_aside_at = next_board(fixture.round), now
    fixture.kind, fixture.settled_at = ANNULLED, fixture.settled_at or now
    fixture.save(update_fields=["board", "set_aside_at", "kind", "settled_at"])
    FixtureSeat.objects.filter(fixture=fixture).update(place=None, points=None)


def _restore_board(fixture: Fixture, board: int, now: datetime) -> None:
    """Restore a fixture to its board; a running one regains the time lost."""
    fixture = Fixture.objects.select_related("round").get(pk=fixture.pk)
    lost = now - (fixture.set_aside_at or now)
    fixture.board, fixture.set_aside_at = board, None
    if lost and not fixture.is_settled:
        fixture.closes_at = fixture.ends_at + lost
        fixture.claims_until = fixture.claims_until and fixture.claims_until + lost
    if not fixture.is_settled:
        fixture.referred_at = None
    fixture.save(
        update_fields=["board", "set_aside_at", "closes_at", "claims_until", "referred_at"]
    )


def next_board(round_: Round) -> int:
    """Return the number after the last board of a round."""
    return (round_.fixtures.aggregate(most=Max("board"))["most"] or 0) + 1


def _seat(round_: Round, board: int, entrants: tuple[int, ...], now: datetime) -> Fixture:
    """Seat these entrants at a board with as much time as the round gave everybody."""
    aside = Fixture.objects.filter(round=round_, match=None).exclude(set_aside_at=None)
    fixture = aside.order_by("pk").first() or Fixture(round=round_)
    fixture.board, fixture.set_aside_at = board, None
    alone = len(entrants) == 1
    fixture.kind = Fixture.Kind.PAIRED_BYE if alone else Fixture.Kind.PLAYED
    fixture.settled_at = now if alone else None
    zone = round_.division.tournament.zone
    ends = add_wall_time(now, wall_time_between(round_.opens_at, round_.closes_at, zone), zone)
    fixture.closes_at = ends if ends > round_.closes_at else None
    fixture.save()
    set_entrants(fixture, entrants)
    return fixture


def set_entrants(fixture: Fixture, entrants: Iterable[int]) -> None:
    """Replace the entrants of a fixture without a match, in this order."""
    FixtureSeat.objects.filter(fixture=fixture).delete()
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entrant_id=pk) for seat, pk in enumerate(entrants)
    )


def seat_qualified(tournament: Tournament, division: Division, now: datetime) -> bool:
    """Seat entrants who have advanced at boards waiting for them; False if there are none."""
    aside = Fixture.objects.filter(round__division=division).exclude(set_aside_at=None)
    if not aside.exists():
        return False
    changes = changes_in(tournament, division)
    if changes.aside or not changes.fresh:
        return False
    apply_board_changes(tournament, changes, now)
    return True


def entrants_of(changes: Iterable[BoardChanges]) -> list[Entrant]:
    """Return the entrants of all changed boards with their players and users."""
    concerned = {pk for each in changes for pk in each.entrants}
    found = Entrant.objects.filter(pk__in=concerned).select_related("player__user")
    return list(found.order_by("pk"))
