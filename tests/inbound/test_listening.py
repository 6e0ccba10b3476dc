"""SMTP and LMTP: only to our addresses, acknowledged after the message is kept, under limits."""

from __future__ import annotations

import asyncio
import contextlib
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from inbound import listening
from inbound.listening import Listener
from tests.patience import PATIENCE, until

OURS = "play+abc@ampelpost.example"
RAW = b"From: a@example.org\r\nTo: play+abc@ampelpost.example\r\n\r\nb2\r\n"
Kept = list[tuple[bytes, str, str]]


async def ended(servers: list[asyncio.Server]) -> None:
    """Close servers and their connections; what they have begun to keep is kept."""
    for server in servers:
        server.close()
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    loop: Any = asyncio.get_running_loop()
    for transport in [*loop._transports.values()]:
        transport.abort()
    await loop.shutdown_default_executor()


@pytest.fixture
def listen() -> Iterator[Callable[..., tuple[Any, Kept]]]:
    """Return what starts a server in a thread: where it listens, and what it has kept."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    servers: list[asyncio.Server] = []

    def start(error: Exception | None = None, **changes: Any) -> tuple[Any, Kept]:
        kept: Kept = []

        def keep(raw: bytes, recipient: str, sender: str) -> None:
            if error is not None:
                raise error
            kept.append((raw, recipient, sender))

        listener = Listener(**changes)
        coroutine = listening.open_server(listener, keep, lambda address: address.lower() == OURS)
        server = asyncio.run_coroutine_threadsafe(coroutine, loop).result(PATIENCE)
        servers.append(server)
        return server.sockets[0].getsockname(), kept

    yield start

    asyncio.run_coroutine_threadsafe(ended(servers), loop).result(PATIENCE)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(PATIENCE)
    loop.close()


def test_a_message_is_kept_before_it_is_acknowledged(listen):
    (host, port), kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        assert client.sendmail("a@example.org", [OURS], RAW) == {}
        assert kept == [(RAW, OURS, "a@example.org")]


def test_other_recipients_are_refused_at_once(listen):
    (host, port), kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            client.sendmail("a@example.org", ["post@ampelpost.example"], RAW)
        assert refused.value.recipients["post@ampelpost.example"][0] == 550
    assert kept == []


def test_a_message_that_cannot_be_kept_is_left_with_its_sender(listen):
    (host, port), _kept = listen(RuntimeError("no database"))
    with (
        smtplib.SMTP(host, port, timeout=PATIENCE) as client,
        pytest.raises(smtplib.SMTPDataError) as refused,
    ):
        client.sendmail("a@example.org", [OURS], RAW)
    assert refused.value.smtp_code == 451


def test_large_messages_are_refused(listen):
    (host, port), kept = listen()
    with (
        smtplib.SMTP(host, port, timeout=PATIENCE) as client,
        pytest.raises(smtplib.SMTPResponseException) as refused,
    ):
        client.sendmail("a@example.org", [OURS], RAW + b"x" * 300_000)
    assert refused.value.smtp_code == 552
    assert kept == []


def test_lmtp_answers_for_every_recipient(listen, tmp_path: Path):
    place, kept = listen(lmtp=True, socket=tmp_path / "in.sock")
    with smtplib.LMTP(place, timeout=PATIENCE) as client:
        client.sendmail("", [OURS], RAW)
    assert kept == [(RAW, OURS, "")]
    assert (tmp_path / "in.sock").stat().st_mode & 0o007 == 0


def test_a_message_that_goes_round_in_circles_is_refused(listen):
    (host, port), kept = listen()
    rounds = b"Received: from a by b\r\n" * 40
    with (
        smtplib.SMTP(host, port, timeout=PATIENCE) as client,
        pytest.raises(smtplib.SMTPDataError) as refused,
    ):
        client.sendmail("a@example.org", [OURS], b"From: a@example.org\r\n" + rounds + RAW)
    assert refused.value.smtp_code == 554
    assert kept == []


def test_a_recipient_named_twice_gets_two_answers_and_one_message(listen, tmp_path: Path):
    place, kept = listen(lmtp=True, socket=tmp_path / "in.sock")
    with smtplib.LMTP(place) as client:
        client.ehlo()
        client.mail("a@example.org")
        assert [client.rcpt(OURS)[0] for _each in range(2)] == [250, 250]
        assert client.data(RAW)[0] == 250
        assert client.getreply() == (250, b"2.0.0 Kept")
    assert len(kept) == 1


def test_only_the_head_of_a_message_tells_where_it_has_been(listen):
    (host, port), kept = listen()
    hops = b"Received: from a by b\r\n" * 40
    with smtplib.SMTP(host, port) as client:
        client.sendmail("a@example.org", [OURS], RAW + b"\r\n\r\n" + hops)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("a@example.org", [OURS], hops.lower() + RAW)
    assert refused.value.smtp_code == 554
    assert len(kept) == 1


def test_the_pace_of_an_address_is_limited_but_not_our_own_mail_servers():
    now = [0.0]
    pace = listening.ConnectionLimits(lambda: now[0])
    sent = [pace.count_message("192.0.2.1") for _ in range(listening.MAX_MESSAGES_PER_MINUTE + 1)]
    assert sent[-2:] == [True, False]
    assert all(pace.count_message("127.0.0.1") for _ in range(500))
    now[0] = 61.0
    assert pace.count_message("192.0.2.1")
    pace.open["192.0.2.1"] = listening.MAX_CONNECTIONS_PER_PEER
    assert not pace.can_connect("192.0.2.1")
    assert pace.can_connect("192.0.2.2")
    pace.open["192.0.2.3"] = listening.MAX_CONNECTIONS
    assert not pace.can_connect("127.0.0.1")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: Any) -> Path:
    """Return a file with a key and its own certificate for 127.0.0.1's name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form, no = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path: Path = tmp_path_factory.mktemp("tls") / "mailin.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, form, no)
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return path


@pytest.fixture
def _strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let connections of this machine count as those of a stranger, with small limits."""
    monkeypatch.setattr(listening, "LOOPBACK", frozenset())
    monkeypatch.setattr(listening, "MAX_CONNECTIONS_PER_PEER", 2)
    monkeypatch.setattr(listening, "MAX_MESSAGES_PER_MINUTE", 3)


def let_in(host: str, port: int) -> Any:
    """Connect as soon as one may: the server notices a moment later that a client has gone."""
    return until(
        lambda: smtplib.SMTP(host, port, timeout=PATIENCE),
        "the server takes another client",
        ignoring=(smtplib.SMTPException,),
    )


@pytest.mark.usefixtures("_strangers")
def test_a_session_over_tls_and_each_counts_once(listen, certificate):
    (_host, port), kept = listen(certificate=certificate)
    trusting = ssl.create_default_context(cafile=str(certificate))
    for number in range(3):
        client = let_in("127.0.0.1", port)
        with client:
            client._host = "localhost"  # the name that the certificate must bear
            client.ehlo()
            assert client.has_extn("starttls")
            client.starttls(context=trusting)
            assert isinstance(client.sock, ssl.SSLSocket)
            client.ehlo()
            assert not client.has_extn("starttls")
            assert client.sendmail("a@example.org", [OURS], RAW) == {}
        assert len(kept) == number + 1


def test_without_a_certificate_there_is_no_tls(listen):
    (host, port), _kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        client.ehlo()
        assert not client.has_extn("starttls")
        assert client.docmd("STARTTLS")[0] == 454


@pytest.mark.usefixtures("_strangers")
def test_too_many_connections_of_one_address_are_sent_away_until_one_ends(listen):
    (host, port), kept = listen()
    first, second = (smtplib.SMTP(host, port, timeout=PATIENCE) for _each in range(2))
    with pytest.raises(smtplib.SMTPConnectError) as refused:
        smtplib.SMTP(host, port, timeout=PATIENCE)
    assert (refused.value.smtp_code, refused.value.smtp_error[:5]) == (421, b"4.7.0")
    second.sendmail("a@example.org", [OURS], RAW)  # those who are in are not disturbed
    first.quit()
    with let_in(host, port) as third:
        third.sendmail("a@example.org", [OURS], RAW)
    second.close()  # without a word
    with let_in(host, port), contextlib.suppress(OSError):
        pass
    assert len(kept) == 2


def test_too_many_connections_together_are_sent_away_even_our_own(listen, monkeypatch):
    monkeypatch.setattr(listening, "MAX_CONNECTIONS", 3)
    (host, port), _kept = listen()
    clients = [smtplib.SMTP(host, port, timeout=PATIENCE) for _each in range(3)]
    with pytest.raises(smtplib.SMTPConnectError) as refused:
        smtplib.SMTP(host, port, timeout=PATIENCE)
    assert refused.value.smtp_code == 421
    for client in clients:
        client.quit()
    let_in(host, port).quit()


@pytest.mark.usefixtures("_strangers")
def test_too_many_messages_in_a_minute_stay_with_their_sender(listen):
    (host, port), kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        for _each in range(3):
            client.sendmail("a@example.org", [OURS], RAW)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("a@example.org", [OURS], RAW)
    assert (refused.value.smtp_code, refused.value.smtp_error[:5]) == (451, b"4.7.1")
    assert len(kept) == 3


def test_recipients_beyond_the_limit_are_told_to_come_again(listen, monkeypatch):
    monkeypatch.setattr(listening, "MAX_RECIPIENTS", 2)
    (host, port), kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        client.ehlo()
        client.mail("a@example.org")
        codes = [client.rcpt(OURS)[0], client.rcpt("x@example.org")[0], client.rcpt(OURS)[0]]
        assert codes == [250, 550, 250]
        assert client.rcpt(OURS) == (452, b"4.5.3 Too many recipients")
        assert client.data(RAW)[0] == 250
    assert kept == [(RAW, OURS, "a@example.org")]  # twice the same address: once


def test_many_lines_of_one_session_end_it(listen):
    """Who tries addresses one after the other is shown out."""
    (host, port), kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        client.ehlo()
        client.mail("a@example.org")
        codes = [client.rcpt("x@ampelpost.example")[0] for _each in range(50)]
        assert set(codes) == {550}
        with contextlib.suppress(smtplib.SMTPServerDisconnected):
            assert client.rcpt(OURS)[0] in (421, 530)
    assert kept == []


def test_a_size_that_is_announced_is_refused_before_it_is_sent(listen):
    (host, port), kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        client.ehlo()
        assert client.esmtp_features["size"] == str(listening.MAX_MESSAGE_BYTES)
        assert client.mail("a@example.org", [f"size={listening.MAX_MESSAGE_BYTES + 1}"])[0] == 552
        assert client.mail("a@example.org", [f"size={listening.MAX_MESSAGE_BYTES}"])[0] == 250
    assert kept == []


def test_a_size_that_is_not_announced_is_refused_and_the_session_goes_on(listen):
    (host, port), kept = listen()
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        client.helo()
        client.mail("a@example.org")
        client.rcpt(OURS)
        body = RAW + b"0123456789012345678901234567890123456789\r\n" * 8000
        assert client.data(body)[0] == 552
        client.rset()
        client.sendmail("a@example.org", [OURS], RAW)
    assert kept == [(RAW, OURS, "a@example.org")]


def test_foreign_recipients_are_refused_by_lmtp_too_and_nothing_is_relayed(listen, tmp_path):
    place, kept = listen(lmtp=True, socket=tmp_path / "in.sock")
    foreign = ("x@example.org", "post@ampelpost.example", "a%x.org@ampelpost.example", "@", "<>")
    with smtplib.LMTP(place, timeout=PATIENCE) as client:
        client.ehlo()
        client.mail("a@example.org")
        for address in foreign:
            assert client.rcpt(address)[0] in (550, 501, 553), address
        assert client.rcpt(OURS)[0] == 250
        assert client.data(RAW)[0] == 250
    assert kept == [(RAW, OURS, "a@example.org")]


@pytest.mark.parametrize(
    "noise", [b"\x16\x03\x01\x00\xff" * 50, b"GET / HTTP/1.1\r\n\r\n", b"\0" * 5000, b"x" * 9000]
)
def test_noise_ends_nothing_but_its_own_connection(noise, listen):
    (host, port), kept = listen()
    with socket.create_connection((host, port), timeout=PATIENCE) as raw:
        raw.sendall(noise)
    with smtplib.SMTP(host, port, timeout=PATIENCE) as client:
        client.sendmail("a@example.org", [OURS], RAW)
    assert len(kept) == 1
