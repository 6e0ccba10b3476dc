"""Nobody bars a referee from a case by starting a match with them."""

from __future__ import annotations

import pytest

from games import clocks
from games.services.challenges.challenges import issue_challenge, join_challenge
from games.services.errors import Refused
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from tournaments.referees.services import assigning
from tournaments.referees.services.permissions import can_rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def accept(now):
    """Return a function by which one player accepts the open challenge of another."""

    def join(challenger, player):
        ruleset = "traffic_lights.4x3"
        terms = Terms.checked(ruleset, {}, clocks.PRESETS["three_days"], rated=False)
        challenge = issue_challenge(challenger, terms, Offer(), now=now)
        return join_challenge(challenge.pk, player, seed="0" * 64, now=now).match

    return join


def test_a_referee_and_a_party_start_no_match(called, referee, alice, bob, carol, accept, now):
    assigning.take_case(called.pk, referee, now=now)
    for party in (alice, bob):
        with pytest.raises(Refused) as refused:
            accept(referee, party)
        assert refused.value.code == "not_accepting"
        assert refused.value.params == {"player": "Rita"}
        with pytest.raises(Refused) as refused:
            accept(party, referee)
        assert refused.value.code == "judging_player"
        assert refused.value.params == {"player": party.name}
    assert can_rule(referee, called, now=now)
    assert accept(referee, carol)


def test_before_a_referee_has_taken_the_case_they_may_play(called, referee, alice, accept):
    assert accept(referee, alice)
