"""The forgiving cache: a real server that goes away and comes back."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from redis import Redis

from config.running import cache as forgiving


@pytest.fixture
def nowhere(tmp_path, monkeypatch) -> BaseCache:
    monkeypatch.setattr(forgiving, "redis_outage", forgiving.RedisOutage())
    return forgiving.ForgivingRedisCache(f"unix://{tmp_path}/none.sock", {})


def test_the_cache_keeps_values_on_a_real_server():
    cache.set("colour", "green")
    assert cache.get("colour") == "green"
    assert cache.incr("count", 1) if cache.add("count", 1) else False
    assert cache.get_many(["colour", "shape"]) == {"colour": "green"}


def test_clearing_spares_what_others_keep_on_the_same_server(settings):
    with Redis.from_url(settings.CACHES["default"]["LOCATION"]) as server:
        server.set("somebody else", "1")
        cache.set("colour", "green")
        cache.clear()
        assert cache.get("colour") is None
        assert server.get("somebody else") == b"1"
        server.delete("somebody else")


def test_every_question_is_a_miss_while_the_server_is_away(nowhere):
    nowhere.set("colour", "green")
    assert nowhere.get("colour", "none") == "none"
    assert nowhere.get_many(["colour"]) == {}
    assert nowhere.add("colour", "red") is True
    assert nowhere.incr("count") == 1
    assert nowhere.delete("colour") is False
    assert nowhere.set_many({"colour": "red"}) == ["colour"]
    nowhere.clear()
    assert nowhere.get_or_set("colour", "amber") == "amber"


def test_an_outage_is_told_once_and_its_end_once(nowhere, capsys, caplog):
    for _ in range(3):
        nowhere.get("colour")
    assert forgiving.redis_outage.away
    forgiving.redis_outage.try_again_at = 0.0
    assert forgiving.redis_outage.shield(lambda: 5, 0) == 5
    assert vars(forgiving.redis_outage)["away"] is False
    said = capsys.readouterr().out + caplog.text
    assert said.count("cache_away") == 1
    assert said.count("cache_back") == 1
