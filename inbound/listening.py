"""SMTP and LMTP server for incoming e-mail to our own addresses.

A message is acknowledged only after it is committed, so the sender keeps it until then.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import ssl
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

MAX_MESSAGE_BYTES: Final = 256 * 1024
MAX_RECIPIENTS: Final = 10
MAX_CONNECTIONS: Final = 100
MAX_CONNECTIONS_PER_PEER: Final = 20
MAX_MESSAGES_PER_MINUTE: Final = 120  # from one address
MAX_HOPS: Final = 30  # Received headers of a message
MAX_IDLE_SECONDS: Final = 60.0  # seconds
_HOP: Final = re.compile(rb"^received:", re.I | re.M)
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", ""})
StoreMessage = Callable[[bytes, str, str], None]
IsOurs = Callable[[str], bool]
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Listener:
    """Address and protocol of the server: port or Unix socket, TLS if there is a certificate."""

    host: str = "127.0.0.1"
    port: int = 0
    socket: Path | None = None
    lmtp: bool = False
    hostname: str = "localhost"
    certificate: Path | None = None
    key: Path | None = None

    def tls(self) -> ssl.SSLContext | None:
        """Return the context for STARTTLS; None without a certificate."""
        if self.certificate is None:
            return None
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.certificate, self.key)
        return context


class ConnectionLimits:
    """Counts open connections, and messages of the last minute, by peer address."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.open: Counter[str] = Counter()
        self.sent: dict[str, deque[float]] = {}

    def can_connect(self, peer: str) -> bool:
        if self.open.total() >= MAX_CONNECTIONS:
            return False
        return peer in LOOPBACK or self.open[peer] < MAX_CONNECTIONS_PER_PEER

    def count_message(self, peer: str) -> bool:
        """Count a message and return whether it is within the limit; loopback has none."""
        if peer in LOOPBACK:
            return True
        now = self.now()
        for other in [each for each, at in self.sent.items() if not at or at[-1] < now - 60]:
            del self.sent[other]
        sent = self.sent.setdefault(peer, deque())
        while sent and sent[0] < now - 60:
            sent.popleft()
        sent.append(now)
        return len(sent) <= MAX_MESSAGES_PER_MINUTE


def peer_address(session: Session | None) -> str:
    """Return the peer's IP address; "" for a Unix socket."""
    peer: Any = session.peer if session is not None else None
    return str(peer[0]) if isinstance(peer, tuple) else ""


class Handler:
    """Stores each message once per recipient."""

    def __init__(
        self, keep: StoreMessage, is_ours: IsOurs, pace: ConnectionLimits, *, lmtp: bool
    ) -> None:
        self.keep, self.is_ours, self.pace, self.lmtp = keep, is_ours, pace, lmtp

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self,
        _server: SMTP,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        """Accept only our own addresses, so that we never send bounces."""
        if not self.is_ours(address):
            return "550 5.1.1 There is no such address here"
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 (aiosmtpd's name)
        self, _server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store the message before acknowledging it; LMTP expects a reply for each recipient."""
        raw = envelope.content
        assert isinstance(raw, bytes)
        if not self.pace.count_message(peer_address(session)):
            return self._each(envelope, "451 4.7.1 Too many messages, try again later")
        if len(_HOP.findall(raw.partition(b"\r\n\r\n")[0])) > MAX_HOPS:
            return self._each(envelope, "554 5.4.6 This message goes round in circles")
        loop, lines = asyncio.get_running_loop(), {}
        for address in dict.fromkeys(envelope.rcpt_tos):
            sender = (envelope.mail_from or "").strip("<>")
            try:
                await loop.run_in_executor(None, self.keep, raw, address, sender)
                lines[address] = "250 2.0.0 Kept"
            except Exception:  # the sender will retry
                log.exception("e-mail could not be kept")
                lines[address] = "451 4.3.0 Try again later"
        if self.lmtp:
            return "\r\n".join(lines[address] for address in envelope.rcpt_tos)
        return min(lines.values(), key=lambda line: line.startswith("250"))

    def _each(self, envelope: Envelope, line: str) -> str:
        return "\r\n".join([line] * len(envelope.rcpt_tos)) if self.lmtp else line


def _build_protocol(kind: type[SMTP], pace: ConnectionLimits) -> type[SMTP]:
    """Return a protocol class that limits connections in total and per address."""

    class Limited(kind):  # type: ignore[misc, valid-type]
        peer: str | None = None

        def connection_made(self, transport: Any) -> None:
            if self.peer is None:
                name = transport.get_extra_info("peername")
                peer = str(name[0]) if isinstance(name, tuple) else ""
                if not pace.can_connect(peer):
                    transport.write(b"421 4.7.0 Too many connections\r\n")
                    transport.abort() if transport.is_closing() else transport.close()
                    return
                self.peer = peer
                pace.open[peer] += 1
            super().connection_made(transport)

        def connection_lost(self, error: Exception | None) -> None:
            if self.peer is None:
                return
            pace.open[self.peer] -= 1
            super().connection_lost(error)

    return Limited


async def open_server(listener: Listener, keep: StoreMessage, is_ours: IsOurs) -> asyncio.Server:
    """Return a listening server."""
    loop = asyncio.get_running_loop()
    pace, tls = ConnectionLimits(loop.time), listener.tls()
    handler = Handler(keep, is_ours, pace, lmtp=listener.lmtp)
    kind = _build_protocol(LMTP if listener.lmtp else SMTP, pace)

    def factory() -> SMTP:
        return kind(
            handler,
            data_size_limit=MAX_MESSAGE_BYTES,
            enable_SMTPUTF8=True,
            hostname=listener.hostname,
            ident="Ampelpost",
            tls_context=tls,
            timeout=MAX_IDLE_SECONDS,
            command_call_limit={"RCPT": 50, "*": 100},
            loop=loop,
        )

    if listener.socket is not None:
        listener.socket.unlink(missing_ok=True)
        server: asyncio.Server = await loop.create_unix_server(factory, str(listener.socket))
        listener.socket.chmod(0o660)
        return server
    return await loop.create_server(factory, listener.host, listener.port)


async def serve(
    listener: Listener, keep: StoreMessage, is_ours: IsOurs, started: Callable[[str], None]
) -> None:
    """Listen until SIGINT or SIGTERM; ``started`` is called with the address."""
    server = await open_server(listener, keep, is_ours)
    place = server.sockets[0].getsockname()
    started(place if isinstance(place, str) else f"{place[0]}:{place[1]}")
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with server:
        await stop.wait()
