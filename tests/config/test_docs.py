"""What operators and contributors read is complete."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from config.env import social

ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()


@cache
def variables() -> set[str]:
    """Return every environment variable that the running site reads."""
    found: set[str] = set()
    for room in ("config", "accounts", "notifications", "games"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text()
            found |= set(
                re.findall(r"env\.(?:text|flag|number|comma_list)\(\s*[\"']([A-Z_]+)", text)
            )
            if path.parts[-2:] == ("env", "__init__.py"):
                found |= set(re.findall(r"\b(?:text|flag|number)\(\"([A-Z_]+)\"", text))
    kinds = ("ID", "SECRET")
    found |= {f"LOGIN_{name.upper()}_{kind}" for name in social.SERVICES for kind in kinds}
    return found


def test_every_environment_variable_is_explained_to_operators():
    table = set(re.findall(r"`([A-Z_]+)`", OPERATIONS))
    assert len(variables()) > 15
    assert variables() - table == set()


def test_no_variable_is_explained_that_nobody_reads():
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", OPERATIONS, re.MULTILINE)
    assert set(re.findall(r"[A-Z_]+", " ".join(rows))) - variables() == set()


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_direct_requirement_has_a_reason_a_licence_and_an_exact_version(name):
    told = (ROOT / "docs" / "dependencies.md").read_text().split(f"`{name}`")[1].split("\n## ")[0]
    rows = {row[0]: row for row in re.findall(r"^\| ([\w.-]+) \| (.{10,}) \| (.+) \|$", told, re.M)}
    rows.pop("package", None)
    lines = [line for line in (ROOT / name).read_text().splitlines() if line[:1].isalpha()]
    assert {re.split(r"[\[=]", line)[0] for line in lines} == set(rows)
    assert all("==" in line for line in lines)


def test_the_lock_agrees_with_the_direct_requirements():
    locked = dict(
        line.lower().split("==")
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if "==" in line
    )
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text().splitlines():
            if found := re.match(r"([\w.-]+)(?:\[.*\])?==([^\s;]+)", line):
                package = found[1].lower()
                assert locked.get(package, locked.get(package.replace("-", "_"))) == found[2]
