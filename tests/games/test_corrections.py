"""Corrected results: the same figures as a fold of everything, from few lines and few queries."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import ratings
from games.models import Intervention, Match, Rating, RatingEntry, Seat
from games.services.interventions.base import record_intervention
from games.services.ratings import ends
from games.services.ratings.rating_replay import replay_ratings
from tests.sampling import at_length, sampled

POOL = "traffic_lights"
Key = tuple[int, int]


class League:
    """Players and the results of their matches, written straight into the ledger."""

    def __init__(self, players: list[Any], noon: Any) -> None:
        """Begin without a match."""
        self.players, self.noon = players, noon
        self.ends: list[Key] = []
        self.numbers = 0

    def match(self, players: list[Any]) -> Match:
        """Add a match that is over."""
        match = Match.objects.create(
            ruleset="traffic_lights.4x3",
            ruleset_version=1,
            rated=True,
            pool=POOL,
            control={},
            status="finished",
            state={},
            lots_seed="",
            started_at=self.noon,
            finished_at=self.noon,
        )
        Seat.objects.bulk_create(
            [Seat(match=match, number=at, player=one, budget={}) for at, one in enumerate(players)]
        )
        return match

    def rate(self, *ended: tuple[Match, list[int]], order: random.Random | None = None) -> None:
        """Rate matches without common players; in an order, the lines of all of them mixed."""
        lines, figures = [], []
        for match, ranks in ended:
            rows = list(Seat.objects.filter(match=match).order_by("number"))
            own = [self.figure(seat.player_id) for seat in rows]
            deltas = ratings.compute_changes(
                [ratings.SeatRating(row.value, row.games) for row in own], ranks
            )
            for side, (row, rank, delta) in enumerate(zip(own, ranks, deltas, strict=True)):
                lines.append(self.line(match, row, side, rank, row.value + delta))
                row.value, row.games, row.entries = (
                    row.value + delta,
                    row.games + 1,
                    row.entries + 1,
                )
            figures += own
            self.set_ranks(match, ranks)
            self.ends.append((match.pk, match.turn))
        if order is not None:
            order.shuffle(lines)
        for line in lines:
            line.save()
        Rating.objects.bulk_update(figures, ["value", "games", "entries"])

    def figure(self, player: int) -> Rating:
        """Return the figure of a player."""
        new = {"value": ratings.START_RATING}
        return Rating.objects.get_or_create(player_id=player, pool=POOL, defaults=new)[0]

    def line(self, match: Match, row: Rating, side: int, rank: int, after: int) -> RatingEntry:
        """Return a line of the ledger."""
        return RatingEntry(
            player_id=row.player_id,
            pool=POOL,
            match=match,
            number=row.entries + 1,
            at=self.noon,
            games_before=row.games,
            before=row.value,
            after=after,
            turn=match.turn,
            rank=rank,
            side=side,
        )

    def set_ranks(self, match: Match, ranks: list[int]) -> None:
        """Set the result at the seats."""
        for number, rank in enumerate(ranks):
            Seat.objects.filter(match=match, number=number).update(rank=rank)

    def rule(self, match: Match, *ends: tuple[int, list[int] | None]) -> Intervention:
        """Let ends of a match count otherwise, or no longer."""
        self.numbers += 1
        players = Seat.objects.filter(match=match).order_by("number")
        changes = []
        for turn, ranks in ends:
            after = None
            if ranks is not None:
                self.set_ranks(match, ranks)
                after = {
                    str(seat.player_id): rank for seat, rank in zip(players, ranks, strict=True)
                }
            changes.append({"turn": turn, "before": None, "after": after})
        record_intervention(match, self.numbers, {"rating": changes}, at=self.noon)
        return Intervention.objects.get(number=self.numbers)


def folded_from_the_start() -> dict[int, tuple[int, int]]:
    """Return every figure as all results give it, the first to the last, as they count today."""
    results: dict[Key, Any] = {}
    for line in RatingEntry.objects.filter(intervention=None).order_by("pk"):
        results.setdefault((line.match_id, line.turn), {})[line.player_id] = line.rank
    for row in Intervention.objects.order_by("number"):
        for change in row.effects["rating"]:
            key, after = (row.match_id, change["turn"]), change["after"]
            players = RatingEntry.objects.filter(
                match=row.match_id, turn=change["turn"], intervention=None
            ).values_list("player", flat=True)
            results[key] = after and {player: after[str(player)] for player in players}
    found: dict[int, tuple[int, int]] = {}
    for result in results.values():
        if result:
            before = [found.get(player, ratings.SeatRating()) for player in result]
            deltas = ratings.compute_changes(
                [ratings.SeatRating(*each) for each in before], [*result.values()]
            )
            for player, (value, games), delta in zip(result, before, deltas, strict=True):
                found[player] = (value + delta, games + 1)
    return found


def figures() -> dict[int, tuple[int, int]]:
    """Return every figure that stands."""
    return {row.player_id: (row.value, row.games) for row in Rating.objects.filter(games__gt=0)}


@pytest.fixture
def league(person: Any, noon: Any) -> League:
    """Return seven players who have not met yet."""
    return League([person(f"P{number}") for number in range(7)], noon)


@pytest.mark.parametrize(
    ("chunk", "few"), sampled([(4, 3), (3, 0), (2_000, 500), (3, 500), (1, 2)], 1)
)
def test_any_corrections_give_what_a_fold_from_the_start_gives(
    league: League, chunk: int, few: int, monkeypatch: Any
) -> None:
    monkeypatch.setattr(ends, "CHUNK_SIZE", chunk)
    monkeypatch.setattr(ends, "MAX_PLAYERS_IN_QUERY", few)
    chance = random.Random(chunk * 1000 + few)
    for _step in range(60 if at_length() else 14):
        act = chance.random()
        if act < 0.6 or not league.ends:
            players = chance.sample(league.players, 5)
            number = chance.choice((2, 2, 3))
            tables = [players[:number], players[number : number + 2]]
            league.rate(
                *[
                    (league.match(each), [chance.randint(1, 2) for _ in each])
                    for each in tables[: chance.choice((1, 2))]
                ],
                order=chance,
            )
            continue
        match = Match.objects.get(pk=chance.choice(league.ends)[0])
        seats = Seat.objects.filter(match=match).count()
        ranks = [chance.randint(1, 2) for _ in range(seats)]
        if act < 0.85 or match.turn > 3:
            league.rule(match, (match.turn, chance.choice((ranks, None))))
        else:  # reopened, played on, rated again; sometimes all that is taken back
            turn = match.turn
            league.rule(match, (turn, None))
            match.turn += 1
            match.save(update_fields=["turn"])
            league.rate((match, ranks))
            if chance.random() < 0.5:
                league.rule(match, (turn + 1, None), (turn, ranks))
                Match.objects.filter(pk=match.pk).update(turn=turn + 8)
        assert figures() == folded_from_the_start()
    assert figures() == folded_from_the_start()
    assert [each for each in replay_ratings() if not each.what.startswith("rank")] == []


def test_only_those_who_met_the_players_of_the_corrected_match_are_written(league: League) -> None:
    one, other, third, fourth, *far = league.players
    first = league.match([one, other])
    league.rate((first, [1, 2]))
    for pair in ([third, fourth], [other, third], far[:2], far[1:]):
        league.rate((league.match(pair), [1, 2]))
    made = league.rule(first, (1, [2, 1]))
    assert {line.player for line in made.entries.all()} == {one, other, third}
    assert replay_ratings() == []


@pytest.mark.long
def test_a_correction_takes_as_many_queries_for_20_later_matches_as_for_200(
    league: League,
) -> None:
    first = league.match(league.players[:2])
    league.rate((first, [1, 2]))
    counts = []
    for later, ranks in ((20, [2, 1]), (180, [1, 2])):
        for number in range(later):
            other = (number + 1 + number // 7 % 3) % 7
            league.rate((league.match([league.players[number % 7], league.players[other]]), [1, 2]))
        with CaptureQueriesContext(connection) as queries:
            made = league.rule(first, (1, ranks))
        counts.append(len(queries))
        assert made.entries.count() == 7
    assert counts[0] == counts[1] < 25
    assert replay_ratings() == []


@pytest.mark.parametrize("column", ["value", "games"])
def test_a_figure_that_is_not_what_its_lines_say_is_found(league: League, column: str) -> None:
    match = league.match(league.players[:2])
    league.rate((match, [1, 2]))
    Rating.objects.filter(player=league.players[0]).update(**{column: 7})
    assert [(each.player_id, each.what) for each in replay_ratings()] == [
        (league.players[0].pk, column)
    ]
    assert replay_ratings(["dice"]) == []


def test_a_line_missing_from_a_correction_is_found(league: League) -> None:
    one, other = league.players[:2]
    match = league.match([one, other])
    league.rate((match, [1, 2]))
    league.rule(match, (1, [2, 1]))
    lost = RatingEntry.objects.filter(player=other).exclude(intervention=None)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_ratingentry WHERE id = %s", [lost.get().pk])
    assert [(each.player_id, each.what) for each in replay_ratings()] == [(other.pk, "entry")]


def test_progress_is_told_as_lines_are_folded(league: League, monkeypatch: Any) -> None:
    monkeypatch.setattr("games.services.ratings.rating_replay.STEP", 4)
    for _number in range(6):
        league.rate((league.match(league.players[:2]), [1, 2]))
    told: list[int] = []
    assert replay_ratings(progress=told.append) == []
    assert told == [4, 8, 12]


def played_at_length(league: League, chance: random.Random) -> None:
    """Let many meet, their lines mixed, and rulings change the first result again and again."""
    early: list[Match] = []
    for number in range(16):
        table = chance.sample(league.players, 4)
        ended = [(league.match(pair), [1, 2]) for pair in (table[:2], table[2:])]
        league.rate(*ended, order=chance)
        early += [match for match, _ranks in ended]
        if number % 6 == 4:
            league.rule(early[0], (1, [2, 1] if number == 4 else [1, 2]))


@pytest.mark.long
@pytest.mark.parametrize("around", [1_000, 4])
def test_a_ledger_cut_at_any_line_agrees_in_its_parts(
    league: League, monkeypatch: Any, around: int
) -> None:
    monkeypatch.setattr(ends, "MAX_LINE_DISTANCE", around)
    played_at_length(league, random.Random(5))
    numbers = list(RatingEntry.objects.order_by("pk").values_list("pk", flat=True))
    assert RatingEntry.objects.exclude(intervention=None).count() > 12
    for cut in numbers[1::11]:
        assert replay_ratings(last=cut - 1) == []
        assert replay_ratings(first=cut) == []
    third = len(numbers) // 3
    assert replay_ratings(first=numbers[third], last=numbers[2 * third]) == []


def test_a_wrong_line_is_found_in_its_part_alone(league: League, capsys: Any) -> None:
    played_at_length(league, random.Random(6))
    wrong = RatingEntry.objects.filter(intervention=None).order_by("pk")[20]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_ratingentry SET before = before + 3, after = after + 3 WHERE id = %s",
            [wrong.pk],
        )
    assert replay_ratings(last=wrong.pk - 4) == []
    found = replay_ratings(first=wrong.pk - 3, last=wrong.pk)
    assert (wrong.player_id, "entry") in {(each.player_id, each.what) for each in found}
    call_command("ratings", "--check", "--to", str(wrong.pk - 4))
    assert "rating entries refolded: all agree" in capsys.readouterr().out
    with pytest.raises(CommandError, match="differences"):
        call_command("ratings", "--check", "--from", str(wrong.pk - 3))
    with pytest.raises(CommandError, match="belong to --check"):
        call_command("ratings", "--to", "7")
