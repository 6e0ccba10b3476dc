"""Rate-limits database-outage logging to one line per second."""

from __future__ import annotations

import fcntl
import logging
import os
import sys
import time
from pathlib import Path

from games.services.errors import is_database_down

KEPT_FIELDS = ("logger", "level", "timestamp")


class OutageLogThrottle(logging.Filter):
    """Limits the lines about an outage to one a second across all processes."""

    def __init__(self, stamp: Path) -> None:
        super().__init__()
        self.stamp = stamp

    def filter(self, record: logging.LogRecord) -> bool:
        reason = _reason(record)
        if not reason:
            return True
        if not self._is_due(time.monotonic()):
            return False
        _shorten(record, f"database_away: {reason}")
        return True

    def _is_due(self, now: float) -> bool:
        """Whether a second has passed; all processes share the monotonic clock."""
        try:
            handle = os.open(self.stamp, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            last = float(os.pread(handle, 40, 0) or b"-inf")
            if 0 <= now - last < 1:
                return False
            os.pwrite(handle, f"{now:<30.3f}".encode(), 0)
        except (OSError, ValueError):
            os.ftruncate(handle, 0)
        finally:
            os.close(handle)
        return True


def _shorten(record: logging.LogRecord, text: str) -> None:
    """Reduce a record to a text, in the format of its logger."""
    record.exc_info = record.exc_text = None
    if isinstance(record.msg, dict):
        kept = {name: record.msg[name] for name in KEPT_FIELDS if name in record.msg}
        record.msg = {**kept, "event": text}
    else:
        record.msg, record.args = text, ()


def _reason(record: logging.LogRecord) -> str:
    """Return the reason if the record is about an outage, else an empty string."""
    told = record.msg if isinstance(record.msg, dict) else {}
    args = record.args if isinstance(record.args, tuple) else ()
    for found in (record.exc_info, told.get("exc_info"), *args):
        error = sys.exc_info()[1] if found is True else found
        error = error[1] if isinstance(error, tuple) else error
        if isinstance(error, BaseException) and is_database_down(error):
            return type(error).__name__
    return "OperationalError" if told.get("outage") else ""
