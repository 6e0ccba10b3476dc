"""Games with dice at the table: rolls that fall by themselves, forced moves, e-mails of them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games import clocks
from games.models import Match, Ply, RatingEntry, Seat
from games.rules.base import CHANCE
from games.services.audit import replay_match
from games.services.errors import Refused
from games.services.match.loaded import load_match, lock_match, save_match
from games.services.play import flags, matches
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from games.services.wording import explaining
from notifications.models import Message
from tests.emails import composed

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def play_on(match, now, plies):
    """Play whatever is legal first until there are so many plies."""
    row = Match.objects.get(pk=match.pk)
    while row.is_running and row.ply_count < plies:
        now += HOUR
        table = load_match(row)
        seat = next(each for each in table.seats if each.awaited)
        text = table.rules.spell(table.rules.moves(table.state, seat.number)[0])
        play_turn(row.pk, seat.number, text, seen=row.ply_count, now=now, source="page")
        row = Match.objects.get(pk=match.pk)
    return now


def emails_to(player, kind):
    """List the e-mails of a kind to a player, oldest first."""
    return list(Message.objects.filter(player=player, kind=kind).order_by("pk"))


def test_the_die_falls_by_itself_and_a_choice_is_left_to_the_player(alice, bob, start):
    match = start(alice, bob, ruleset="mensch")
    assert match.options["mode"] == "two_by_two"
    plies = list(Ply.objects.filter(match=match))
    assert plies[0].seat == CHANCE
    assert all(ply.source == "server" for ply in plies)
    table = load_match(match)
    (seat,) = table.rules.awaited(table.state)
    assert len(table.rules.moves(table.state, seat)) > 1


def test_a_move_that_alone_is_possible_is_played_at_once(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    play_on(match, noon, 60)
    plies = list(Ply.objects.filter(match=match, seat__gte=0))
    assert {ply.source for ply in plies} == {"page", "server"}
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []


def test_each_roll_of_the_goose_is_a_players_own_and_a_missed_turn_is_not(alice, bob, start, noon):
    match = start(alice, bob, ruleset="goose", rated=False)
    play_on(match, noon, 400)
    lines = Ply.objects.filter(match=match).values_list("seat", "text", "source")
    assert {source for _seat, text, source in lines if text == "roll"} == {"page"}
    assert {source for seat, text, source in lines if seat < 0 or text == "pass"} == {"server"}
    match.refresh_from_db()
    assert match.ending in ("home", "last_left")
    assert not RatingEntry.objects.exists()


def test_the_goose_is_never_rated(alice, bob, start):
    with pytest.raises(Refused) as refusal:
        start(alice, bob, ruleset="goose")
    assert refusal.value.code == "never_rated"
    assert "never rated" in explaining.explain(refusal.value)


def test_two_cannot_play_with_the_colours_of_four():
    control = clocks.PRESETS["three_days"]
    with pytest.raises(Refused) as refusal:
        Terms.checked("mensch", {"mode": "four"}, control, rated=True, seats=2)
    assert refusal.value.code == "bad_option"


def test_mensch_is_rated_among_the_games_with_dice_at_half_weight(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 60)
    matches.resign_match(match.pk, alice, now=now)
    assert sorted(RatingEntry.objects.values_list("pool", "after")) == [
        ("dice", 149_000),
        ("dice", 151_000),
    ]


def test_saving_a_table_on_which_nothing_changed_writes_nothing(
    alice, bob, start, noon, django_assert_num_queries
):
    match = start(alice, bob, ruleset="mensch")
    play_on(match, noon, 30)
    table = lock_match(match.pk)
    with django_assert_num_queries(0):
        save_match(table)


def test_the_email_tells_every_roll_since_the_reader_chose(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    play_on(match, noon, 80)
    email = composed(emails_to(alice, "your_turn")[-1])
    own = Ply.objects.filter(match=match, seat=0).exclude(source="server")
    ply = email["ply"]
    at = max(own.filter(number__lte=ply).values_list("number", flat=True))
    lots = Ply.objects.filter(match=match, seat=CHANCE, number__gt=at, number__lte=ply)
    told = re.findall(r"^(?:You|Bob) \(\w+\) rolled ([\d, ]+)", "\n".join(email["news"]), re.M)
    assert len(told) == len(email["news"])
    faces = [face for line in told for face in line.split(", ")]
    assert faces == [text.removeprefix("roll ") for text in lots.values_list("text", flat=True)]
    assert email["news"][-1].startswith("You (")
    assert email["side"] == "You play yellow and red."
    assert "“e” brings a pawn in" in email["grammar"]
    assert email["example"]


@pytest.mark.long
def test_a_move_of_dice_costs_few_queries(alice, bob, start, noon, django_assert_max_num_queries):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 300)
    for _move in range(10):
        row = Match.objects.get(pk=match.pk)
        table = load_match(row)
        seat = Seat.objects.get(match=match, awaited_since__isnull=False).number
        text = table.rules.spell(table.rules.moves(table.state, seat)[0])
        now += HOUR
        with django_assert_max_num_queries(15):
            play_turn(row.pk, seat, text, seen=row.ply_count, now=now, source="page")


def sweep_daily(match, now, days):
    """Let one day after the other pass, with nobody at the table."""
    for day in range(days):
        now += timedelta(days=1, minutes=1)
        flags.settle_flags(now=now)
        if not Match.objects.get(pk=match.pk).is_running:
            return day + 1
    return days


def test_in_advent_the_geese_run_by_themselves_one_roll_a_day(alice, bob, start, noon):
    match = start(alice, bob, ruleset="goose", rated=False, preset="advent")
    days = sweep_daily(match, noon, 300)
    match.refresh_from_db()
    rolls = Ply.objects.filter(match=match, text="roll")
    assert match.status == "finished"
    assert match.ending in ("home", "last_left")
    assert rolls.count() == days
    assert set(rolls.values_list("source", flat=True)) == {"clock"}
    assert not Message.objects.filter(kind="absence").exists()
    told = composed(emails_to(alice, "your_turn")[3])["news"]
    assert any("(time was up)" in line for line in told)
    assert list(replay_match(match)) == []


def test_with_the_time_for_dice_the_third_silence_in_a_row_loses(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch", preset="dice")
    now = play_on(match, noon, 60)
    now = noon
    for _day in range(400):
        now += timedelta(days=1)
        row = Match.objects.get(pk=match.pk)
        if not row.is_running:
            break
        table = load_match(row)
        seat = next(each for each in table.seats if each.awaited)
        if seat.player == alice:
            flags.settle_flags(now=now)
            continue
        text = table.rules.spell(table.rules.moves(table.state, seat.number)[0])
        play_turn(row.pk, seat.number, text, seen=row.ply_count, now=now, source="page")
    match.refresh_from_db()
    assert match.ending == "timeout"
    by_clock = Ply.objects.filter(match=match, seat=0, source="clock")
    assert by_clock.count() == 2
    assert Seat.objects.get(match=match, player=bob).rank == 1
