"""Rulings about matches of a bracket: who no longer belongs in a later round plays no more."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from docs import verify_lots
from games.models import Match
from games.services.errors import Refused
from games.services.match.loaded import lock_match
from games.services.play import flags, results
from notifications.models import Message
from tests.emails import render
from tests.sampling import at_length
from tournaments import event_queries
from tournaments.models import Division, Entrant, Fixture, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services import cases, claims, rulings
from tournaments.referees.services.case_words import ruling_sentence
from tournaments.referees.services.previews import current_facts
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.services.rulings_check import check_rulings
from tournaments.referees.web.preview.view import PreviewView
from tournaments.services.emails import pairings
from tournaments.services.files import lot_records
from tournaments.services.rounds import tree_boards
from tournaments.services.seasons import running
from tournaments.services.tables.finals import ending_of, final_sentences
from tournaments.services.tables.places import final_places

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
WORDS: Any = {"paragraph": "R-4", "reason": "So it is."}


@pytest.fixture
def now(noon):
    return noon + 2 * DAY


def advance(now) -> None:
    """Let the workers take all steps that are due."""
    Tournament.objects.filter(status="running").update(due_at=now)
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)


def fixture_at(number: int, board: int = 1, stage: str = "main") -> Fixture:
    return Fixture.objects.get(
        round__number=number, board=board, round__division__stage=stage, set_aside_at=None
    )


def names_at(number: int, board: int = 1, stage: str = "main") -> set[str]:
    """Return who sits at a board, by the last letter of their names."""
    seats = fixture_at(number, board, stage).seats.all()
    return {seat.entrant.player.name[-1] for seat in seats}


def seat_of(fixture: Fixture, name: str) -> int:
    return fixture.seats.get(entrant__player__name__endswith=name).seat


def ranks_for(fixture: Fixture, name: str) -> list[int]:
    """Return the ranks with which somebody has won."""
    return [1, 2] if seat_of(fixture, name) == 0 else [2, 1]


def won_by(name: str, number: int, board: int = 1, *, now, stage: str = "main") -> None:
    """Let somebody win a match of a round."""
    fixture = fixture_at(number, board, stage)
    table = lock_match(fixture.match_id or 0)
    ranks = ranks_for(fixture, name)
    points = [3 - 2 * (rank - 1) for rank in ranks]
    results.finish_match(table, ranks=ranks, points=points, ending="resigned", now=now, rated=False)


def order_for(name: str, number: int, board: int = 1, **more: Any) -> RulingRequest:
    """Return the request that somebody has won a match of a round."""
    fixture = fixture_at(number, board, more.pop("stage", "main"))
    one, two = ranks_for(fixture, name)
    params = {"rank_0": one, "rank_1": two}
    return RulingRequest("adjudicate", params=params, match_id=fixture.match_id, **WORDS, **more)


def signed(order: RulingRequest, referee, now) -> list[Ruling]:
    """Sign what was previewed, and see that the chain and the ledgers hold."""
    made = rulings.preview_and_sign(order, referee, now=now)
    assert list(check_rulings()) == []
    return made


def taken_back(ruling: Ruling, referee, now) -> list[Ruling]:
    order = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **WORDS)
    return signed(order, referee, now)


def table_of(cup) -> dict[str, int]:
    """Return the places of the first table by the last letters of names."""
    cup.refresh_from_db()
    names = dict(Entrant.objects.values_list("pk", "player__name"))
    return {names[pk][-1]: place for pk, place in final_places(cup)[0][1]}


@pytest.fixture
def four(hold, people, now):
    """Return a knock-out whose final 1–2 is being played; 1 has beaten 4, 2 has beaten 3."""
    cup = hold(people(4), format="knockout", round_days=10)
    advance(now)
    won_by("1", 1, 1, now=now)
    won_by("2", 1, 2, now=now)
    advance(now)
    return cup


def test_whoever_won_the_semi_final_by_a_ruling_plays_the_final(four, referee, now):
    assert names_at(2) == {"1", "2"}
    old = fixture_at(2)
    order = order_for("4", 1)
    preview = rulings.preview_ruling(order, referee, now=now)
    assert [ruling.act for ruling in preview.rulings] == ["annul", "adjudicate"]
    board = f"tournament.{four.pk}.division-1.round.2.board."
    keys = {name[-1]: pk for name, pk in Entrant.objects.values_list("player__name", "player")}
    said = {each.name: each.after for each in preview.changes if each.name.startswith(board)}
    assert set(said[board + "1"]["players"]) == {keys["4"], keys["2"]}
    assert set(said[board + "2"]["players"]) == {keys["1"], keys["2"]}
    assert said[board + "2"]["state"] == "annulled"
    assert ruling_sentence(preview.rulings[-1]) == (
        "The match is decided: 1. Player04, 2. Player01. Round 2, board 1: now Player02 – Player04."
    )
    view = PreviewView(preview, Match.objects.get(pk=order.match_id or 0), now)
    assert {
        "Round 2, board 1: Player01 – Player02: running → Player02 – Player04: to come.",
        "Round 2, board 2: – → Player01 – Player02: annulled.",
    } <= set(view.sentences)
    told = {(mail.kind, mail.player_id) for mail in preview.emails}
    paired = {("round_paired", keys["2"]), ("round_paired", keys["4"])}
    assert told == paired | {("ruling", keys[name]) for name in "124"}
    assert names_at(2) == {"1", "2"}

    made = signed(order, referee, now)
    assert names_at(2) == {"2", "4"}
    old.refresh_from_db()
    assert (old.set_aside_at, old.kind) == (now, "annulled")
    assert Match.objects.get(pk=old.match_id or 0).status == "annulled"
    advance(now)
    assert Match.objects.running().count() == 1
    won_by("2", 2, now=now)
    advance(now)
    assert table_of(four) == {"2": 1, "4": 2, "1": 3, "3": 3}
    assert made[-1].effects["rulings"] == [made[0].number]


@pytest.mark.long
def test_a_worker_killed_on_the_way_leaves_nothing_and_nothing_is_done_twice(
    four, referee, now, monkeypatch
):
    order, before = order_for("4", 1), current_facts(None, [], now, four)
    preview = rulings.preview_ruling(order, referee, now=now)

    def killed(*_args: Any, **_more: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(pairings, "notify_seated", killed)
        with pytest.raises(KeyboardInterrupt):
            rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    assert current_facts(None, [], now, four) == before
    assert Ruling.objects.count() == 0
    for _time in range(2):
        made = rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    assert [ruling.act for ruling in made] == ["annul", "adjudicate"]
    assert Ruling.objects.count() == 2
    division = Division.objects.get()
    assert not tree_boards.seat_qualified(four, division, now)
    assert Fixture.objects.count() == 4
    assert list(check_rulings()) == []


def test_nobody_waits_at_a_board_that_is_set_aside(four, referee, office, person, now):
    old, semi = fixture_at(2), fixture_at(1)
    order = order_for("4", 1)
    case = signed(order, referee, now)[-1].case
    player = old.seats.get(entrant__player__name="Player01").entrant.player
    later = now + 30 * DAY
    for act in ("adjudicate", "reopen"):
        params = {"rank_0": 1, "rank_1": 2, "ply": 0}
        again = RulingRequest(act, params=params, match_id=old.match_id, **WORDS)
        with pytest.raises(Refused, match="board_set_aside"):
            rulings.preview_ruling(again, referee, now=now)
    written = Message.objects.count()
    flags.settle_flags(now=later)
    flags.send_reminders(now=later)
    claims.process_due_claims(now=later)
    old.refresh_from_db()
    assert (old.claims_until, old.kind, Message.objects.count()) == (None, "annulled", written)
    with pytest.raises(Refused, match="match_over"):
        claims.claim(old.pk, player, wanted="win", text="", now=now)

    cases.appeal(case.pk, player, "I had won.", now=now + 3 * DAY)
    ends = old.ends_at
    other = office(person("Ravi"))
    words = {"case_id": case.pk, "params": {"seat": seat_of(semi, "4")}, **WORDS}
    made = signed(RulingRequest("forfeit", **words), other, now + 4 * DAY)
    assert [ruling.act for ruling in made] == ["undo", "undo", "forfeit"]
    old.refresh_from_db()
    assert fixture_at(2).pk == old.pk
    assert old.match.is_running
    assert old.ends_at == ends + 4 * DAY
    assert ruling_sentence(made[-1]).endswith("Round 2, board 1: now Player01 – Player02.")
    advance(now + 4 * DAY)
    assert list(Match.objects.running()) == [old.match]
    mail = Message.objects.get(kind="appeal_result", player=player)
    assert "now Player01 – Player02" in " ".join(render(mail, now).body.split())


@pytest.mark.long
def test_a_final_of_a_game_of_chance_is_played_from_its_start_when_it_counts_again(
    hold, people, referee, now
):
    hold(people(4), format="knockout", round_days=10, ruleset="traffic_lights.simple.bag")
    advance(now)
    won_by("1", 1, 1, now=now)
    won_by("2", 1, 2, now=now)
    advance(now)
    old = fixture_at(2)
    made = signed(order_for("4", 1), referee, now)
    taken_back(made[-1], referee, now)
    advance(now)
    assert names_at(2) == {"1", "2"}
    assert fixture_at(2).match_id != old.match_id
    assert Match.objects.get(pk=old.match_id or 0).status == "annulled"
    assert Match.objects.running().count() == 1


@pytest.mark.long
def test_the_random_draws_of_a_tree_can_be_verified_after_a_ruling(hold, people, referee, now):
    cup = hold(people(4), format="knockout", round_days=10, through="lots")
    advance(now)
    won_by("2", 1, 2, now=now)
    semi = fixture_at(1)
    won_by("4", 1, now=now)
    advance(now)
    level = {"rank_0": 1, "rank_1": 1}
    signed(RulingRequest("adjudicate", params=level, match_id=semi.match_id, **WORDS), referee, now)
    (through,) = names_at(2) - {"2"}
    advance(now)
    final = {"rank_0": 1, "rank_1": 1}
    order = RulingRequest("adjudicate", params=final, match_id=fixture_at(2).match_id, **WORDS)
    signed(order, referee, now)
    advance(now)
    cup.refresh_from_db()
    found = lot_records.get_draw_records(cup)
    assert [(each.lots, each.agrees) for each in found] == [
        (((1001, 2),), True),
        (((2001, 2),), True),
    ]
    assert f"Player0{through} advances" in found[0].words
    assert verify_lots.verify(lot_records.record_of(cup)) == 2


def test_what_has_not_begun_is_paired_again_as_it_stands(four, referee, now):
    Fixture.objects.filter(round__number=2).update(match=None)
    made = signed(order_for("4", 1), referee, now)
    assert [ruling.act for ruling in made] == ["adjudicate"]
    assert Fixture.objects.count() == 3
    assert names_at(2) == {"2", "4"}


@pytest.mark.long
def test_an_appeal_that_reverses_the_ruling_lets_the_first_final_go_on(
    four, referee, person, now, client_for
):
    old = fixture_at(2)
    before = current_facts(None, [], now, four)
    made = signed(order_for("4", 1), referee, now)
    advance(now)
    new = fixture_at(2)
    won_by("4", 2, now=now)
    assert new.match_id != old.match_id
    taken_back(made[-1], referee, now)
    assert fixture_at(2).pk == old.pk
    assert Match.objects.get(pk=old.match_id or 0).is_running
    assert Match.objects.get(pk=new.match_id or 0).status == "annulled"
    after = current_facts(None, [], now, four)
    assert {name: after[name] for name in before} == before
    advance(now)
    won_by("1", 2, now=now)
    advance(now)
    assert table_of(four) == {"1": 1, "2": 2, "3": 3, "4": 3}
    for path in ("", "tournament.trf", "tournament.json"):
        assert client_for(None).get(f"/tournaments/{four.pk}/{path}").status_code == 200


@pytest.mark.long
def test_a_contrary_ruling_lets_the_first_final_go_on_and_can_be_taken_back(four, referee, now):
    old = fixture_at(2)
    signed(order_for("4", 1), referee, now)
    other = fixture_at(2)
    assert other.pk != old.pk
    later = now + DAY
    advance(later)
    other.refresh_from_db()
    made = signed(order_for("1", 1), referee, later)
    assert [ruling.act for ruling in made] == ["undo", "annul", "adjudicate"]
    assert [ruling.match_id for ruling in made[:2]] == [old.match_id, other.match_id]
    assert ruling_sentence(made[-1]) == (
        "The match is decided: 1. Player01, 2. Player04. Round 2, board 1: now Player01 – Player02."
    )
    assert (fixture_at(2).pk, names_at(2)) == (old.pk, {"1", "2"})
    assert set(Match.objects.running()) == {old.match}

    signed_back = taken_back(made[-1], referee, later)
    assert [ruling.act for ruling in signed_back] == ["undo", "annul", "undo"]
    assert (fixture_at(2).pk, names_at(2)) == (other.pk, {"2", "4"})
    assert set(Match.objects.running()) == {other.match}
    taken_back(Ruling.objects.get(number=2), referee, later)
    assert set(Match.objects.running()) == {old.match}
    won_by("1", 2, now=later)
    advance(later)
    assert table_of(four) == {"1": 1, "2": 2, "3": 3, "4": 3}


@pytest.mark.long
def test_a_final_that_a_referee_annulled_for_itself_does_not_go_on(four, referee, now):
    old = fixture_at(2)
    signed(RulingRequest("annul", match_id=old.match_id, **WORDS), referee, now)
    signed(order_for("4", 1), referee, now)
    made = signed(order_for("1", 1), referee, now)
    assert "undo" not in [ruling.act for ruling in made]
    assert names_at(2) == {"1", "2"}
    assert fixture_at(2).match_id != old.match_id


def test_a_final_waits_for_a_semi_final_that_is_reopened(four, referee, now):
    semi = fixture_at(1)
    order = RulingRequest("reopen", params={"ply": 0}, match_id=semi.match_id, **WORDS)
    made = signed(order, referee, now)
    assert [ruling.act for ruling in made] == ["annul", "reopen"]
    assert ruling_sentence(made[-1]) == (
        "The match starts again from the beginning; all plies are taken back. Later rounds are "
        "paired again once it is known who plays in them."
    )
    assert not Fixture.objects.filter(round__number=2, set_aside_at=None).exists()
    advance(now)
    four.refresh_from_db()
    assert four.is_running
    assert set(table_of(four).values()) == {1, 3}
    won_by("4", 1, now=now)
    advance(now)
    assert names_at(2) == {"2", "4"}
    assert Match.objects.running().count() == 1
    taken_back(made[-1], referee, now)
    assert names_at(2) == {"1", "2"}
    assert Match.objects.running().count() == 1


@pytest.mark.long
def test_a_table_names_nobody_ahead_for_a_final_they_have_not_played(four, referee, now):
    won_by("1", 2, now=now)
    advance(now)
    assert table_of(four) == {"1": 1, "2": 2, "3": 3, "4": 3}
    order = order_for("4", 1)
    preview = rulings.preview_ruling(order, referee, now=now)
    line = f"tournament.{four.pk}.division-1.standing.player."
    moved = {each.after["place"] for each in preview.changes if each.name.startswith(line)}
    assert moved == {2, 3}
    assert ruling_sentence(preview.rulings[-1]) == (
        "The match is decided: 1. Player04, 2. Player01. The tournament is over: later rounds "
        "are not replayed, only places change."
    )
    made = signed(order, referee, now)
    assert table_of(four) == {"2": 2, "4": 2, "1": 3, "3": 3}
    assert not Entrant.objects.filter(final_place=1).exists()
    assert event_queries.winners(four) == []
    entrant = Entrant.objects.get(player__name__endswith="4")
    assert final_sentences(ending_of(four), entrant) == [
        "First place stays vacant.",
        "You finished in place 2 of 4.",
    ]
    assert fixture_at(2).kind == "played"
    (back,) = taken_back(made[-1], referee, now)
    assert "bracket" not in back.effects
    assert table_of(four) == {"1": 1, "2": 2, "3": 3, "4": 3}


def test_whoever_lost_the_final_to_somebody_who_should_not_have_been_there_is_second(
    hold, people, referee, now
):
    cup = hold(people(5), format="knockout", round_days=10)
    advance(now)
    won_by("4", 1, 2, now=now)
    advance(now)
    won_by("4", 2, 1, now=now)
    won_by("2", 2, 2, now=now)
    advance(now)
    won_by("4", 3, now=now)
    advance(now)
    assert table_of(cup) == {"4": 1, "2": 2, "1": 3, "3": 3, "5": 5}
    signed(order_for("5", 1, 2), referee, now)
    assert table_of(cup) == {"2": 2, "1": 3, "3": 3, "5": 3, "4": 5}  # nobody is first
    assert event_queries.winners(cup) == []


def test_nobody_goes_on_because_of_a_match_that_was_annulled(hold, people, referee, now):
    cup = hold(people(5), format="knockout", round_days=10)
    advance(now)
    won_by("4", 1, 2, now=now)
    advance(now)
    won_by("4", 2, 1, now=now)
    won_by("2", 2, 2, now=now)
    advance(now)
    signed(RulingRequest("close_event", tournament_id=cup.pk, **WORDS), referee, now)
    signed(order_for("5", 1, 2), referee, now)
    assert table_of(cup) == {"2": 2, "1": 3, "3": 3, "5": 3, "4": 5}


@pytest.mark.parametrize("last", [1, 2])
def test_whoever_beat_somebody_who_should_not_have_been_there_goes_on(
    last, hold, people, referee, now
):
    cup = hold(people(5), format="knockout", round_days=10)
    advance(now)
    won_by("4", 1, 2, now=now)
    advance(now)
    won_by("4", 2, 1, now=now)
    won_by("2", 2, 2, now=now)
    advance(now)
    won_by("2", 3, now=now)
    advance(now)
    if last == 1:  # the first round is decided otherwise, so the final was against the wrong one
        signed(order_for("5", 1, 2), referee, now)
        assert table_of(cup) == {"2": 1, "1": 2, "3": 2, "5": 2, "4": 5}
    else:  # the semi-final is
        signed(order_for("1", 2, 1), referee, now)
        assert table_of(cup) == {"2": 1, "1": 2, "3": 3, "4": 3, "5": 5}
    assert [name[-1] for name in event_queries.winners(cup)] == ["2"]


def test_everything_above_is_played_again_two_rounds_up(hold, people, referee, now):
    cup = hold(people(5), format="knockout", round_days=10)
    advance(now)
    won_by("4", 1, 2, now=now)
    advance(now)
    won_by("4", 2, 1, now=now)
    won_by("2", 2, 2, now=now)
    advance(now)
    assert names_at(3) == {"2", "4"}
    before, final = current_facts(None, [], now, cup), fixture_at(3)
    made = signed(order_for("5", 1, 2), referee, now)
    assert [ruling.act for ruling in made] == ["annul", "annul", "adjudicate"]
    assert names_at(2) == {"1", "5"}
    if at_length():
        taken_back(made[-1], referee, now)
        after = current_facts(None, [], now, cup)
        assert {name: after[name] for name in before} == before
        assert fixture_at(3).match_id == final.match_id
        signed(order_for("5", 1, 2), referee, now)
    advance(now)
    assert not Fixture.objects.filter(round__number=3, set_aside_at=None).exists()
    won_by("5", 2, now=now)
    advance(now)
    assert names_at(3) == {"2", "5"}
    won_by("5", 3, now=now)
    advance(now)
    assert table_of(cup) == {"5": 1, "2": 2, "1": 3, "3": 3, "4": 5}


@pytest.fixture
def groups(hold, people, now):
    """Return groups whose winners play for the title, and the order that another one has won."""
    cup = hold(people(6), format="groups", division_size=3, qualifiers=1, at_once=True)
    advance(now)
    for fixture in Fixture.objects.filter(match__isnull=False):
        name = fixture.seats.order_by("entrant__number")[0].entrant.player.name[-1]
        table = lock_match(fixture.match_id or 0)
        ranks = ranks_for(fixture, name)
        results.finish_match(
            table, ranks=ranks, points=ranks[::-1], ending="resigned", now=now, rated=False
        )
    advance(now)
    group = Division.objects.filter(stage="main").order_by("number")[0]
    first, second = group.entrants.order_by("number")[:2]
    fixture = Fixture.objects.filter(round__division=group, seats__entrant=first).get(
        seats__entrant=second
    )
    one, two = ranks_for(fixture, second.player.name[-1])
    order = RulingRequest(
        "adjudicate",
        params={"rank_0": one, "rank_1": two},
        match_id=fixture.match_id,
        **WORDS,
    )
    return cup, order, first.player.name[-1], second.player.name[-1]


@pytest.mark.long
def test_a_play_off_follows_its_groups(groups, referee, now):
    _cup, order, first, second = groups
    before = names_at(1, stage="playoff")
    made = signed(order, referee, now)
    assert [ruling.act for ruling in made] == ["annul", "adjudicate"]
    assert names_at(1, stage="playoff") == before - {first} | {second}
    taken_back(made[-1], referee, now)
    assert names_at(1, stage="playoff") == before


def test_a_group_goes_on_only_before_its_play_off_has_begun(groups, referee, now):
    cup, order, _first, _second = groups
    before = names_at(1, stage="playoff")
    reopen = RulingRequest("reopen", params={"ply": 0}, match_id=order.match_id, **WORDS)
    with pytest.raises(Refused, match="playoff_begun"):
        rulings.preview_ruling(reopen, referee, now=now)
    assert table_of(cup).keys() == before

    Tournament.objects.update(status="finished", finished_at=now)
    late = rulings.preview_ruling(order, referee, now=now).rulings
    assert [ruling.act for ruling in late] == ["adjudicate"]
    assert ruling_sentence(late[-1]).endswith("later rounds are not replayed, only places change.")
    Tournament.objects.update(status="running", finished_at=None)
    tree = Division.objects.get(stage="playoff")
    tree.rounds.all().delete()
    made = signed(reopen, referee, now)
    assert not Division.objects.filter(stage="playoff").exists()
    taken_back(made[-1], referee, now)
    advance(now)
    assert names_at(1, stage="playoff") == before


def play_in_circles(now) -> dict[int, list[Entrant]]:
    """Let the first of a group beat the second 5–0, they the third and they the first by 3–0."""
    groups = {}
    for group in Division.objects.filter(stage="main"):
        groups[group.number] = first, second, third = list(group.entrants.order_by("number"))
        for winner, loser, points in ((first, second, 5), (second, third, 3), (third, first, 3)):
            match = Match.objects.filter(fixture__seats__entrant=winner)
            table = lock_match(match.get(fixture__seats__entrant=loser).pk)
            won = [seat.player_id == winner.player_id for seat in table.seats]
            results.finish_match(
                table,
                ranks=[1 if each else 2 for each in won],
                points=[points if each else 0 for each in won],
                ending="lines",
                now=now,
                rated=False,
            )
    return groups


def test_a_play_off_follows_the_points_over_legs_of_its_groups(hold, people, referee, now):
    plan = {"format": "groups", "division_size": 3, "qualifiers": 1, "at_once": True}
    cup = hold(people(6), **plan, tie_breaks=("leg_difference",), ruleset="traffic_lights.4x3")
    advance(now)
    groups = play_in_circles(now)
    advance(now)
    winners = {group[0].player.name[-1] for group in groups.values()}
    assert names_at(1, stage="playoff") == winners
    first, second, _third = groups[1]
    fixture = Fixture.objects.filter(seats__entrant=first).get(seats__entrant=second)
    ahead = fixture.seats.get(entrant=first).seat
    params = {f"rank_{ahead}": 1, f"rank_{1 - ahead}": 2}
    (as_played, order) = (
        RulingRequest(
            "adjudicate",
            params={**params, f"points_{ahead}": points, f"points_{1 - ahead}": 0},
            match_id=fixture.match_id,
            **WORDS,
        )
        for points in (5, 1)
    )
    if at_length():
        assert [ruling.act for ruling in signed(as_played, referee, now)] == ["adjudicate"]
        assert names_at(1, stage="playoff") == winners
    preview = rulings.preview_ruling(order, referee, now=now)
    assert [ruling.act for ruling in preview.rulings] == ["annul", "adjudicate"]
    board = f"tournament.{cup.pk}.playoff.round.1.board.1"
    (said,) = [each.after for each in preview.changes if each.name == board]
    assert second.player_id in said["players"]
    made = rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    assert list(check_rulings()) == []
    others = winners - {first.player.name[-1]}
    assert names_at(1, stage="playoff") == others | {second.player.name[-1]}
    taken_back(made[-1], referee, now)
    assert names_at(1, stage="playoff") == winners


@pytest.mark.long
def test_both_trees_of_a_double_elimination_follow(hold, people, referee, now):
    cup = hold(people(4), format="double_elim", round_days=10)
    advance(now)
    won_by("1", 1, 1, now=now)
    won_by("2", 1, 2, now=now)
    advance(now)
    assert (names_at(2), names_at(2, 2)) == ({"1", "2"}, {"3", "4"})
    Fixture.objects.filter(round__number=2).update(match=None)
    places = [fixture_at(2, board).seats.get(seat=0).pk for board in (1, 2)]
    params = {"place": places[0], "other": places[1]}
    change = RulingRequest("change_pairing", params=params, tournament_id=cup.pk, **WORDS)
    with pytest.raises(Refused, match="not_in_this_format"):
        rulings.preview_ruling(change, referee, now=now)
    advance(now)
    made = signed(order_for("4", 1), referee, now)
    assert [ruling.act for ruling in made] == ["annul", "annul", "adjudicate"]
    assert (names_at(2), names_at(2, 2)) == ({"2", "4"}, {"1", "3"})
    advance(now)
    for number, board, winner in ((2, 1, "4"), (2, 2, "1"), (3, 1, "1"), (4, 1, "4")):
        won_by(winner, number, board, now=now)
        advance(now)
    assert table_of(cup) == {"4": 1, "1": 2, "2": 3, "3": 4}
    signed(order_for("1", 1), referee, now)
    assert table_of(cup) == {"4": 1, "1": 1, "2": 3, "3": 4}
