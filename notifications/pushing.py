"""Sends one message to a push service: encrypted, signed, and never to an internal address."""

from __future__ import annotations

import base64
import binascii
import contextlib
import ipaddress
import socket
import threading
from collections.abc import Mapping
from email.utils import parseaddr
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError
from urllib3.util.connection import create_connection

STEP_TIMEOUT = 4.0  # seconds for each step of an exchange
TOTAL_TIMEOUT = 6.0  # seconds for all of it
TTL_SECONDS = 3 * 24 * 60 * 60  # how long a service keeps a message for a browser that is off
TRUSTED: bool | str = True  # CA certificates: True for certifi's, or a file
GONE_STATUSES = (404, 410)
KEY_BYTES, POINT_BYTES, SECRET_BYTES = 32, 65, 16
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
Key = ec.EllipticCurvePrivateKey
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class GoneError(LookupError):
    """The subscription has ended: nothing will ever arrive there again."""


class PushFailedError(OSError):
    """The push service did not take the message; the text says why."""


@cache
def public_key_of(private: str) -> str:
    """Return the public half of a private key, as browsers expect it. Raises ValueError."""
    raw = _decode_base64url(private)
    if len(raw) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, this one {len(raw)}")
    key = ec.derive_private_key(int.from_bytes(raw), ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def _decode_base64url(text: str) -> bytes:
    """Decode base64url without padding. Raises ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("not base64url") from error


def is_valid_subscription(endpoint: str, p256dh: str, auth: str) -> bool:
    """Whether this can be a subscription: an https URL of a named host, and valid keys."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode_base64url(p256dh))
        sound = (
            len(_decode_base64url(p256dh)) == POINT_BYTES
            and len(_decode_base64url(auth)) == SECRET_BYTES
        )
    except ValueError:
        return False
    plain = endpoint.isascii() and endpoint.isprintable() and "@" not in parts.netloc
    named = "." in host and not host.endswith(".") and not _is_ip_address(host)
    return sound and plain and named and parts.scheme == "https" and port in (None, 443)


def _is_ip_address(host: str) -> bool:
    """Whether a host is written as an IP address; push services have names."""
    return ":" in host or host.replace(".", "").isdigit() or "0x" in host


def is_public(address: str) -> bool:
    """Whether an IP address is public, and any IPv4 address embedded in it."""
    found: Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour
        if found in NAT64:
            inside = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if found.teredo or found.is_site_local:
            return False
        found = inside or found
    return found.is_global and not found.is_multicast


def resolve_public_host(host: str, port: int) -> tuple[str, int]:
    """Return address and port to connect to.

    Raises PushFailedError unless all addresses of the host are public.
    """
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(is_public(each) for each in found):
        raise PushFailedError(f"{host} is not in the open internet")
    return found[0], port


class _Connection(HTTPSConnection):
    """Connects to the address that was checked, and aborts when the time is used up."""

    def _new_conn(self) -> socket.socket:
        try:
            address = resolve_public_host(self.host, self.port)
            opened = create_connection(address, STEP_TIMEOUT, socket_options=self.socket_options)
        except (OSError, UnicodeError) as error:
            raise NewConnectionError(self, str(error)) from error
        self.handle = opened.dup()  # TLS takes over the socket itself
        self.timer = threading.Timer(TOTAL_TIMEOUT, _abort_connection, [self.handle])
        self.timer.daemon = True
        self.timer.start()
        return opened

    def close(self) -> None:
        if hasattr(self, "timer"):
            self.timer.cancel()
            self.handle.close()
        super().close()


def _abort_connection(opened: socket.socket) -> None:
    """Abort an exchange that takes too long; its caller gets an error."""
    with contextlib.suppress(OSError):  # already closed
        opened.shutdown(socket.SHUT_RDWR)


class _Pool(HTTPSConnectionPool):
    ConnectionCls = _Connection


class _Adapter(HTTPAdapter):
    """Requests adapter for `_Pool` connections; HTTPS only."""

    def init_poolmanager(self, *given: Any, **named: Any) -> None:
        super().init_poolmanager(*given, **named)
        self.poolmanager.pool_classes_by_scheme = {"https": _Pool}


class _Session(requests.Session):
    """One exchange: no proxy, no redirects, and the body of the response is not read."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.verify = TRUSTED
        self.adapters.clear()
        self.mount("https://", _Adapter(max_retries=0))

    def post(self, url: str | bytes, *given: Any, **named: Any) -> requests.Response:
        answer = super().post(url, *given, allow_redirects=False, stream=True, **named)
        answer._content = b""  # noqa: SLF001 (nobody may fill our memory)
        answer.close()
        return answer


def push(
    subscription: Mapping[str, object], text: str, headers: Mapping[str, str], *, key: str
) -> None:
    """Send a text to a browser's push service. Raises GoneError or PushFailedError.

    ``key`` is the site's private key, by which the service knows it. ``headers`` can set the
    urgency, and a topic under which it replaces an earlier message.
    """
    from pywebpush import WebPushException, webpush

    try:
        with _Session() as session:
            webpush(
                dict(subscription),
                text,
                vapid_private_key=key,
                vapid_claims={"sub": _contact()},
                ttl=TTL_SECONDS,
                timeout=STEP_TIMEOUT,
                headers=dict(headers),
                requests_session=session,
            )
    except WebPushException as error:
        if error.status_code in GONE_STATUSES:
            raise GoneError(str(subscription["endpoint"])) from error
        raise PushFailedError(f"answered {error.status_code}") from error
    except (OSError, ValueError) as error:
        raise PushFailedError(repr(error)) from error


def _contact() -> str:
    """Return how the operators of a push service can contact those of the site."""
    contact = settings.SECURITY_CONTACT or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return contact if contact.startswith(("mailto:", "https:")) else f"mailto:{contact}"
