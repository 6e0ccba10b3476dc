"""Names in sentences and beside other text are isolated, so that Hebrew ones turn nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

PACKAGES = ("accounts", "config", "games", "inbound", "notifications", "tournaments")
OTHERS = {"management", "migrations", "rehearsal", "rules", "diagrams"}  # for terminals, no people
NAMED = re.compile(r"\.(name|title|team_name)\b")
SHOWN = re.compile(r"\{\{\s*([\w.]+)(\S*)\s*\}\}")
TRANSLATED = re.compile(r"\{%\s*blocktranslate\b(.*?)%\}", re.DOTALL)
GIVEN = re.compile(r"\w+=([\w.]+)(\S*)")
PERSONS = (
    r"(player|by|about|opponent|challenger|assignee|captain|settled_by|organiser|reader|other)"
)
NAME = re.compile(
    rf"(.*\.)?(({PERSONS}|team|club|event)\.name|(tournament|event)\.title|team_name)"
)
ATTRIBUTE = re.compile(r"""(value="|\?\w+=|<title>[^<]*|\{% block (title|description) %\}.*)$""")
NO_NAMES_OF_PEOPLE = {  # files, games, variants, keys of programs, and titles of our own pages
    "accounts/services/closing.py": "row.name",
    "config/personal/zip_stream.py": "player.name",
    "config/texts/web/__init__.py": "shown.title",
    "games/web/challenges/start.py": "player.name",  # becomes the text of a field
    "games/services/wording/rules_text.py": "family.name",
    "games/web/page/history.py": "self.name legs[0].title",
    "tournaments/models/tournament.py": "self.name",  # __str__
    "tournaments/services/files/trf_files.py": "tournament.title",
    "tournaments/services/summaries.py": "each.name",
    "tournaments/services/wording.py": "self.name",
}


def _sources(*patterns: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        for path in sorted(settings.BASE_DIR.glob(pattern)):
            yield str(path.relative_to(settings.BASE_DIR)), path.read_text()


def test_templates_isolate_names_in_sentences_and_beside_other_text() -> None:
    found = []
    for path, text in _sources("templates/**/*.html", "templates/**/*.txt"):
        inside = [(g, "") for tag in TRANSLATED.finditer(text) for g in GIVEN.finditer(tag[1])]
        shown = [(each, text[: each.start()]) for each in SHOWN.finditer(text)]
        for part, before in (*inside, *shown):
            bare = NAME.fullmatch(part[1]) and "isolated" not in part[2]
            if bare and not ATTRIBUTE.search(before):
                found.append((path, part[0]))
    assert not found, found


def test_sentences_composed_in_python_isolate_names() -> None:
    found = []
    for path, text in _sources(*(f"{package}/**/*.py" for package in PACKAGES)):
        if OTHERS.isdisjoint(Path(path).parts) and NAMED.search(text):
            kept = NO_NAMES_OF_PEOPLE.get(path, "").split()
            bare = (ast.unparse(each) for each in _values(ast.parse(text)) if _is_name(each))
            found += [(path, each) for each in bare if each not in kept]
    assert not found, found


def _values(tree: ast.AST) -> Iterator[ast.expr]:
    """Find what is put into sentences and labels: by ``%``, in f-strings, and as a choice."""
    put = {name for each in ast.walk(tree) for name in _filled_by(each)}
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Mod(), right=ast.Dict(values=values)):
                yield from values
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=values)) if (
                name in put
            ):
                yield from values
            case ast.JoinedStr(values=[_, _, *_]):
                yield from (
                    each.value for each in node.values if isinstance(each, ast.FormattedValue)
                )
            case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value="player" | "name"))]):
                yield node.value
            case ast.Tuple(elts=[key, name]) if ast.unparse(key).endswith((".pk", ".pk)")):
                yield name


def _filled_by(node: ast.AST) -> list[str]:
    """Return the name of the words that a sentence is filled with."""
    match node:
        case ast.BinOp(op=ast.Mod(), right=ast.Name(id=name)):
            return [name]
    return []


def _is_name(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="str"), args=[inner]):
            return _is_name(inner)
        case ast.IfExp():
            return _is_name(value.body) or _is_name(value.orelse)
        case ast.BoolOp():
            return any(map(_is_name, value.values))
    return isinstance(value, ast.Attribute) and value.attr in ("name", "title", "team_name")
