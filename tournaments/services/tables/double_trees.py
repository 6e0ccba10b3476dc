"""Double elimination: published boards, winners, places, and columns for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.division_queries import contents_of
from tournaments.models import Division, Fixture, Round, Tournament
from tournaments.pairing import double_elimination, knockout
from tournaments.pairing.double_elimination import Bout, Origin, PublishedBoard, TreePart, TreePlace
from tournaments.pairing.trees import places_after_end
from tournaments.services.tables import brackets, trees

Facts = dict[tuple[int, int], PublishedBoard]
MAX_ENTRANTS_SHOWN = 64  # larger trees show only the rounds made


def facts_of(tournament: Tournament, division: Division, seeded: Sequence[int]) -> Facts:
    """Return the published pair and winner of every board."""
    rank = trees.ranks(seeded)
    found: Facts = {}
    for fixture in trees.fixtures_of(division):
        key = (fixture.round.number, fixture.board)
        found[key] = board_fact(tournament, fixture, key, rank)
    return found


def board_fact(
    tournament: Tournament, fixture: Fixture, key: tuple[int, int], rank: Mapping[int, int]
) -> PublishedBoard:
    """Return pair and winner of a board; entrants without a seed rank last."""
    seats = tuple(seat.entrant_id for seat in fixture.seats.all())
    if len(seats) < 2 or not fixture.is_settled:
        return PublishedBoard(seats)
    one, two = sorted(seats, key=lambda who: rank.get(who, len(rank)))
    duel = knockout.Duel(*key, (one, two))
    return PublishedBoard(seats, trees.winner_of(tournament, fixture, duel, key[0]))


def tree_of(tournament: Tournament, division: Division) -> tuple[tuple[Bout, ...], ...]:
    """Return the tree up to the first round that is not over."""
    seeded = trees.seeds_of(division)
    return double_elimination.build_tree(seeded, facts_of(tournament, division, seeded))


def next_bouts(tournament: Tournament, division: Division, paired: int) -> tuple[Bout, ...]:
    """Return the bouts of the next round; () while one is running, or after the last."""
    made = tree_of(tournament, division)
    return made[paired] if len(made) > paired else ()


def total_rounds(tournament: Tournament, division: Division) -> int:
    """Return the number of rounds: one fewer if the final needs no second match."""
    seeded = trees.seeds_of(division)
    most = double_elimination.max_rounds(len(seeded))
    facts = facts_of(tournament, division, seeded)
    final = facts.get((most - 1, 1))
    if final is None or final.winner is None:
        return most
    return len(double_elimination.build_tree(seeded, facts))


def places(tournament: Tournament, division: Division) -> list[tuple[int, int]]:
    """Return entrants and places, the winner first; those who left in one round share a place."""
    seeded = trees.seeds_of(division)
    if len(seeded) < 2:
        return [(who, 1) for who in seeded]
    facts = facts_of(tournament, division, seeded)
    if tournament.finished_at is not None:
        return places_after_end(seeded, facts)
    made = double_elimination.build_tree(seeded, facts)
    return double_elimination.places(seeded, made, facts)


def parts_of(tournament: Tournament, division: Division) -> dict[tuple[int, int], str]:
    """Return the bracket of every board, by round and board.

    Covers the whole tree, including boards still waiting for an entrant and those after them.
    """
    seeded = trees.seeds_of(division)
    outline = double_elimination.build_outline(seeded, facts_of(tournament, division, seeded))
    return {(bout.round, bout.board): str(bout.part) for bout, _sides in outline}


def part_name(part: str) -> str:
    """Return the name of a part of the tree."""
    return {
        TreePart.WINNERS: _("Winners’ bracket"),
        TreePart.LOSERS: _("Losers’ bracket"),
        TreePart.FINAL: _("Final"),
        TreePart.AGAIN: _("Final, second match"),
    }[TreePart(part)]


def columns(
    tournament: Tournament, division: Division, rounds: Sequence[Round]
) -> tuple[dict[str, object], ...]:
    """Return both trees and the final, each with its rounds as columns, including those to come."""
    seeded = trees.seeds_of(division)
    facts = facts_of(tournament, division, seeded)
    fixtures = {
        (each.number, fixture.board): fixture
        for each in rounds
        for fixture in each.fixtures.all()
        if fixture.set_aside_at is None
    }
    names = {each.pk: each.player for each in contents_of(division).entrants}
    found: dict[str, dict[str, list[dict[str, object]]]] = {}
    for place in double_elimination.build_outline(seeded, facts):
        bout = place.bout
        key = (bout.round, bout.board)
        if key not in fixtures and len(seeded) > MAX_ENTRANTS_SHOWN:
            continue
        part = TreePart.FINAL if bout.part is TreePart.AGAIN else bout.part
        duels = found.setdefault(str(part), {}).setdefault(_title(bout, bout.round), [])
        if key in fixtures:
            shown = brackets.duel(fixtures[key], facts.get(key, PublishedBoard(())).winner)
        else:
            shown = _unpublished_duel(place, names)
        duels.append({**shown, "board": bout.board})
    return tuple(
        {
            "title": part_name(part),
            "columns": [{"title": title, "duels": duels} for title, duels in shown.items()],
        }
        for part, shown in found.items()
    )


def _unpublished_duel(place: TreePlace, names: Mapping[int, Player]) -> dict[str, object]:
    """Return an unpublished duel: known entrants, or where they will come from."""
    sides: list[dict[str, object]] = []
    for who in place.sides:
        known = names.get(who) if isinstance(who, int) else None
        name = known.name if known else _origin_phrase(who) if isinstance(who, Origin) else ""
        sides.append(
            {"key": known.pk if known else None, "name": name, "score": "", "through": False}
        )
    if len(sides) < 2:
        sides.append({"key": None, "name": _("bye"), "score": "", "through": False})
    keys = [side["key"] for side in sides if side["key"] is not None]
    return {"sides": sides, "keys": keys, "url": ""}


def _origin_phrase(origin: Origin) -> str:
    """Return the description of an entrant not known yet."""
    words = (
        _("winner of round %(round)d, board %(board)d")
        if origin.wins
        else _("loser of round %(round)d, board %(board)d")
    )
    return words % {"round": origin.round, "board": origin.board}


def _title(bout: Bout, number: int) -> str:
    """Return the heading of a column: its round, numbered as in the season."""
    if bout.part is TreePart.AGAIN:
        return _("Final, second match if needed")
    return _("Round %(number)s") % {"number": number}
