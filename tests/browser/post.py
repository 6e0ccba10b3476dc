"""The post as the season sees it: a moved clock, the timetable's tasks, e-mails as files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.utils import timezone

from config.beat import BEAT_SCHEDULE
from config.celery import app
from games.models.outage import Heartbeat
from games.services.time import outages

ROOMS = ("accounts", "notifications", "games", "account")
TICK = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Email:
    """One e-mail as it lay in the folder."""

    kind: str
    to: str
    mail: EmailMessage

    @property
    def text(self) -> str:
        """Its plain text."""
        return self._part("plain")

    @property
    def html(self) -> str:
        """Its HTML, empty where it has none."""
        return self._part("html")

    @property
    def links(self) -> list[str]:
        """Every address in it: in the text, in the HTML, in the headers."""
        places = [self.text, *re.findall(r'href="([^"]+)"', self.html)]
        places.append(str(self.mail["List-Unsubscribe"] or ""))
        found = [link for place in places for link in re.findall(r"https?://[^\s<>\"]+", place)]
        return list(dict.fromkeys(link.replace("&amp;", "&") for link in found))

    def move_link(self, move: str) -> str:
        """Return the link that plays this move."""
        found = re.search(rf"^{re.escape(move)} .*\n\s+(http\S+)$", self.text, re.MULTILINE)
        assert found, f"{move} is not offered in:\n{self.text}"
        return found[1]

    def _part(self, subtype: str) -> str:
        part = self.mail.get_body((subtype,))
        return part.get_content() if part else ""


class Post:
    """Moves the clock, lets the whole timetable run as it would have, and reads the folder."""

    def __init__(self, folder: Path, traveller: Any) -> None:
        """Begin with an empty folder."""
        self.folder, self.traveller = folder, traveller
        self.read: set[Path] = set()
        app.loader.import_default_modules()

    def run_timetable(self) -> None:
        """Run every recurring task once, as beat and worker do; now is the moved clock."""
        for entry in BEAT_SCHEDULE.values():
            app.tasks[entry["task"]]()

    def wait(self, **span: float) -> None:
        """Let time pass in small steps; the timetable runs at each."""
        until = timezone.now() + timedelta(**span)
        while (left := until - timezone.now()) > timedelta(0):
            self._shift(min(left, TICK))
            self.run_timetable()

    def _shift(self, span: timedelta) -> None:
        """Move the clock; the last heartbeat is recent, as where the site was up."""
        self.traveller.shift(span)
        now = timezone.now()
        Heartbeat.objects.update(at=now - MINUTE)
        outages.record_heartbeat(now=now)

    def wait_until(self, hour: int, *, day: int = 0) -> datetime:
        """Wait for an hour (UTC) of today or of a later day."""
        now = timezone.now()
        wanted = now.replace(hour=hour, minute=0, second=0, microsecond=0) + timedelta(days=day)
        assert wanted > now, "that hour is over"
        self.wait(seconds=(wanted - now).total_seconds())
        return wanted

    def fresh(self) -> list[Email]:
        """Return the e-mails that came since the last look, oldest first."""
        paths = sorted(set(self.folder.glob("*.eml")) - self.read)
        self.read.update(paths)
        mails = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
        return [Email(str(m["X-Email-Kind"]), str(m["To"]), m) for m in mails]


def everything() -> str:
    """Return all rows of our packages, to see whether anything has changed.

    When somebody was last here is left out: whatever opens the link of an e-mail has received it.
    """
    models = [model for room in ROOMS for model in apps.get_app_config(room).get_models()]
    rows = [row for model in models for row in model._default_manager.order_by("pk")]
    text = str(serializers.serialize("json", rows, indent=1))
    return re.sub(r'\n *"here_at": .*', "", text)
