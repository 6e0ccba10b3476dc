"""Watching the matches of others, muting one's own, reliability and forecasts."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from games import match_queries, rating_queries, watch_queries
from games.models import Match, Rating, Watch
from games.ratings import POINT
from games.services.errors import Refused
from games.services.play import matches, watching
from games.services.ratings import forecasts
from notifications.models import Message
from notifications.services.subscriptions import set_preference

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def _finish(match: Any, loser: Player, play: Any, noon: Any) -> None:
    play(match, "b2,a1", noon)
    matches.resign_match(match.pk, loser, now=noon)


def test_watchers_are_told_once_how_it_ends(
    alice: Player, bob: Player, carol: Player, noon: Any, start: Any, play: Any
) -> None:
    match = start(alice, bob)
    for _time in range(2):
        watching.watch(match.pk, carol, now=noon)
    assert list(watch_queries.watched_matches(carol)) == [match]
    _finish(match, bob, play, noon)
    match.refresh_from_db()
    watching.notify_watchers(match, now=noon)
    row = Message.objects.get(kind="watched")
    assert row.player == carol
    assert (row.context["winner"], row.context["drawn"]) == ("Alice", False)
    assert "Bob" in row.context["ending"]


def test_nobody_is_told_who_wants_no_such_e_mails(
    alice: Player, bob: Player, carol: Player, noon: Any, start: Any, play: Any
) -> None:
    match = start(alice, bob)
    watching.watch(match.pk, carol, now=noon)
    set_preference(carol, "watched", wanted=False, now=noon)
    _finish(match, bob, play, noon)
    assert not Message.objects.filter(kind="watched").exists()


def test_what_cannot_be_watched(
    alice: Player, bob: Player, carol: Player, noon: Any, start: Any, play: Any, monkeypatch: Any
) -> None:
    match, private, over = start(alice, bob), start(alice, bob, private=True), start(alice, bob)
    _finish(over, bob, play, noon)
    monkeypatch.setattr(watching, "MAX_WATCHED", 0)
    for pk, player, code in (
        (match.pk, alice, "own_match_watched"),
        (private.pk, carol, "no_such_match"),
        (999_999, carol, "no_such_match"),
        (over.pk, carol, "match_over"),
        (match.pk, carol, "watching_enough"),
    ):
        with pytest.raises(Refused) as refusal:
            watching.watch(pk, player, now=noon)
        assert refusal.value.code == code
    assert not Watch.objects.exists()


def test_a_match_that_became_private_is_no_longer_listed(
    alice: Player, bob: Player, carol: Player, noon: Any, start: Any
) -> None:
    match = start(alice, bob)
    watching.watch(match.pk, carol, now=noon)
    Match.objects.filter(pk=match.pk).update(private=True)
    assert list(watch_queries.watched_matches(carol)) == []


def test_a_muted_match_sends_only_what_time_and_result_need(
    alice: Player, bob: Player, noon: Any, start: Any, play: Any
) -> None:
    match = start(alice, bob)
    watching.mute(match.pk, bob, now=noon)
    matches.send_chat_message(match.pk, alice, "Hello", now=noon)
    row = Match.objects.prefetch_related("seats__player").get(pk=match.pk)
    assert match_queries.chat_for(bob, row) == []
    assert len(match_queries.chat_for(alice, row)) == 1
    _finish(match, alice, play, noon)
    kinds = Message.objects.filter(player=bob, state="queued").values_list("kind", flat=True)
    assert set(kinds) == {"match_finished"}
    watching.unmute(match.pk, bob, now=noon)
    assert len(match_queries.chat_for(bob, row)) == 1
    with pytest.raises(Refused, match="not_your_match"):
        watching.mute(999_999, bob, now=noon)


def test_reliability_counts_matches_lost_by_time(
    alice: Player, bob: Player, noon: Any, start: Any, play: Any
) -> None:
    for number in range(rating_queries.MIN_MATCHES_FOR_RELIABILITY):
        assert rating_queries.reliability_of(bob) is None
        match = start(alice, bob)
        _finish(match, bob, play, noon)
        if not number:
            Match.objects.filter(pk=match.pk).update(ending="timeout")
    for player, kept in ((bob, 4), (alice, 5)):
        found = rating_queries.reliability_of(player)
        assert found is not None
        assert (found.kept, found.counted, found.percent) == (kept, 5, kept * 20)


def test_a_forecast_is_what_the_match_then_changes(
    alice: Player, bob: Player, noon: Any, start: Any, play: Any
) -> None:
    Rating.objects.create(player=alice, pool="traffic_lights", value=1650 * POINT, games=30)
    match = start(alice, bob)
    where = forecasts.standings_in(match.pool, [alice.pk, bob.pk])
    found = forecasts.build_forecast(where[alice.pk], where[bob.pk], match.pool)
    assert found.won > found.drawn > found.lost
    _finish(match, bob, play, noon)
    after = Rating.objects.get(player=alice, pool=match.pool)
    assert after.value - where[alice.pk].value == found.won
