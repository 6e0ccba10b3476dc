"""A match reopened at a ply, a player replaced: what follows, what is refused, what undoes it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games import queries
from games.models import Match, Order, Ply, Rating, Seat
from games.services.audit import replay_match
from games.services.emails import contexts
from games.services.errors import Refused
from games.services.match.loaded import load_match
from games.services.play import matches
from games.services.solo.studies import match_pgn
from games.web.match.ledger import ledger_text
from games.web.page.history import moves_by_leg
from notifications.models import Message
from tests.sampling import sampled
from tournaments.referees.models import Ruling
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.services.rulings_check import check_rulings

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def request(act: str, match=None, **more) -> RulingRequest:
    """Return a request with a paragraph and a reason."""
    given = {"paragraph": "C-3", "reason": "It follows from the rules."} | more
    return RulingRequest(act, match_id=match.pk if match else None, **given)


def undo_of(ruling) -> RulingRequest:
    """Return the request to reverse a ruling."""
    return request("undo", case_id=ruling.case_id, undoes=ruling.number)


def standing(match) -> tuple:
    """Return everything about a match that an undoing must restore."""
    match.refresh_from_db()
    seats = match.seats.order_by("number").values_list(
        "player", "budget", "rank", "points", "moved"
    )
    figures = sorted(Rating.objects.filter(games__gt=0).values_list("player", "value", "games"))
    return match.status, match.ending, match.finished_at, match.state, list(seats), figures


def seat_of(match, number: int) -> Seat:
    """Return a seat as it is now."""
    return Seat.objects.select_related("player").get(match=match, number=number)


def test_a_finished_match_goes_on_from_a_ply_and_back_again(alice, bob, start, play, referee, noon):
    match = start(alice, bob, ruleset="chess", preset="week_bank")
    play(match, "e2e4,e7e5,g1f3,b8c6", noon + HOUR)
    play(match, "f1b5,a7a6", noon + 2 * DAY)
    matches.resign_match(match.pk, alice, now=noon + 3 * DAY)
    before = standing(match)
    assert before[1] == "resigned"
    (ruling,) = rulings.preview_and_sign(
        request("reopen", match, params={"ply": 4}), referee, now=noon + 4 * DAY
    )
    match.refresh_from_db()
    assert (match.status, match.ply_count, Rating.objects.filter(games__gt=0).count()) == (
        "running",
        7,
        0,
    )
    white = seat_of(match, 0)
    assert (white.awaited_since, white.rank) == (noon + 4 * DAY, None)
    assert Ply.objects.filter(match=match).count() == 7
    assert Ply.objects.last_move(match) == "b8c6"
    assert list(replay_match(match)) == []
    assert list(check_rulings()) == []
    play(match, "f1c4,f8c5", noon + 5 * DAY)
    position = queries.position_for(alice, match.pk)
    assert position is not None
    assert [ply.text for ply in position.standing()][-3:] == ["b8c6", "f1c4", "f8c5"]
    assert position.states()[-1] == position.state
    rows = moves_by_leg(position, position.states())[0].moves
    assert [row.ply for row in rows if row.taken_back] == [5, 6]
    assert [row.number for row in rows][-2:] == ["3.", "3…"]
    assert rows[6].text == "continues from ply 4"
    assert "7. referee from 4" in ledger_text(position, "x")
    without_clocks = re.sub(r"\s\{.*?\}", "", match_pgn(position, "x"), flags=re.DOTALL)
    assert "3. Bc4 3... Bc5" in " ".join(without_clocks.split())
    told = contexts.recent_news(load_match(match), white)
    assert any("continues from ply 4" in line for line in told) or told
    rulings.preview_and_sign(undo_of(ruling), referee, now=noon + 6 * DAY)
    assert standing(match) == before
    assert list(replay_match(match)) == []
    assert list(check_rulings()) == []


@pytest.mark.long
def test_a_running_match_goes_back_with_the_budgets_of_then(alice, bob, start, play, referee, noon):
    match = start(alice, bob, preset="week_bank")
    play(match, "b2,a1", noon + HOUR)
    then = [seat.budget for seat in match.seats.order_by("number")]
    play(match, "c3,c1", noon + 2 * DAY)
    order = request("reopen", match, params={"ply": 2})
    preview = rulings.preview_ruling(order, referee, now=noon + 3 * DAY)
    assert {"match.ply", "seat.0.deadline"} <= {change.name for change in preview.changes}
    (ruling,) = rulings.preview_and_sign(order, referee, now=noon + 3 * DAY)
    assert [seat.budget for seat in match.seats.order_by("number")] == then
    assert seat_of(match, 0).awaited_since == noon + 3 * DAY
    assert not Order.objects.open().filter(match=match).exists()
    play(match, "b1,a3", noon + 4 * DAY)
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []
    rulings.preview_and_sign(undo_of(ruling), referee, now=noon + 5 * DAY)
    match.refresh_from_db()
    assert queries.position_for(alice, match.pk).standing()[-1].text == "c1"
    assert list(check_rulings()) == []


@pytest.mark.parametrize(
    ("ply", "code"), [(2, "nothing_to_take_back"), (99, "bad_param"), ("x", "bad_param")]
)
def test_what_cannot_be_reopened_is_refused(ply, code, alice, bob, start, play, referee, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon + HOUR)
    with pytest.raises(Refused, match=code):
        rulings.preview_ruling(
            request("reopen", match, params={"ply": ply}), referee, now=noon + DAY
        )


def test_random_draws_are_not_made_again(alice, bob, start, play, referee, noon):
    match = start(alice, bob, ruleset="traffic_lights.simple.bag", rated=False)
    lots = list(Ply.objects.filter(match=match, seat=-1).values_list("number", flat=True))
    order = request("reopen", match, params={"ply": lots[0] - 1})
    with pytest.raises(Refused, match="lots_known"):
        rulings.preview_ruling(order, referee, now=noon + DAY)
    matches.resign_match(match.pk, alice, now=noon + HOUR)
    match.refresh_from_db()
    order = request("reopen", match, params={"ply": match.ply_count})
    with pytest.raises(Refused, match="seed_known"):
        rulings.preview_ruling(order, referee, now=noon + DAY)


def test_a_substitute_takes_the_seat_and_gives_it_back(
    alice, bob, carol, start, play, referee, client_for, noon
):
    match = start(alice, bob)
    play(match, "b2", noon + HOUR)
    order = request("replace", match, params={"seat": 1, "substitute": "carol"})
    preview = rulings.preview_ruling(order, referee, now=noon + DAY)
    assert {(mail.kind, mail.player_id) for mail in preview.emails} >= {
        ("ruling", alice.pk),
        ("ruling", bob.pk),
        ("ruling", carol.pk),
        ("your_turn", carol.pk),
    }
    (ruling,) = rulings.sign_ruling(
        order, referee, at=noon + DAY, digest=preview.digest, now=noon + DAY
    )
    seat = seat_of(match, 1)
    assert (seat.player, seat.original, seat.rated_player_id) == (carol, bob, bob.pk)
    assert (seat.awaited_since, ruling.player) == (noon + DAY, bob)
    assert client_for(bob).get(f"/cases/{ruling.case_id}/").status_code == 200
    play(match, "a1", noon + DAY + HOUR)
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []
    for name in ("Carol", "alice", "Rita", "nobody"):
        again = request("replace", match, params={"seat": 1, "substitute": name})
        with pytest.raises(Refused, match=r"unfit_substitute|no_player_called"):
            rulings.preview_ruling(again, referee, now=noon + 2 * DAY)
    rulings.preview_and_sign(undo_of(ruling), referee, now=noon + 2 * DAY)
    seat = seat_of(match, 1)
    assert (seat.player, seat.original) == (bob, None)
    assert Message.objects.filter(kind="ruling", player=carol).count() == 2
    matches.resign_match(match.pk, alice, now=noon + 3 * DAY)
    assert set(Rating.objects.filter(games=1).values_list("player", flat=True)) == {
        alice.pk,
        bob.pk,
    }
    assert list(check_rulings()) == []


@pytest.mark.parametrize("act", sampled(["warn", "dismiss"], 1))
def test_signing_the_same_preview_twice_makes_one_ruling(
    act, alice, bob, start, referee, office, person, noon
):
    match = start(alice, bob)
    own = request(act, match, player_id=alice.pk if act == "warn" else None)
    preview = rulings.preview_ruling(own, referee, now=noon)
    later = noon + timedelta(minutes=1)
    once = rulings.sign_ruling(own, referee, at=noon, digest=preview.digest, now=later)
    again = rulings.sign_ruling(own, referee, at=noon, digest=preview.digest, now=later)
    assert [each.pk for each in once] == [each.pk for each in again]
    assert Ruling.objects.count() == 1
    assert list(check_rulings()) == []


def test_a_match_reopened_and_played_to_another_end_is_rated_by_that(
    alice, bob, start, play, referee, noon
):
    match = start(alice, bob)
    play(match, "b2,a1", noon + HOUR)
    matches.resign_match(match.pk, alice, now=noon + DAY)
    first = sorted(Rating.objects.values_list("player__name", "value"))
    order = request("reopen", match, params={"ply": 2})
    (ruling,) = rulings.preview_and_sign(order, referee, now=noon + 2 * DAY)
    play(match, "c3", noon + 2 * DAY + HOUR)
    matches.resign_match(match.pk, bob, now=noon + 3 * DAY)
    assert sorted(Rating.objects.values_list("player__name", "value")) == [
        ("Alice", 152000),
        ("Bob", 148000),
    ]
    assert list(check_rulings()) == []
    rulings.preview_and_sign(undo_of(ruling), referee, now=noon + 4 * DAY)
    assert sorted(Rating.objects.values_list("player__name", "value")) == first
    assert list(check_rulings()) == []


@pytest.mark.long
def test_whoever_left_a_table_of_three_sits_there_again(
    alice, bob, carol, start, play, referee, noon
):
    match = start(alice, bob, carol, ruleset="halma", rated=False)
    for hour in range(4):
        match.refresh_from_db()
        table = load_match(match)
        (seat,) = table.rules.awaited(table.state)
        play(match, table.rules.spell(table.rules.moves(table.state, seat)[0]), noon + hour * HOUR)
    gone = seat_of(match, 1)
    matches.resign_match(match.pk, gone.player, now=noon + DAY)
    assert seat_of(match, 1).left_by == "resigned"
    (ruling,) = rulings.preview_and_sign(
        request("reopen", match, params={"ply": 4}), referee, now=noon + 2 * DAY
    )
    assert (seat_of(match, 1).left_by, seat_of(match, 1).awaited) == ("", True)
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []
    rulings.preview_and_sign(undo_of(ruling), referee, now=noon + 3 * DAY)
    assert seat_of(match, 1).left_by == "resigned"
    assert list(check_rulings()) == []


@pytest.mark.long
@pytest.mark.parametrize("act", ["annul", "forfeit"])
def test_the_seats_of_a_match_say_when_it_ended_whatever_is_ruled_and_undone(
    act, alice, bob, start, play, referee, noon
):
    match = start(alice, bob, preset="week_bank")
    play(match, "b2,a1", noon + HOUR)
    params = {"annul": {}, "forfeit": {"seat": 0}}[act]
    (while_running,) = rulings.preview_and_sign(
        request(act, match, params=params), referee, now=noon + 2 * HOUR
    )
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []
    rulings.preview_and_sign(undo_of(while_running), referee, now=noon + 3 * HOUR)
    assert seat_of(match, 0).finished_at is None
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []
    matches.resign_match(match.pk, bob, now=noon + DAY)
    (afterwards,) = rulings.preview_and_sign(
        request(act, match, params=params), referee, now=noon + 2 * DAY
    )
    assert seat_of(match, 1).finished_at == noon + DAY
    rulings.preview_and_sign(undo_of(afterwards), referee, now=noon + 3 * DAY)
    assert {seat.finished_at for seat in match.seats.all()} == {noon + DAY}
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []
