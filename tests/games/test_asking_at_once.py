"""Asking a bot that always answers: clicks at once begin one match, and none too many."""

from __future__ import annotations

from functools import partial

import pytest

from games import clocks
from games.models import Challenge, Match
from games.services.bots import asking
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from tests.threads import at_once
from tests.web.lobby_helpers import bot

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def ask(player, greta, noon):
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["day"], rated=False)
    return asking.challenge_with_bots(
        player, terms, Offer(opponent=greta.player), seed="5eed" * 16, now=noon
    )


def test_clicks_at_once_begin_one_match(alice, noon):
    greta = bot()
    begun = at_once([partial(ask, alice, greta, noon) for _ in range(4)])
    assert {each.match_id for each in begun} == set(Match.objects.values_list("pk", flat=True))
    assert Match.objects.count() == Challenge.objects.count() == 1


def test_a_bot_takes_no_match_too_many_by_people_who_ask_at_once(alice, bob, carol, noon):
    greta = bot(max_matches=1)
    asked = at_once([partial(ask, each, greta, noon) for each in (alice, bob, carol)])
    assert sorted(each.state for each in asked) == ["accepted", "open", "open"]
    assert Match.objects.count() == 1
