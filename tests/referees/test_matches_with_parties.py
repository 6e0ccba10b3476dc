"""Nobody bars a referee from a case by starting a match with them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games import clocks
from games.services.challenges.challenges import issue_challenge, join_challenge
from games.services.errors import Refused
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from tournaments.referees.services import assigning, cases
from tournaments.referees.services.permissions import can_rule, require_no_case_between

pytestmark = pytest.mark.django_db


@pytest.fixture
def offer():
    """Return a function by which somebody opens a challenge to anybody."""

    def make(challenger, now):
        ruleset = "traffic_lights.4x3"
        terms = Terms.checked(ruleset, {}, clocks.PRESETS["three_days"], rated=False)
        return issue_challenge(challenger, terms, Offer(), now=now)

    return make


@pytest.fixture
def accept(offer, now):
    """Return a function by which one player accepts the open challenge of another."""

    def join(challenger, player):
        challenge = offer(challenger, now)
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


def test_a_referee_and_a_party_do_not_challenge_each_other(called, referee, alice, carol, now):
    assigning.take_case(called.pk, referee, now=now)
    terms = Terms.checked("halma", {}, clocks.PRESETS["three_days"], rated=False)
    for one, other, code in (
        (referee, alice, "judging_player"),
        (alice, referee, "not_accepting"),
    ):
        with pytest.raises(Refused) as refused:
            issue_challenge(one, terms, Offer(opponent=other), now=now)
        assert refused.value.code == code
        assert refused.value.params == {"player": other.name}
    assert issue_challenge(carol, terms, Offer(opponent=referee), now=now)


def test_at_a_table_nobody_learns_who_judges(called, referee, alice, carol, now):
    assigning.take_case(called.pk, referee, now=now)
    terms = Terms.checked("halma", {}, clocks.PRESETS["three_days"], rated=False, seats=3)
    challenge = issue_challenge(carol, terms, Offer(), now=now)
    join_challenge(challenge.pk, referee, seed="0" * 64, now=now)
    with pytest.raises(Refused) as refused:
        join_challenge(challenge.pk, alice, seed="0" * 64, now=now)
    assert refused.value.code == "not_accepting"
    assert refused.value.params == {"player": "Carol"}  # the challenger, as after a block


def test_whoever_has_only_called_a_referee_may_play_them(office, person, bob, accept, now):
    rita, dora, emil = person("Rita"), person("Dora"), person("Emil")
    office(rita)
    case = cases.open_case(dora, kind="conduct", text="Look.", about_id=emil.pk, now=now)
    assigning.take_case(case.pk, rita, now=now)
    assert accept(rita, dora)
    assert can_rule(rita, case, now=now)


def test_the_referee_reads_the_reason_on_page_and_in_the_api(
    called, referee, alice, client_for, offer
):
    now = timezone.now()
    assigning.take_case(called.pk, referee, now=now)
    challenge = offer(alice, now)
    page = client_for(referee).post(f"/challenges/{challenge.pk}/", {"action": "accept"})
    assert page.status_code == 409
    assert "You are deciding a case that concerns" in page.content.decode()
    answer = client_for(referee).post(
        f"/api/v1/challenges/{challenge.pk}/accept/", content_type="application/json"
    )
    assert answer.status_code == 403
    assert answer.json()["code"] == "judging_player"
    assert answer.json()["detail"].startswith("You are deciding a case that concerns")


def test_however_many_cases_there_are_they_are_read_at_once(
    called, referee, alice, bob, carol, django_assert_num_queries, now
):
    assigning.take_case(called.pk, referee, now=now)
    other = Refused("not_accepting", player="Rita")
    with django_assert_num_queries(4):
        require_no_case_between(carol, [referee], other)
    for number in range(5):
        case = cases.open_case(alice, kind="conduct", text=f"{number}", about_id=bob.pk, now=now)
        assigning.take_case(case.pk, referee, now=now)
    with django_assert_num_queries(4):
        require_no_case_between(carol, [referee], other)


def test_before_a_referee_has_taken_the_case_they_may_play(called, referee, alice, accept):
    assert accept(referee, alice)
