"""Every refusal of games has a sentence, and the sentence fits what is refused."""

from __future__ import annotations

import ast
import re

from config.catalogues import ROOT
from games.orders.errors import BadOrder
from games.rules import registry
from games.rules.base import IllegalMove
from games.rules.series import as_series
from games.services.errors import Refused
from games.services.wording import explaining
from games.services.wording.explaining import explain

ERRORS = {"Refused", "IllegalMove", "MalformedMove"}
NAMED = re.compile(r"%\((\w+)\)s")


def offered_modules() -> set[str]:
    """Return the modules of rules that a player of the site can meet."""
    found = {"base", "series", "registry"}
    for key in registry.offered_keys():
        series = as_series(registry.get(key))
        rules = series.inner if series else registry.get(key)
        found |= {kind.__module__.rpartition(".")[2] for kind in type(rules).__mro__}
        leg = getattr(rules, "leg", None)
        found |= {kind.__module__.rpartition(".")[2] for kind in type(leg).__mro__}
    return found


def raised() -> list[tuple[str, str, frozenset[str]]]:
    """Return place, code and parameters of every refusal with a code of its own."""
    found = []
    for path in sorted((ROOT / "games").rglob("*.py")):
        if path.parent.name == "rules" and path.stem not in offered_modules():
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute)):
                continue
            name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
            code = call.args[0] if call.args else None
            if name in ERRORS and isinstance(code, ast.Constant):
                given = frozenset(each.arg or "" for each in call.keywords)
                place = f"{path.relative_to(ROOT)}:{call.lineno}"
                found.append((place, str(code.value), given))
    return found


def test_every_refusal_has_a_sentence_for_which_everything_is_given():
    found = raised()
    assert len({code for _, code, _ in found}) > 40
    sentences = [(each, explaining.sentence_for(each[1], each[2])) for each in found]
    assert [each for each, sentence in sentences if not sentence] == []
    lacking = [
        each
        for each, sentence in sentences
        if "" not in each[2] and not set(NAMED.findall(str(sentence))) <= each[2]
    ]
    assert lacking == []


def test_a_refusal_repeats_at_most_forty_characters_of_what_was_sent():
    long = "Ä" * 5000
    for code, params in (
        ("no_player_called", {"name": long}),
        ("unknown_ruleset", {"key": long, "known": "mill"}),
        ("bad_option", {"name": "size", "value": [long], "allowed": "8"}),
        ("bad_timetable", {"text": long}),
    ):
        words = explain(Refused(code, **params))
        assert words.count("Ä") <= 40
        assert len(words) < 300
    assert len(BadOrder(IllegalMove("not_now"), 1, long).order) == 40
