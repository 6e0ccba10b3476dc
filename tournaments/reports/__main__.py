"""Evaluates one report file in a process of its own.

Usage: `python -m tournaments.reports SECONDS MEGABYTES`. Reads the request from stdin and writes
the answer to stdout, each one JSON object. Django is not loaded, and the operating system kills the
process if it exceeds its time or memory.
"""

from __future__ import annotations

import json
import resource
import sys
from typing import Any

from games.rules.base import JSONObject
from tournaments.reports.answers import ReportRequest, evaluate_report, failed_evaluation

MEGABYTE = 1024 * 1024


def main(seconds: int, megabytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    asked: JSONObject = json.load(sys.stdin)
    text = asked.pop("text")
    try:
        found: Any = evaluate_report(
            text, ReportRequest(**{**asked, "criteria": tuple(asked.get("criteria", ()))})
        )
    except MemoryError:
        found = failed_evaluation("out_of_memory", limit=megabytes)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
