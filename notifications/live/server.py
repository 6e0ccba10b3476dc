"""The server of events: holds the streams of open pages and passes on what Redis publishes.

    python -m notifications.live.server --port 8001

A process of its own, without Django and the database. A stream is ``GET /live/?c=CHANNEL&c=…``; it
says ``event: changed`` with the channel as data, and nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import re
import socket
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

import uvicorn
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

CHANNEL_PATTERN = re.compile(r"[0-9a-f]{24}")
MAX_CHANNELS = 8  # per stream
MAX_STREAMS = 10_000
HEARTBEAT_SECONDS = 25.0  # seconds; proxies close connections that are idle for a minute
RECONNECT_SECONDS = 1.0  # seconds between two attempts to reach Redis
RETRY_MS = 5_000
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    # Knowing a channel is enough to listen, from any origin: no cookie is checked.
    (b"access-control-allow-origin", b"*"),
]

Event = dict[str, Any]
Send = Callable[[Event], Awaitable[None]]
Receive = Callable[[], Awaitable[Event]]
log = logging.getLogger("live")


class Stream:
    """The channels whose changes one open page has not been sent yet."""

    def __init__(self) -> None:
        self.changed: set[str] = set()
        self.closed = False
        self.news = asyncio.Event()
        self.heard = asyncio.Event()  # set once all its channels are subscribed

    def notify(self, channel: str) -> None:
        """Record a change; several on one channel are sent once."""
        self.changed.add(channel)
        self.news.set()

    def close(self) -> None:
        """End the stream; its page reconnects or polls."""
        self.closed = True
        self.heard.set()
        self.news.set()


class Hub:
    """Streams by channel, and the one connection to Redis that feeds them."""

    def __init__(self, redis: Redis, prefix: str = "") -> None:
        self.redis = redis
        self.prefix = f"{prefix}live:"
        self.streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self.count = 0
        self.connected = False
        self._changes = asyncio.Event()  # set when the channels with streams change

    async def run(self) -> None:
        """Pass on what is published, forever; while Redis is down there are no streams."""
        while True:
            try:
                async with self.redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(f"{self.prefix}-")  # a connection needs a subscription
                    self.connected = True
                    async with asyncio.TaskGroup() as both:
                        both.create_task(self._listen(pubsub))
                        both.create_task(self._subscribe(pubsub))
            except* (RedisError, OSError) as errors:
                if self.connected:
                    log.warning("lost Redis: %s", errors.exceptions[0])
            self.connected = False
            self.close()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self, pubsub: PubSub) -> None:
        async for message in pubsub.listen():
            channel = message["channel"].decode().removeprefix(self.prefix)
            for stream in self.streams.get(channel, ()):
                stream.notify(channel)

    async def _subscribe(self, pubsub: PubSub) -> None:
        """Keep subscriptions in step with the channels that have streams."""
        heard: set[str] = set()
        while True:
            self._changes.clear()
            wanted = set(self.streams)
            joined = {stream for streams in self.streams.values() for stream in streams}
            if fresh := wanted - heard:
                await pubsub.subscribe(*(self.prefix + each for each in fresh))
            if idle := heard - wanted:
                await pubsub.unsubscribe(*(self.prefix + each for each in idle))
            heard = wanted
            for stream in joined:
                stream.heard.set()
            await self._changes.wait()

    def close(self) -> None:
        for streams in self.streams.values():
            for stream in streams:
                stream.close()

    def join(self, channels: Sequence[str]) -> Stream | None:
        """Return a new stream of these channels; None without Redis or if there are too many."""
        if not self.connected or self.count >= MAX_STREAMS:
            return None
        stream = Stream()
        self.count += 1
        for each in channels:
            self.streams[each].add(stream)
        self._changes.set()
        return stream

    def leave(self, stream: Stream, channels: Sequence[str]) -> None:
        """Remove a stream, and channels that are left without one."""
        self.count -= 1
        for each in channels:
            self.streams[each].discard(stream)
            if not self.streams[each]:
                del self.streams[each]
        self._changes.set()


class App:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] == "/healthz":
            up = self.hub.connected
            await _respond(send, 200 if up else 503, f"{self.hub.count} streams\n")
            return
        asked = parse_qs(scope["query_string"].decode("ascii", "replace")).get("c", [])
        channels = [*dict.fromkeys(asked)]
        if scope["method"] != "GET" or scope["path"] != "/live/":
            await _respond(send, 404, "no such address: GET /live/?c=CHANNEL\n")
        elif not 0 < len(channels) <= MAX_CHANNELS or not all(
            map(CHANNEL_PATTERN.fullmatch, channels)
        ):
            await _respond(send, 400, f"name 1 to {MAX_CHANNELS} channels of a page\n")
        elif (stream := self.hub.join(channels)) is None:
            await _respond(send, 503, "too many streams, or no connection: ask the site instead\n")
        else:
            gone = asyncio.ensure_future(_close_on_disconnect(receive, stream))
            try:
                await self._serve(stream, send)
            finally:
                gone.cancel()
                self.hub.leave(stream, channels)

    async def _serve(self, stream: Stream, send: Send) -> None:
        """Send events until the page or the stream is closed."""
        await stream.heard.wait()
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _write(send, f"retry: {RETRY_MS}\n\n")
        while not stream.closed:
            try:
                await asyncio.wait_for(stream.news.wait(), HEARTBEAT_SECONDS)
            except TimeoutError:
                await _write(send, ":\n\n")
                continue
            stream.news.clear()
            changed, stream.changed = stream.changed, set()
            await _write(send, "".join(f"event: changed\ndata: {each}\n\n" for each in changed))
        with suppress(Exception):  # the page may be gone already
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _close_on_disconnect(receive: Receive, stream: Stream) -> None:
    """Close the stream when its client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.close()


async def _write(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _respond(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


class Server(uvicorn.Server):
    """Ends its streams before it waits for connections to close."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.feeding = asyncio.create_task(self.hub.run())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.feeding.cancel()
        self.hub.close()
        await super().shutdown(sockets)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="notifications.live.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0"))
    parser.add_argument("--prefix", default=os.environ.get("REDIS_PREFIX", ""))
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING)
    never = Retry(NoBackoff(), 0)  # a lost connection ends the streams, so that nothing is missed
    redis = Redis.from_url(asked.redis, retry=never, health_check_interval=20)
    hub = Hub(redis, asked.prefix)
    config = uvicorn.Config(
        App(hub),
        host=asked.host,
        port=asked.port,
        http="h11",
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    Server(config, hub).run()


if __name__ == "__main__":
    main()
