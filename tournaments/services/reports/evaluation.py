"""Evaluate an uploaded report file in a separate process with limits of time and memory."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Mapping

from django.conf import settings

from games.rules.base import JSON
from tournaments.reports.answers import Evaluation, ReportRequest, failed_evaluation

logger = logging.getLogger(__name__)
MAX_MEGABYTES = 1000


def evaluate(text: str, ask: ReportRequest, seconds: int) -> Evaluation:
    """Return the evaluated file; ``error`` is set if it took too long or failed."""
    command = [sys.executable, "-m", "tournaments.reports", str(seconds), str(MAX_MEGABYTES)]
    question = json.dumps({"text": text, **ask._asdict()})
    try:
        done = subprocess.run(  # noqa: S603 (our own module, the file goes in by stdin)
            command,
            input=question,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=settings.BASE_DIR,
            env={"PYTHONPATH": str(settings.BASE_DIR), "PYTHONIOENCODING": "utf-8"},
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return failed_evaluation("out_of_time", limit=seconds)
    if done.returncode == 0:
        found: Mapping[str, JSON] = json.loads(done.stdout)
        return found
    if done.returncode < 0:  # killed by the system for its time or memory
        return failed_evaluation("out_of_time", limit=seconds)
    logger.error("no answer about a report file: %s", done.stderr[-2000:])
    return failed_evaluation("failed")
