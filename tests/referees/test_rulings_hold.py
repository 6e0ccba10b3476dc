"""What is previewed is what follows; what is taken back leaves no trace; one signature wins."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, strategies as st

from games.models import Match, Rating, Seat
from games.services.errors import Refused
from games.services.play.matches import resign_match
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import Message
from tests.sampling import examples
from tests.threads import at_once
from tournaments.referees.models import Ruling
from tournaments.referees.services import rulings
from tournaments.referees.services.previews import changes_between, current_facts
from tournaments.referees.services.rulings import PreviewChanged, RulingRequest
from tournaments.referees.services.rulings_check import check_rulings

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WORDS: Any = {"paragraph": "C-11", "reason": "So it is."}
ACTS = st.sampled_from(
    [
        ("dismiss", {}),
        ("grant_time", {"seat": 0, "hours": 30}),
        ("grant_time", {"seat": 1, "hours": 5}),
        ("pause", {"days": 2}),
        ("pause", {"days": None}),
        ("resume", {}),
        ("adjudicate", {"rank_0": 1, "rank_1": 2}),
        ("adjudicate", {"rank_0": 1, "rank_1": 1, "points_0": 3, "points_1": 3}),
        ("forfeit", {"seat": 0}),
        ("annul", {}),
        ("undo", {}),
    ]
)


def figures():
    """Return every figure by player."""
    rows = Rating.objects.filter(games__gt=0)
    return {row.player_id: (row.value, row.games) for row in rows}


def request_for(act, params, match):
    """Return the request; an undoing aims at the latest ruling that stands."""
    if act != "undo":
        return RulingRequest(act, params=params, match_id=match.pk, **WORDS)
    target = Ruling.objects.standing().filter(match=match).order_by("-number").first()
    if target is None:
        raise Refused("no_such_ruling", number=0)
    return RulingRequest(act, case_id=target.case_id, undoes=target.number, **WORDS)


def everything(match, now):
    """Return what an act may change, and the figure of everybody beside it."""
    rated = {f"rating.{key}": list(each) for key, each in figures().items()}
    return current_facts(match.pk, [], now) | rated


@pytest.mark.django_db
@pytest.mark.sqlite
@examples(5, 40, suppress_health_check=list(HealthCheck))
@given(acts=st.lists(ACTS, min_size=1, max_size=5), over=st.booleans(), banked=st.booleans())
def test_whatever_is_ordered_follows_exactly_as_previewed(
    acts, over, banked, transactional_world, start, play
):
    alice, bob, referee, noon = transactional_world
    match = start(alice, bob, preset="week_bank" if banked else "three_days", now=noon)
    play(match, "b2,a1", noon + HOUR)
    if over:
        resign_match(match.pk, alice, now=noon + 2 * HOUR)
    now = noon + 3 * HOUR
    for act, params in acts:
        now += HOUR
        before = everything(match, now)
        emails = Message.objects.count()
        try:
            request = request_for(act, params, match)
            preview = rulings.preview_ruling(request, referee, now=now)
        except Refused:
            assert everything(match, now) == before
            continue
        assert everything(match, now) == before
        rulings.sign_ruling(request, referee, at=now, digest=preview.digest, now=now + HOUR / 4)
        after = everything(match, now)
        assert changes_between(before, after) == preview.changes
        assert Message.objects.count() - emails == len(preview.emails)
        assert list(check_rulings()) == []


@pytest.fixture
def transactional_world(alice, bob, referee, noon):
    """Return two players, a referee and an instant."""
    return alice, bob, referee, noon


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.sqlite
@examples(5, 40, suppress_health_check=list(HealthCheck))
@given(
    results=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=2, max_size=6),
    which=st.integers(0, 5),
    ranks=st.sampled_from([(1, 2), (2, 1), (1, 1)]),
)
def test_what_is_taken_back_leaves_no_trace_in_the_ratings(
    results, which, ranks, transactional_world, carol, start, play
):
    alice, bob, referee, noon = transactional_world
    pairs = [(alice, bob), (bob, carol), (carol, alice)]
    played = []
    for number, (pair, loser) in enumerate(results):
        match = start(*pairs[pair], now=noon + number * HOUR)
        play(match, "b2,a1", noon + number * HOUR)
        resign_match(match.pk, pairs[pair][loser], now=noon + number * HOUR)
        played.append(match)
    before = figures()
    match = played[which % len(played)]
    params = {"rank_0": ranks[0], "rank_1": ranks[1]}
    order = RulingRequest("adjudicate", params=params, match_id=match.pk, **WORDS)
    (ruling,) = rulings.preview_and_sign(order, referee, now=noon + DAY)
    assert replay_ratings() == []
    undo = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **WORDS)
    rulings.preview_and_sign(undo, referee, now=noon + DAY)
    assert figures() == before
    assert list(check_rulings()) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_referees_who_sign_at_once_make_one_ruling(
    alice, bob, person, office, start, play, noon
):
    match = start(alice, bob, now=noon)
    play(match, "b2,a1", noon + HOUR)
    judges = [office(person(name)) for name in ("Rita", "Ravi")]
    request = [
        RulingRequest("adjudicate", params={"rank_0": 1, "rank_1": 2}, match_id=match.pk, **WORDS),
        RulingRequest("annul", match_id=match.pk, **WORDS),
    ]
    now = noon + DAY
    previews = [
        rulings.preview_ruling(request, judge, now=now)
        for request, judge in zip(request, judges, strict=True)
    ]

    def sign(number):
        try:
            rulings.sign_ruling(
                request[number], judges[number], at=now, digest=previews[number].digest, now=now
            )
        except (PreviewChanged, Refused) as refusal:
            return refusal.code
        return "signed"

    came = at_once([partial(sign, number) for number in (0, 1)])
    assert sorted(came) == ["preview_changed", "signed"]
    assert Ruling.objects.count() == 1
    assert list(check_rulings()) == []
    assert Message.objects.filter(kind="ruling").count() == 2
    assert Seat.objects.filter(match=match).count() == 2
    assert not Match.objects.get(pk=match.pk).is_running
