"""The server of events, over real sockets and Redis."""

from __future__ import annotations

import http.client
import signal

import pytest
from django.db import transaction

from notifications.live import channels, publishing
from tests.patience import PATIENCE, until
from tests.services import start_redis

ONE, TWO = "a" * 24, "b" * 24


class Listener:
    """An open page, as far as the stream goes."""

    def __init__(self, port: int, *names: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.line.request("GET", "/live/?" + "&".join(f"c={each}" for each in names))
        self.answer = self.line.getresponse()
        if self.answer.status == 200:
            assert self.answer.readline() == b"retry: 5000\n"
            assert self.answer.readline() == b"\n"

    def hears(self) -> str:
        """Return the data of the next event."""
        assert self.answer.readline() == b"event: changed\n"
        data = self.answer.readline().decode()
        assert self.answer.readline() == b"\n"
        return data.removeprefix("data: ").strip()

    def rest(self) -> bytes:
        """Read to the end of the stream."""
        return self.answer.read()

    def leave(self) -> None:
        """Close the page."""
        self.answer.close()
        self.line.close()


def test_pages_hear_of_their_channels_only(live_server_of_events):
    first = Listener(live_server_of_events.port, ONE)
    both = Listener(live_server_of_events.port, ONE, TWO)
    publishing.publish([ONE])
    assert first.hears() == both.hears() == ONE
    publishing.publish([TWO])
    assert both.hears() == TWO
    publishing.publish([ONE])
    assert first.hears() == ONE
    assert first.answer.headers["Content-Type"] == "text/event-stream"
    assert first.answer.headers["Access-Control-Allow-Origin"] == "*"
    assert first.answer.headers["Cache-Control"] == "no-store"
    first.leave()
    both.leave()
    until(lambda: live_server_of_events.state() == (200, "0 streams\n"), "nobody listens")


def test_a_request_that_makes_no_sense_is_told_why(live_server_of_events):
    for path, status in (
        ("/live/", 400),
        ("/live/?c=short", 400),
        (f"/live/?c={ONE}&c=%00", 400),
        ("/live/?" + "&".join(f"c={n:024x}" for n in range(9)), 400),
        ("/elsewhere", 404),
    ):
        line = http.client.HTTPConnection("127.0.0.1", live_server_of_events.port, timeout=PATIENCE)
        line.request("GET", path)
        answer = line.getresponse()
        assert answer.status == status, path
        assert len(answer.read()) > 20, path
        line.close()


def test_streams_end_with_redis_and_come_back_with_it(start_server, tmp_path):
    home = tmp_path / "redis"
    home.mkdir()
    url = start_redis(home)
    server = start_server(url)
    page = Listener(server.port, ONE)
    from redis import Redis

    Redis.from_url(url).client_kill_filter(_type="pubsub")
    assert page.rest() == b""
    page.leave()
    until(lambda: server.state()[0] == 200, "it is ready again")
    again = Listener(server.port, ONE)
    Redis.from_url(url).publish(f"live:{ONE}", b"")
    assert again.hears() == ONE
    again.leave()


def test_open_streams_do_not_keep_the_server_from_ending(start_server, settings):
    server = start_server(settings.CACHE_URL)
    page = Listener(server.port, ONE)
    server.process.send_signal(signal.SIGTERM)
    assert page.rest() == b""
    page.leave()
    assert server.process.wait(PATIENCE) == -signal.SIGTERM


@pytest.mark.django_db(transaction=True)
def test_only_what_was_committed_is_told(live_server_of_events):
    page = Listener(live_server_of_events.port, ONE, TWO)
    with transaction.atomic():
        publishing.publish_on_commit([ONE])
        transaction.set_rollback(True)
    with transaction.atomic():
        publishing.publish_on_commit([TWO])
    assert page.hears() == TWO
    page.leave()


def test_without_redis_publishing_fails_quietly_and_once(settings, caplog, monkeypatch):
    monkeypatch.setattr(publishing, "_silent_until", 0.0)
    settings.CACHE_URL = "redis://127.0.0.1:1/0"
    publishing.publish([ONE])
    publishing.publish([ONE])
    assert len([each for each in caplog.messages if "could not tell" in each]) == 1
    monkeypatch.setattr(publishing, "_silent_until", 0.0)


def test_names_of_channels_tell_nothing(settings):
    settings.LIVE_URL = "https://club.example/live/"
    names = {channels.match_channel(1), channels.match_channel(2), channels.player_channel(1)}
    assert len(names) == 3
    assert channels.stream_url([channels.match_channel(1)]).startswith(
        "https://club.example/live/?c="
    )
    settings.SECRET_KEY = "another"
    assert channels.match_channel(1) not in names
    settings.LIVE_URL = ""
    assert channels.stream_url([channels.match_channel(1)]) == ""
