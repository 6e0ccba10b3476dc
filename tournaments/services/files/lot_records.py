"""All random draws of a tournament, verifiable with the published seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial, singledispatch
from math import factorial

from django.utils.translation import gettext as _

from games import lots
from games.families.leaving import join_names
from tournaments import queries
from tournaments.division_queries import load_divisions
from tournaments.formats.base import Format
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.swiss import Swiss
from tournaments.formats.teams import Teams, TeamSwiss
from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Round,
    Team,
    TeamMeeting,
    Through,
    Tournament,
)
from tournaments.pairing import knockout
from tournaments.pairing.double_elimination import TreePart
from tournaments.services.rounds.reviewing import MANUAL_PREFIX
from tournaments.services.rounds.swiss import (
    COLOUR_DRAW_INDEX,
    sitting_out_draw_index,
    sitting_out_order,
)
from tournaments.services.tables import double_trees, trees
from tournaments.services.tables.competitors import rows_for
from tournaments.services.tables.places import name_of, rows_of
from tournaments.services.tables.team_events import HOME_DRAW_INDEX
from tournaments.standings.tiebreaks import draw_order


@dataclass(frozen=True)
class DrawRecord:
    """One decision by random draw: its meaning and the numbers drawn.

    Each of ``lots`` is an index and an exclusive upper bound; ``agrees`` is whether the tournament
    followed the draw.
    """

    words: str
    lots: tuple[tuple[int, int], ...]
    agrees: bool = True

    @property
    def numbers(self) -> str:
        """The index of the draw, or the first and the last of several."""
        first, last = self.lots[0][0], self.lots[-1][0]
        return str(first) if first == last else f"{first}–{last}"


def get_draw_records(tournament: Tournament) -> list[DrawRecord]:
    """Return everything decided by random draws, in a tournament that is over."""
    names = rows_for(tournament).names(tournament)
    found: list[DrawRecord] = []
    for division in load_divisions(tournament):
        found += _first_round_draw(tournament.event_format, tournament, division)
        if trees.is_tree(tournament, division):
            found += _duel_draws(tournament, division, names)
        elif "lots" in tournament.tie_breaks:
            found.append(_ranking_draw(tournament, division, names))
    return found


@singledispatch
def _first_round_draw(
    _format: Format, _tournament: Tournament, _division: Division
) -> Iterator[DrawRecord]:
    """Return the draw before the first round."""
    return iter(())


@_first_round_draw.register
def _first_colour_draw(
    _format: Swiss, tournament: Tournament, division: Division
) -> Iterator[DrawRecord]:
    """Return who starts on board 1 of a Swiss, unless paired manually."""
    index = COLOUR_DRAW_INDEX + division.number
    begins = lots.draw_number(tournament.lots_seed, index, 2) == 0
    words = (
        _("In round 1 the odd numbers of the upper half start.")
        if begins
        else _("In round 1 the even numbers of the upper half start.")
    )
    own = Entrant.objects.filter(division=division)
    first = own.filter(first_round=1).order_by("number").first()
    seats = FixtureSeat.objects.filter(
        fixture__round__division=division, fixture__round__number=1, entrant=first
    )
    as_drawn = seats.exclude(fixture__round__engine__startswith=MANUAL_PREFIX)
    played = as_drawn.filter(fixture__match__isnull=False).first()
    yield DrawRecord(words, ((index, 2),), played is None or (played.seat == 0) == begins)
    yield from _sitting_out_draws(tournament, division, dict(own.values_list("pk", "first_round")))


@_first_round_draw.register
def _home_order_draw(
    _format: Teams, tournament: Tournament, division: Division
) -> Iterator[DrawRecord]:
    """Return the drawn order of the teams for the schedule."""
    index = HOME_DRAW_INDEX + division.number
    turned = lots.draw_number(tournament.lots_seed, index, 2)
    teams = Team.objects.filter(division=division).order_by("-number" if turned else "number")
    order = join_names(list(teams.values_list("name", flat=True)))
    words = _("%(division)s: the order for the schedule is %(names)s.")
    yield DrawRecord(words % _sentence_values(tournament, division, order), ((index, 2),))


@_first_round_draw.register
def _first_home_draw(
    _format: TeamSwiss, tournament: Tournament, division: Division
) -> Iterator[DrawRecord]:
    """Return the first home team of a team Swiss."""
    index = COLOUR_DRAW_INDEX + division.number
    begins = lots.draw_number(tournament.lots_seed, index, 2) == 0
    words = (
        _("In round 1 the odd numbers of the upper half are at home.")
        if begins
        else _("In round 1 the even numbers of the upper half are at home.")
    )
    first = TeamMeeting.objects.filter(round__division=division, round__number=1)
    first = first.exclude(round__engine__startswith=MANUAL_PREFIX)
    at_home = first.exclude(away=None).filter(home__number=1).exists()
    travels = first.filter(away__number=1).exists()
    yield DrawRecord(words, ((index, 2),), at_home is begins or not (at_home or travels))
    own = Team.objects.filter(division=division)
    yield from _sitting_out_draws(
        tournament, division, dict.fromkeys(own.values_list("pk", flat=True), 1)
    )


def _sitting_out_draws(
    tournament: Tournament, division: Division, since: Mapping[int, int]
) -> Iterator[DrawRecord]:
    """Yield the order in which entrants were drawn to sit out; ``since``: their first rounds."""
    names = rows_for(tournament).names(tournament)
    rounds = Round.objects.filter(division=division, note__in=Round.SAT_OUT_NOTES).order_by(
        "number"
    )
    for number in rounds.values_list("number", flat=True):
        there = [pk for pk, first in since.items() if first <= number]
        order = sitting_out_order(tournament, division, there, number)
        words = _(
            "%(division)s, round %(round)d: not everybody could be paired. Of those with equally "
            "few zero-point byes, the first in this order sit out: %(names)s."
        )
        said = _sentence_values(tournament, division, join_names([names[pk] for pk in order]))
        lot = (sitting_out_draw_index(division, number), factorial(len(there)))
        yield DrawRecord(words % {**said, "round": number}, (lot,))


def _sentence_values(tournament: Tournament, division: Division, names: str) -> dict[str, str]:
    return {"division": name_of(tournament, division), "names": names}


def _duel_draws(
    tournament: Tournament, division: Division, names: dict[int, str]
) -> Iterator[DrawRecord]:
    """Yield the drawn duels of a tree that a random draw decided."""
    if tournament.through != Through.LOTS:
        return
    rank = trees.ranks(trees.seeds_of(division))
    went_on = _advancement_check(tournament.format_of(division), tournament, division)
    for fixture in trees.fixtures_of(division).filter(settled_at__isnull=False):
        seats = list(fixture.seats.all())
        if len(seats) < 2 or sum(seat.place == 1 for seat in seats) == 1:
            continue
        number = fixture.round.number
        pair = sorted((seat.entrant_id for seat in seats), key=lambda who: rank.get(who, len(rank)))
        duel = knockout.Duel(number, fixture.board, (pair[0], pair[1]))
        winner = trees.winner_of(tournament, fixture, duel, number)
        words = _("Round %(round)d, board %(board)d ended in a draw; %(name)s advances.") % {
            "round": number,
            "board": fixture.board,
            "name": names[winner],
        }
        index = trees.duel_draw_index(number, fixture.board)
        yield DrawRecord(words, ((index, 2),), went_on(fixture, winner))


AdvancementCheck = Callable[[Fixture, int], bool]


@singledispatch
def _advancement_check(
    _format: Format, _tournament: Tournament, division: Division
) -> AdvancementCheck:
    """Return a function: whether the drawn winner of a duel has gone on."""
    return partial(_has_advanced, division)


@_advancement_check.register
def _double_elimination_check(
    _format: DoubleElimination, tournament: Tournament, division: Division
) -> AdvancementCheck:
    """Judge by the losers in later rounds.

    Out of the winners' bracket they may go on outside it, from the final only to the second match,
    otherwise not at all.
    """
    parts = double_trees.parts_of(tournament, division)

    def went_on(fixture: Fixture, winner: int) -> bool:
        own = parts[fixture.round.number, fixture.board]
        losers = [seat.entrant_id for seat in fixture.seats.all() if seat.entrant_id != winner]
        later = FixtureSeat.objects.filter(
            fixture__round__division=division,
            fixture__set_aside_at=None,
            fixture__round__number__gt=fixture.round.number,
            entrant__in=losers,
        ).values_list("fixture__round__number", "fixture__board")
        seen = {parts[place] for place in later}
        allowed = {
            TreePart.WINNERS: {*TreePart} - {TreePart.WINNERS},
            TreePart.FINAL: {TreePart.AGAIN},
        }
        return seen <= {str(each) for each in allowed.get(TreePart(own), set())}

    return went_on


def _has_advanced(division: Division, fixture: Fixture, winner: int) -> bool:
    """Whether the drawn winner is in the next round, or after the last one is still entered."""
    following = FixtureSeat.objects.filter(
        fixture__round__division=division,
        fixture__set_aside_at=None,
        fixture__round__number=fixture.round.number + 1,
    )
    if following.exists():
        return following.filter(entrant=winner).exists()
    return Entrant.objects.filter(pk=winner).exists()


def _ranking_draw(tournament: Tournament, division: Division, names: dict[int, str]) -> DrawRecord:
    """Return the order of entrants that are equal in all other tie-breaks."""
    order = draw_order(list(rows_for(tournament).numbers(division)), tournament.lots_seed)
    words = _(
        "%(division)s: entrants who are equal on everything else are ranked in this "
        "order: %(names)s."
    )
    taken = tuple((index, len(order) - index) for index in range(len(order)))
    said = words % _sentence_values(tournament, division, join_names([names[pk] for pk in order]))
    return DrawRecord(said, taken, _places_match(tournament, division))


def _places_match(tournament: Tournament, division: Division) -> bool:
    """Whether the stored places equal those computed again with the random draws."""
    ranks = {row.entrant: row.rank for row in rows_of(tournament, division)}
    own = rows_for(tournament).stored_places(division)
    return all(ranks.get(pk) == place for pk, place in own.items())


def record_of(tournament: Tournament) -> str:
    """Return the ASCII record with checksum that ``docs/verify_lots.py`` verifies."""
    lines = [
        f'[Tournament "{tournament.pk}"]',
        f'[LotsDigest "{lots.digest(tournament.lots_seed)}"]',
    ]
    if (seed := queries.public_seed(tournament)) is not None:
        lines.append(f'[LotsSeed "{seed}"]')
        used = {lot for each in get_draw_records(tournament) for lot in each.lots}
        lines += [
            f"lot {index} below {below}: {lots.draw_number(seed, index, below)}"
            for index, below in sorted(used)
        ]
    body = "\n".join(lines) + "\n"
    return f'[Record "{hashlib.sha256(body.encode()).hexdigest()}"]\n{body}'
