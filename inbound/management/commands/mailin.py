"""``manage.py mailin``: receives e-mail by SMTP or LMTP and stores it for the workers."""

from __future__ import annotations

import asyncio
import logging
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections
from django.utils import timezone

from inbound.listening import MAX_MESSAGE_BYTES, Listener, serve
from inbound.services import storage
from notifications import addresses


class Command(BaseCommand):
    help = (
        "Take e-mails to play+…@ and bounce+…@ by SMTP or, with --lmtp, by LMTP. Listens on this "
        "machine only unless told otherwise; put a mail server in front of it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=settings.MAILIN_PORT)
        parser.add_argument("--socket", type=Path, help="a unix socket instead of a port")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP instead of SMTP")
        parser.add_argument("--certificate", type=Path, help="offer STARTTLS with this certificate")
        parser.add_argument("--key", type=Path, help="the key of the certificate, if not in it")

    def handle(self, *, lmtp: bool, **options: object) -> None:
        if not settings.MAIL_DOMAIN:
            raise CommandError("MAIL_DOMAIN is not set, so there is no address to answer to.")
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd logs every command
        way = "lmtp" if lmtp else "smtp"

        def keep(raw: bytes, recipient: str, sender: str) -> None:
            close_old_connections()
            envelope = storage.Envelope(recipient, way, sender)
            storage.store_message(raw, envelope, now=timezone.now())

        named = {name: options[name] for name in ("host", "port", "socket", "certificate", "key")}
        listener = Listener(lmtp=lmtp, hostname=settings.MAIL_DOMAIN, **named)  # type: ignore[arg-type]
        try:
            asyncio.run(serve(listener, keep, addresses.is_ours, self.started))
        except OSError as error:
            raise CommandError(f"Cannot listen: {error}") from None

    def started(self, place: str) -> None:
        self.stdout.write(
            f"Accepting e-mail at {place}, up to {MAX_MESSAGE_BYTES // 1024} KiB each."
        )
        self.stdout.flush()
