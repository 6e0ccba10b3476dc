"""Checks, ranks and pairs report files of any event on the command line."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.web.study.uploads import decode_upload
from tournaments.errors import TimeLimitExceeded
from tournaments.reports.answers import (
    MAX_CHARACTERS,
    ReportRequest,
    evaluate_report,
    failed_evaluation,
)
from tournaments.services.reports import cli_output
from tournaments.services.seasons.time_limit import time_limit

DEFAULT_SECONDS = 120


def positive_integer(text: str) -> int:
    """Parse an integer from 1 to 9999."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:5]) <= 9999):
        raise ArgumentTypeError(f"{text[:40]!r} is no whole number from 1 to 9999")
    return int(text)


class Command(BaseCommand):
    """``manage.py trf check|table|pair FILE…``: exit code 1 if a file has an error."""

    help = "Check, rank or pair FIDE report files (TRF-16, TRF-26); the site's rows are not used."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=("check", "table", "pair"))
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object a line for each")
        parser.add_argument(
            "--round", type=positive_integer, default=0, help="pair this round, as it was then"
        )
        parser.add_argument(
            "--rounds", type=positive_integer, default=0, help="how many rounds there are"
        )
        parser.add_argument("--criteria", default="", help="tie-breaks, such as BH-C1,BH,SB")
        parser.add_argument(
            "--seconds", type=positive_integer, default=DEFAULT_SECONDS, help="time for each file"
        )

    def handle(self, *, action: str, files: list[str], **options: Any) -> None:
        ask = ReportRequest(
            table=action == "table",
            pair=action == "pair",
            round=options["round"],
            rounds=options["rounds"],
            criteria=tuple(filter(None, options["criteria"].split(","))),
        )
        problems = 0
        for file in files:
            told = evaluate_file(file, ask, options["seconds"])
            problems += cli_output.error_in(action, told) is not None
            if options["json"]:
                self.stdout.write(json.dumps(cli_output.to_json(action, file, told)))
            else:
                self.stdout.write("\n".join(cli_output.to_lines(action, file, told)))
        if problems:
            raise SystemExit(1)


def evaluate_file(file: str, ask: ReportRequest, seconds: int) -> Mapping[str, object]:
    """Evaluate a file within the time limit; errors are part of the returned answer."""
    try:
        with Path(file).open("rb") as opened:
            raw = opened.read(MAX_CHARACTERS + 1)
    except OSError as error:
        return failed_evaluation("no_file", found=error.strerror or str(error))
    if len(raw) > MAX_CHARACTERS:
        return failed_evaluation("too_large", limit=MAX_CHARACTERS)
    try:
        with time_limit(seconds):
            return evaluate_report(decode_upload(raw), ask)
    except TimeLimitExceeded:
        return failed_evaluation("out_of_time", limit=seconds)
    except MemoryError:
        return failed_evaluation("too_large", limit=MAX_CHARACTERS)
