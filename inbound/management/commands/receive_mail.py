"""``manage.py receive_mail``: reads one message from standard input, from a mail server's pipe."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.db import Error as DatabaseError
from django.utils import timezone

from games.seeds import generate_seed
from inbound.services import pipe
from inbound.services.reports import Report


class Command(BaseCommand):
    """Store and process the message; exits with a code of sysexits.h."""

    help = (
        "Take one e-mail from standard input. The recipient is the address of ours that it was "
        "sent to; without it the headers are asked. Exit codes: 0 taken, 65 not a message or too "
        "large, 67 no address of ours, 69 this site takes no e-mails, 75 try again later."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipient", nargs="?", default="", help="play+…@ or bounce+…@")
        parser.add_argument("--json", action="store_true", help="print what became of it")
        parser.add_argument("--sender", default="", help="the sender of the envelope")

    def handle(self, *, recipient: str, sender: str, **options: object) -> None:
        raw = sys.stdin.buffer.read(pipe.MAX_READ)
        try:
            code, report = pipe.receive_message(
                raw,
                recipient,
                sender,
                now=timezone.now(),
                make_seed=generate_seed,
            )
        except DatabaseError as error:
            self.stderr.write(f"The database does not answer: {error}")
            code, report = os.EX_TEMPFAIL, Report("ignored", code="unavailable")
        if options["json"]:
            self.stdout.write(json.dumps(report.to_json(), ensure_ascii=False))
        elif code != os.EX_OK:
            self.stderr.write(f"Not taken: {report.code}")
        if code != os.EX_OK:
            sys.exit(code)
