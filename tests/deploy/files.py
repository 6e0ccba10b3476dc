"""The files of ``deploy/``, and what the commands in them would start."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import yaml
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in (DEPLOY / "systemd").glob("ampelpost*"))
SCRIPTS = sorted(path.name for path in DEPLOY.glob("*.sh"))
ADDRESS = re.compile(r"[\w.-]+:\d{4}\b")


def compose() -> dict[str, Any]:
    """Return the compose file as Python's values; YAML's merge keys are applied."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
    return found


def error_of(command: list[str]) -> str:
    """Return what is wrong with a command of ours: a module, command or file that is not there."""
    program, *rest = command
    if not program.rpartition("/")[2].startswith("python"):
        return f"{program} is not Python"
    if rest[0] == "manage.py":
        return "" if rest[1] in get_commands() else f"there is no command {rest[1]}"
    if rest[0] != "-m" or importlib.util.find_spec(rest[1]) is None:
        return f"there is no module {rest[1]}"
    if rest[1] != "celery":
        return ""
    known = {"worker", "beat", "inspect"} & set(rest)
    return "" if known and rest[rest.index("-A") + 1] == "config" else "celery of what?"


def parts_of(command: list[str]) -> list[str]:
    """Return the words of a command without its figures, to compare two ways of running it."""
    return [word for word in command[1:] if not re.search(r"\d|\$", word)]
