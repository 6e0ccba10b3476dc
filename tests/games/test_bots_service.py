"""Bots at the table: timetables, limits, challenges, answers at once."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games import clocks, queries
from games.models import Bot, Challenge, Match
from games.services.bots import bots
from games.services.bots.recommended import RECOMMENDED_BOTS
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.play.terms import Terms
from games.services.time.timetable import next_run

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ALL = ["traffic_lights.simple", "traffic_lights.4x3"]


@pytest.fixture
def chance():
    rng = random.Random(7)
    return bots.RandomSources(rng, lambda: rng.randbytes(32).hex())


@pytest.fixture
def enlist(db, noon):
    def make(name="Minerva", strategy="two_ply", timetable="* * * * *", **settings):
        settings.setdefault("rulesets", ALL)
        return bots.create_bot(name, strategy, timetable=timetable, now=noon, **settings)

    return make


@pytest.fixture
def terms():
    def make(ruleset="traffic_lights.4x3", *, rated=True):
        return Terms.checked(ruleset, {"legs": 2}, clocks.PRESETS["three_days"], rated=rated)

    return make


@pytest.mark.parametrize(
    ("timetable", "expected"),
    [
        ("*/5 * * * *", datetime(2026, 3, 2, 12, 5, tzinfo=UTC)),
        ("0 8,20 * * *", datetime(2026, 3, 2, 19, 0, tzinfo=UTC)),
        ("*/10 18-22 * * 1-5", datetime(2026, 3, 2, 17, 0, tzinfo=UTC)),
    ],
)
def test_a_timetable_is_read_in_the_bots_own_zone(enlist, noon, timetable, expected):
    bot = enlist(timetable=timetable)
    assert bot.next_run_at == expected


def test_eight_in_the_morning_stays_eight_when_summer_time_begins(enlist):
    bot = enlist(timetable="0 8 * * *")
    saturday = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert next_run("0 8 * * *", bot.player, saturday) == datetime(2026, 3, 29, 6, tzinfo=UTC)


def test_a_wrong_timetable_or_strategy_is_refused_by_name(enlist):
    with pytest.raises(Refused, match="bad_timetable"):
        enlist(timetable="61 * * * *")
    with pytest.raises(Refused, match="unknown_strategy"):
        enlist(strategy="clever")


def test_a_bot_accepts_a_challenge_and_moves_in_the_same_round(enlist, alice, terms, noon, chance):
    bot = enlist()
    offer = challenges.Offer(opponent=bot.player, starter=Challenge.Starter.OPPONENT)
    challenge = challenges.issue_challenge(alice, terms(), offer, now=noon)
    assert bots.run_due_bots(now=noon, chance=chance) == 1
    challenge.refresh_from_db()
    assert challenge.state == "accepted"
    match = challenge.match
    assert match is not None
    assert match.ply_count == 1
    assert queries.awaiting_count(alice) == 1


def test_a_bot_declines_what_it_does_not_play(enlist, alice, terms, noon, chance):
    bot = enlist(rulesets=["traffic_lights.simple"])
    offer = challenges.Offer(opponent=bot.player)
    challenge = challenges.issue_challenge(alice, terms(), offer, now=noon)
    bots.run_due_bots(now=noon, chance=chance)
    challenge.refresh_from_db()
    assert challenge.state == "declined"


def test_a_bot_keeps_to_its_limit_of_running_matches(enlist, alice, bob, terms, noon, chance):
    bot = enlist(max_matches=1)
    for player in (alice, bob):
        offer = challenges.Offer(opponent=bot.player)
        challenges.issue_challenge(player, terms(), offer, now=noon)
    bots.run_due_bots(now=noon, chance=chance)
    states = list(Challenge.objects.order_by("pk").values_list("state", flat=True))
    assert states == ["accepted", "declined"]


def test_a_bot_keeps_its_open_challenge_and_renews_it_when_taken(enlist, alice, noon, chance):
    bot = enlist(seeks=[{"ruleset": "traffic_lights.4x3"}])
    assert bots.post_missing_seeks(bot, now=noon) == 1
    assert bots.post_missing_seeks(bot, now=noon) == 0
    seek = Challenge.objects.seeks().get()
    challenges.accept_challenge(seek.pk, alice, seed="00" * 32, now=noon)
    assert bots.post_missing_seeks(bot, now=noon) == 1


def test_a_bot_with_a_timetable_waits_for_its_hour(enlist, alice, start, noon, chance):
    bot = enlist(timetable="0 20 * * *")
    match = start(bot.player, alice)
    assert bots.run_due_bots(now=noon + timedelta(minutes=1), chance=chance) == 0
    assert bots.run_due_bots(now=noon + timedelta(hours=8), chance=chance) == 1
    match.refresh_from_db()
    assert match.ply_count == 1


def test_a_bot_that_is_always_there_is_rung_by_the_opponents_move(
    enlist, alice, start, play, noon, chance
):
    bot = enlist()
    Bot.objects.filter(pk=bot.pk).update(next_run_at=noon + timedelta(days=9))
    match = start(alice, bot.player)
    play(match, "b2", noon)
    assert bots.run_due_bots(now=noon, chance=chance) == 1
    match.refresh_from_db()
    assert match.ply_count == 2


def test_a_visitor_plays_at_once(enlist, alice, noon):
    enlist(name="Randolph", strategy="random")
    match = bots.start_match_with_bot(
        alice, ruleset="traffic_lights.simple", strategy="random", seed="01" * 32, now=noon
    )
    assert not match.rated
    with pytest.raises(Refused, match="no_such_bot"):
        bots.start_match_with_bot(
            alice, ruleset="traffic_lights.simple", strategy="greedy", seed="01" * 32, now=noon
        )


def test_a_bot_whose_board_is_poisoned_steps_aside_and_says_why(
    enlist, alice, start, noon, chance, monkeypatch
):
    sick, well = enlist(), enlist(name="Magpie", strategy="greedy")
    start(sick.player, alice)
    healthy = start(well.player, alice)
    Match.objects.filter(seats__player=sick.player).update(state={"broken": True})
    assert bots.run_due_bots(now=noon, chance=chance) == 1
    healthy.refresh_from_db()
    assert healthy.ply_count == 1
    sick.refresh_from_db()
    assert "BadState" in sick.last_error


def test_the_operator_enlists_and_lists_bots_by_command(db, capsys):
    call_command("bots", "add", "Minerva", "two_ply", "--seek", "traffic_lights.4x3")
    call_command("bots", "list")
    said = capsys.readouterr().out
    assert "Minerva plays traffic_lights.intro" in said
    assert "0 of 100" in said
    assert Bot.objects.get().seeks == [{"ruleset": "traffic_lights.4x3"}]


def test_the_operator_enlists_all_recommended_bots_but_those_whose_name_is_taken(db, capsys):
    call_command("bots", "add", "Castor", "random")
    call_command("bots", "add-recommended")
    assert "Castor: left out." in capsys.readouterr().out
    assert Bot.objects.count() == len(RECOMMENDED_BOTS)
    offered = {key for bot in Bot.objects.exclude(strategy="random") for key in bot.rulesets}
    assert {"mill", "chess", "halma", "traffic_lights.4x3"} <= offered


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Minerva", "clever"], "no strategy “clever”"),
        (["Minerva", "greedy", "--timetable", "soon"], "not a timetable"),
        (["Minerva", "greedy", "--zone", "Atlantis"], "not a time zone"),
        (["<b>", "greedy"], "letters, digits"),
        (["Alice", "greedy"], "“Alice” is already taken"),
        (["Minerva", "greedy", "--seek", "checkers"], "no ruleset “checkers”"),
    ],
)
def test_a_bot_that_cannot_be_is_refused_in_one_sentence(alice, words, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("bots", "add", *words)
    assert not Bot.objects.exists()
