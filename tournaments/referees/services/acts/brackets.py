"""Effects of a ruling on the later rounds of brackets.

Matches of entrants who no longer advance are annulled, each with a line of its own in the chain,
and those who now advance play new ones. After the end of an event nothing is played again.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match
from games.rules import registry
from games.rules.base import JSON
from games.services.errors import Refused
from games.services.interventions.base import lock_matches
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services.acts.base import RulingContext
from tournaments.services.locks import lock_tournament
from tournaments.services.rounds import tree_boards
from tournaments.services.rounds.tree_boards import BoardChanges
from tournaments.services.seasons.stages import current_qualifiers, reseed_playoff
from tournaments.services.tables import trees
from tournaments.services.wording import division_key

SeatResults = list[tuple[int, str, bool | None, int | None, int | None]]


@dataclass(frozen=True)
class BracketState:
    """What the brackets of an event depend on, before a ruling.

    ``groups`` are the results before the play-off. ``late`` holds, for a finished event, the
    (round, board) pairs at which an earlier ruling has already changed who should have played.
    """

    groups: SeatResults
    late: frozenset[tuple[int, int]]


def load_bracket_state(context: RulingContext) -> BracketState:
    """Return the current state of the brackets."""
    tournament = _event_of(context)
    if tournament is None:
        return BracketState([], frozenset())
    return BracketState(_group_results(tournament), _late_changes(tournament))


def _group_results(tournament: Tournament) -> SeatResults:
    """Return the results behind the group tables, if a play-off follows from them."""
    if not tournament.event_format.has_playoff:
        return []
    seats = FixtureSeat.objects.filter(
        fixture__round__division__tournament=tournament,
        fixture__round__division__stage=Division.Stage.MAIN,
    )
    facts = ("fixture__kind", "fixture__match__rated", "place", "points")
    return list(seats.order_by("pk").values_list("pk", *facts))


def _late_changes(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return the (round, board) pairs of a finished event at which others should have played."""
    if not _has_brackets(tournament) or tournament.finished_at is None:
        return frozenset()
    found: set[tuple[int, int]] = set()
    for division in tree_boards.trees_of(tournament):
        changes = tree_boards.changes_in(tournament, division)
        found |= {(each.round.number, each.board) for each in changes.aside}
        if division.stage == Division.Stage.PLAYOFF:
            through = set(current_qualifiers(tournament))
            found |= {(0, pk) for pk in trees.seeds_of(division) if pk not in through}
    return frozenset(found)


def _has_brackets(tournament: Tournament) -> bool:
    format_ = tournament.event_format
    return bool(format_.has_bracket or format_.has_playoff)


def later_matches(match_id: int | None) -> list[int]:
    """Return the matches of later rounds whose pairing follows from the result of a match."""
    found = Fixture.objects.filter(match=match_id or 0)
    fixture = found.select_related("round__division__tournament").first()
    rounds = tree_boards.dependent_rounds(fixture) if fixture is not None else []
    if not rounds:
        return []
    later = Match.objects.filter(fixture__round__in=rounds).order_by("pk")
    return list(later.values_list("pk", flat=True))


def lock_bracket(match_id: int | None, event: Tournament | None) -> None:
    """Lock a ruling's match with those of later rounds; without a match, all of the event."""
    later = later_matches(match_id)
    if match_id is not None and later:
        lock_matches([match_id, *later])
    elif match_id is None and event is not None and event.is_running and _has_brackets(event):
        own = Match.objects.filter(fixture__round__division__tournament=event)
        lock_matches(own.values_list("pk", flat=True))


def find_changes(context: RulingContext, was: BracketState) -> list[BoardChanges]:
    """Order the annulment of matches that no longer count; return all changes in the brackets.

    Refuses ``board_set_aside`` if the match of the ruling itself no longer counts.
    """
    tournament = _event_of(context)
    if tournament is None or not _has_brackets(tournament):
        return []
    if not tournament.is_running:
        if _late_changes(tournament) - was.late:
            context.effects["bracket"] = {"over": True}
        return []
    tournament = lock_tournament(tournament.pk)
    if _group_results(tournament) != was.groups:
        reseed_playoff(tournament)
    divisions = tree_boards.trees_of(tournament)
    found = [tree_boards.changes_in(tournament, each) for each in divisions]
    changes = [each for each in found if each.aside or each.pairs]
    annulled = sorted(pk for each in changes for pk in each.matches)
    if context.loaded is not None and context.loaded.match.pk in annulled:
        raise Refused("board_set_aside")
    context.orders = [("annul", pk, {}) for pk in annulled]
    context.told += [entrant.player for entrant in tree_boards.entrants_of(changes)]
    return changes


def annulments_to_undo(changes: list[BoardChanges]) -> list[Ruling]:
    """Return the annulments of matches whose players belong at their boards again."""
    matches = [match for each in changes for match in tree_boards.restorable_matches(each)]
    parts = Ruling.objects.standing().filter(match__in=matches, act="annul").order_by("-number")
    return [part for part in parts if _is_ordered(part) and not is_irreversible(part)]


def _is_ordered(part: Ruling) -> bool:
    """Whether a larger ruling ordered it: that line follows it, with the same ``at``."""
    return Ruling.objects.filter(case=part.case, at=part.at, number__gt=part.number).exists()


def apply_changes(changes: list[BoardChanges], context: RulingContext) -> None:
    """Seat the entrants who belong at the changed boards, and record the changes."""
    tournament = _event_of(context)
    if not changes or tournament is None or not tournament.is_running:
        return
    for each in changes:
        tree_boards.apply_board_changes(tournament, each, context.now)
    open_ = Fixture.objects.unsettled().filter(round__division__tournament=tournament)
    Tournament.objects.filter(pk=tournament.pk).update(due_at=context.now)
    context.effects["bracket"] = {
        "tournament": tournament.pk,
        "boards": [board for each in changes for board in _changes_to_json(each)],
        "waits": any(each.freed for each in changes) and open_.exists(),
    }


def _changes_to_json(changes: BoardChanges) -> list[JSON]:
    """Return the new players of the changed boards as JSON."""
    concerned = Entrant.objects.filter(pk__in=changes.entrants)
    player = dict(concerned.values_list("pk", "player"))
    key = division_key(changes.division)
    return [
        {
            "division": key,
            "round": number,
            "board": board,
            "players": [player[pk] for pk in entrants],
        }
        for (number, board), entrants in changes.pairs.items()
    ]


def is_irreversible(part: Ruling) -> bool:
    """Whether an annulled bracket match cannot resume because its seed is public (C-2).

    If its players belong there again, they play a new match.
    """
    if part.act != "annul" or part.match is None:
        return False
    stood = part.effects["before"]["match"]["status"]
    aside = Fixture.objects.filter(match=part.match).exclude(set_aside_at=None)
    draws = registry.get(part.match.ruleset).draws_during_play
    return bool(draws) and stood == Match.Status.RUNNING and aside.exists()


def _event_of(context: RulingContext) -> Tournament | None:
    """Return the event of a ruling or of its match, read from the database."""
    events = Tournament.objects.all()
    if context.loaded is not None:
        return events.filter(divisions__rounds__fixtures__match=context.loaded.match).first()
    return events.filter(pk=context.tournament.pk).first() if context.tournament else None
