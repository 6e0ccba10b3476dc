"""Modules and packages stay small enough to read, and types say what passes through them."""

from __future__ import annotations

import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "inbound", "tournaments", "games", "notifications", "accounts")
RULES = ("games/rules/", "games/families/")
LINES, LINES_OF_RULES, MODULES, ANY = 300, 450, 20, 8
NAME = re.compile(r"\bAny\b")
IMPORT = re.compile(r"from typing import ")


def modules() -> list[Path]:
    """Return our modules, by their paths from the root; migrations are written by a command."""
    known = ["git", "ls-files", *(f"{each}/*.py" for each in PACKAGES)]
    listed = subprocess.run(known, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = (Path(name) for name in listed.splitlines() if "/migrations/" not in name)
    return [path for path in found if (ROOT / path).is_file()]


def by_package() -> dict[Path, list[Path]]:
    found = defaultdict(list)
    for path in modules():
        found[path.parent].append(path)
    return found


def text_of(path: Path) -> str:
    return (ROOT / path).read_text()


def large(lines: Counter[str]) -> list[str]:
    """Return packages of which a share says something: in others, what Django asks for decides."""
    return [folder for folder, count in lines.items() if count >= 1000]


def test_no_module_is_longer_than_can_be_read_at_a_stretch():
    lines = {str(path): text_of(path).count("\n") for path in modules()}
    assert len(lines) > 700
    limits = {name: LINES_OF_RULES if name.startswith(RULES) else LINES for name in lines}
    assert {name: count for name, count in lines.items() if count > limits[name]} == {}


def test_no_package_holds_more_modules_than_can_be_surveyed():
    counted = {
        str(folder): sum(path.name != "__init__.py" for path in paths)
        for folder, paths in by_package().items()
    }
    assert {name: count for name, count in counted.items() if count > MODULES} == {}


def test_few_values_of_a_package_are_of_any_type():
    lines, uses = Counter[str](), Counter[str]()
    for path in modules():
        folder = "/".join(path.parts[:-1][:2])
        told = [line for line in text_of(path).splitlines() if not IMPORT.match(line)]
        lines[folder] += len(told)
        uses[folder] += sum(len(NAME.findall(line)) for line in told)
    share = {folder: round(uses[folder] * 1000 / lines[folder], 1) for folder in large(lines)}
    assert share["games/families"] > 0
    assert {folder: found for folder, found in share.items() if found > ANY} == {}
