"""An e-mail backend for development: every e-mail becomes an .eml file in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from email.message import Message
from email.utils import parsedate_to_datetime
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class FolderBackend(BaseEmailBackend):
    """Writes each e-mail into ``settings.EMAIL_FOLDER``, atomically."""

    def __init__(self, *, fail_silently: bool = False, **_options: object) -> None:
        super().__init__(fail_silently=fail_silently)
        self.folder = Path(settings.EMAIL_FOLDER)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self.folder.mkdir(parents=True, exist_ok=True)
        for email in email_messages:
            self._write(email.message())
        return len(email_messages)

    def _write(self, email: Message) -> None:
        """Write to a temporary file, then move it into place."""
        raw = email.as_bytes()
        name = _file_name(email, raw)
        draft = self.folder / f".{name}.part"
        draft.write_bytes(raw)
        draft.replace(self.folder / name)


def _file_name(email: Message, raw: bytes) -> str:
    """Return a file name that sorts by date and is unique within a second."""
    sent = parsedate_to_datetime(str(email["Date"])).strftime("%Y%m%dT%H%M%S")
    digest = hashlib.sha256(str(email["Message-ID"]).encode() + raw).hexdigest()[:12]
    return f"{sent}-{digest}.eml"
