"""A letter box in a folder: every letter becomes one .eml file, for development."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from email.message import Message
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class FolderBackend(BaseEmailBackend):
    """Writes each letter into ``settings.EMAIL_FOLDER``; a half-written file is never seen."""

    def __init__(self, *, fail_silently: bool = False, **_options: Any) -> None:
        """Remember the folder; it is made on first use."""
        super().__init__(fail_silently=fail_silently)
        self.folder = Path(settings.EMAIL_FOLDER)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the letters and return how many there were."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for email in email_messages:
            self._write(email.message())
        return len(email_messages)

    def _write(self, letter: Message) -> None:
        """Write one letter beside its place, then move it there in one step."""
        raw = letter.as_bytes()
        name = _file_name(letter, raw)
        draft = self.folder / f".{name}.part"
        draft.write_bytes(raw)
        draft.replace(self.folder / name)


def _file_name(letter: Message, raw: bytes) -> str:
    """Return a name that sorts by date and tells letters of one second apart."""
    sent = parsedate_to_datetime(str(letter["Date"])).strftime("%Y%m%dT%H%M%S")
    digest = hashlib.sha256(str(letter["Message-ID"]).encode() + raw).hexdigest()[:12]
    return f"{sent}-{digest}.eml"
