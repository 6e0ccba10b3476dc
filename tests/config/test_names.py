"""Functions are named by plain verbs, not by those that docs/vocabulary.md tells to avoid."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts", "config", "games", "inbound", "notifications", "tournaments")

# The first word of a name, and what is written instead.
VERBS = {
    "tell": "notify, send or describe",
    "ring": "schedule",
    "wake": "start, schedule or wake_worker",
    "blame": "classify",
    "scatter": "release",
    "lay": "create, place",
    "mend": "repair, fill",
    "gave": "is, has",
    "bury": "reap",
    "thin": "delete_old",
}
ALLOWED = {"wake_worker", "wake_for_next", "_wake_sender"}


def functions(package: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the name of every function of a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        if "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.name


LIMIT = re.compile(r"^_?(.*_)?(MOST|LEAST|LONGEST|FEWEST)(_.*)?$")


def limits(package: str) -> Iterator[str]:
    """Yield the module constants of a package that are named like a limit without MAX or MIN."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
                targets = [name for name in names if LIMIT.match(name)]
                yield from (f"{path.relative_to(ROOT)}:{node.lineno} {name}" for name in targets)


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_limits_begin_with_max_or_min(package: str) -> None:
    assert list(limits(package)) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_function_is_named_by_a_word_to_avoid(package: str) -> None:
    found = {
        f"{place} {name}": VERBS[first]
        for place, name in functions(package)
        if (first := name.strip("_").partition("_")[0]) in VERBS and name not in ALLOWED
    }
    assert found == {}
