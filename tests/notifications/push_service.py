"""A push service for tests: takes messages by TLS, keeps them and answers as it is told."""

from __future__ import annotations

import base64
import json
import os
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

HOST = "push.example.org"


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Device:
    """A browser that has subscribed: its keys, and what it reads of a message."""

    def __init__(self, name: str = "phone") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.endpoint = f"https://{HOST}/{name}"

    @property
    def told(self) -> dict[str, str]:
        """What it tells the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": _text(point), "auth": _text(self.secret)}

    def read(self, body: bytes) -> Any:
        """Decrypt a message."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))


class PushService:
    """What arrived, as path, headers and body; ``answers`` are given first, then 201."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, Any, bytes]] = []
        self.answers: list[int] = []
        self.port = 0
        self.certificate = ""


@contextmanager
def running(folder: Path) -> Iterator[PushService]:
    """Run one on this machine with a certificate of its own."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.taken.append((self.path, self.headers, body))
            self.send_response(service.answers.pop(0) if service.answers else 201)
            self.send_header("Location", "https://127.0.0.1/elsewhere")
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    service.port, service.certificate = server.server_port, str(folder / "push.pem")
    _certify(folder / "push.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(service.certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _certify(path: Path) -> None:
    """Write a key and its certificate, which vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + certificate.public_bytes(Encoding.PEM))
