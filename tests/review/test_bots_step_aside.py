"""Bots whose rows are spoilt: they step aside and stop neither other bots nor their own matches."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from games import clocks
from games.models import Bot, Challenge, Match, Ply
from games.services.bots import bots
from games.services.challenges import challenges
from games.services.play.terms import Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
KEY = "traffic_lights.4x3"
CHANCE = bots.RandomSources(random.Random(5), lambda: "5eed" * 16)


def enlist(name, noon):
    """Make a bot that always answers."""
    return bots.create_bot(
        name, "random", timetable="* * * * *", rulesets=[KEY], now=noon - timedelta(hours=1)
    )


def test_a_bot_with_a_spoilt_timetable_stops_no_other_bot(alice, start, noon):
    spoilt, sound = enlist("Aaron", noon), enlist("Berta", noon)
    Bot.objects.filter(pk=spoilt.pk).update(timetable="whenever")
    match = start(sound.player, alice)
    assert bots.run_due_bots(now=noon, chance=CHANCE) == 1
    assert Ply.objects.filter(match=match).count() == 1
    spoilt.refresh_from_db()
    assert "bad_timetable" in spoilt.last_error


def test_a_poisoned_match_does_not_stop_a_bots_other_matches(alice, start, noon):
    bot = enlist("Berta", noon)
    poisoned = start(bot.player, alice, now=noon - timedelta(hours=2))
    Match.objects.filter(pk=poisoned.pk).update(ruleset="gone")
    match = start(bot.player, alice)
    bots.run_due_bots(now=noon, chance=CHANCE)
    assert Ply.objects.filter(match=match).count() == 1
    bot.refresh_from_db()
    assert str(poisoned.pk) in bot.last_error


def test_a_poisoned_challenge_does_not_stop_the_expiry_of_others(alice, noon, monkeypatch):
    terms = Terms.checked(KEY, {}, clocks.PRESETS["three_days"], rated=False)
    first = challenges.issue_challenge(alice, terms, challenges.Offer(), now=noon)
    second = challenges.issue_challenge(alice, terms, challenges.Offer(), now=noon)
    close = challenges._close

    def spoilt(challenge, state, now):
        if challenge.pk == first.pk:
            raise RuntimeError("poisoned")
        close(challenge, state, now)

    monkeypatch.setattr(challenges, "_close", spoilt)
    assert challenges.expire_challenges(now=noon + timedelta(days=15)) == 1
    second.refresh_from_db()
    assert second.state == Challenge.State.EXPIRED
