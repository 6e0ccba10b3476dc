"""A game is named in its own folder and in the one list of games; no other code names it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.env import BASE_DIR
from games.families.registry import NAMES

ROOMS = ("accounts", "config", "games", "inbound", "notifications", "tournaments")
FOLDER = "games/families/"
LIST = "games/families/registry.py"
# The format of tournaments that is called after the game it began with.
FORMAT = "solitaire"


def modules() -> Iterator[Path]:
    """Return every module but migrations, and what stands in the folder of a family."""
    for room in ROOMS:
        for path in sorted((BASE_DIR / room).rglob("*.py")):
            inside = path.relative_to(BASE_DIR).as_posix()
            own = any(inside.startswith(f"{FOLDER}{name}/") for name in NAMES)
            if not own and "/migrations/" not in inside:
                yield path


def named(tree: ast.AST) -> Iterator[str]:
    """Return the games that code names: by a key as a text, or by importing from their folder."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.partition(".")[0] in NAMES and " " not in node.value:
                yield node.value.partition(".")[0]
        elif isinstance(node, ast.ImportFrom | ast.Import):
            parts = [each.name for each in node.names]
            if isinstance(node, ast.ImportFrom) and node.module:
                parts = [f"{node.module}.{part}" for part in parts]
            for part in parts:
                if part.startswith("games.families.") and part.split(".")[2] in NAMES:
                    yield part.split(".")[2]


@pytest.fixture(scope="module")
def found() -> list[tuple[str, str]]:
    """Return every place outside its own folder where a game is named."""
    places = []
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = path.relative_to(BASE_DIR).as_posix()
        places += [(inside, name) for name in named(tree)]
    return places


def test_no_code_but_the_list_of_games_names_one(found: list[tuple[str, str]]) -> None:
    beside = [place for place in found if place[0] != LIST]
    assert {name for path, name in beside if path.startswith("tournaments/")} <= {FORMAT}
    assert [place for place in beside if not place[0].startswith("tournaments/")] == []


def test_the_list_names_each_game_once(found: list[tuple[str, str]]) -> None:
    assert sorted(name for path, name in found if path == LIST) == sorted(NAMES)
