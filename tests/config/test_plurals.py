"""Numbers beside nouns: where a number may be 1, the sentence has a singular."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from accounts.services.errors import LeaveRefused
from games.clocks import Budget, TimeControl
from games.services.errors import Refused
from games.services.wording.clock_words import control_details
from games.templatetags.times import span, span_after_preposition
from games.web.page.times import reserve_text
from tests.config import gathering
from tournaments.services.refusals import explain

COUNTED = re.compile(r"%\((\w+)\)[sd] (?:more |running |finished |open )?([a-z]+)")
# Placeholders that are never 1: limits fixed in the code, seats of a table, ends of a range.
NEVER_ONE = frozenset({
    "boards", "columns", "counted", "crowd", "high", "least", "length", "limit", "lines", "low",
    "many", "most", "needed", "places", "players", "results_most", "rows", "seats", "seconds",
    "size",
})  # fmt: skip
# Refusals whose limit varies: more than 1, without a noun, or counted by both forms.
VARYING = {
    "invited_enough",
    "out_of_memory",
    "out_of_time",
    "team_full",
    "text_too_long",
    "too_many_dates",
    "too_many_running",
}
NO_NUMBER = frozenset({"challenger", "label", "name", "one", "origin", "round", "start"})
# Sentences with numbers of days fixed in the code, averages, or ends of a range.
FIXED = (
    "A pause lasts at most", "Enter an outage", "Unusual patterns", "You play with",
    "The match ended more than", "You can appeal for", "Line %(line)s", "%(edge)s points per edge",
    "This text contains", "A link can be limited", "%(moves)s moves in %(span)s",
    "%(low)d–%(high)d",
)  # fmt: skip


@pytest.fixture(scope="module")
def said():
    return [message for message in gathering.english() if message.id]


def plural_nouns(said) -> set[str]:
    """Return the nouns of which some sentence has both forms."""
    found = set()
    for one, several in (message.id for message in said if isinstance(message.id, tuple)):
        known = set(re.findall("[a-z]+", one))
        for word in set(re.findall("[a-z]{4,}", several)) - known:
            found |= {word} if known & {word[:-1], word[:-2], f"{word[:-3]}y"} else set()
    return found | {"people"}


def without_singular(said) -> list[str]:
    nouns = plural_nouns(said)
    return [
        text
        for text in (message.id for message in said if isinstance(message.id, str))
        if not text.startswith(FIXED)
        and any(
            name not in NEVER_ONE | NO_NUMBER and noun in nouns
            for name, noun in COUNTED.findall(text)
        )
    ]


def test_a_number_beside_a_noun_has_a_singular(said):
    assert {"days", "matches", "people", "players"} <= plural_nouns(said)
    assert without_singular(said) == []


PERIODS = TimeControl(bank=timedelta(days=30), periods=1, period=timedelta(days=3))
BLOCKS = TimeControl(block_moves=1, block_span=timedelta(days=50))


@pytest.mark.parametrize(
    ("language", "period", "block"),
    [
        ("en", "then 1 period of 3 days", "1 move in 50 days"),
        ("de", "dann 1 Abschnitt zu 3 Tagen", "1 Zug in 50 Tagen"),
        ("fr", "puis 1 période de 3 jours", "1 coup en 50 jours"),
        ("it", "poi 1 periodo di 3 giorni", "1 mossa in 50 giorni"),
    ],
)
def test_a_time_control_counts_its_periods_and_moves(language: str, period: str, block: str):
    with override(language):
        assert period in control_details(PERIODS)
        assert block in control_details(BLOCKS)


def test_german_spans_have_the_dative_after_a_preposition():
    twelve = replace(BLOCKS, block_moves=12)
    left = Budget(block_moves=12, block_left=timedelta(days=50))
    with override("de"):
        assert "12 Züge in 50 Tagen" in control_details(twelve)
        assert reserve_text(twelve, left.to_json()) == "12 Züge in 50 Tagen"
        assert span_after_preposition(timedelta(days=2, hours=3)) == "2 Tagen 3 Stunden"
        assert span_after_preposition(timedelta(0)) == "weniger als einer Minute"
        assert span(timedelta(days=2, hours=3)) == "2 Tage 3 Stunden"


@pytest.mark.parametrize(
    ("language", "left", "one"),
    [
        ("en", 1, "1 day of leave left"), ("en", 0, "0 days of leave left"),
        ("de", 1, "1 Urlaubstag;"), ("fr", 1, "1 jour de congé"), ("it", 1, "resta 1 giorno"),
    ],
)  # fmt: skip
def test_a_refusal_counts_what_it_names(language: str, left: int, one: str):
    with override(language):
        assert one in str(LeaveRefused("spent", left=left, days=3))


def test_refusals_of_tournaments_count_what_they_name():
    said = [
        explain(Refused("too_few_finished", least=1, finished=0)),
        explain(Refused("too_many_running", running=1, limit=0)),
        explain(Refused("too_few_entrants", least=4, entered=1)),
        explain(Refused("bad_plan", reason="format_for_other_seats", seats=1)),
        explain(Refused("bad_plan", reason="too_many_dates", dates=2, limit=1)),
    ]
    for sentence, words in zip(
        said,
        (
            "1 finished match against",
            "1 running match.",
            "1 has entered",
            "matches of 1 player.",
            "at most 1 round.",
        ),
        strict=True,
    ):
        assert words in sentence


def given_limits() -> Iterator[tuple[str, object]]:
    """Yield every refusal that names a limit with its value, None for one that varies."""
    for name, source in sources():
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call):
                for value in (each.value for each in call.keywords if each.arg == "limit"):
                    codes = [each.value for each in call.args if isinstance(each, ast.Constant)]
                    if codes:
                        yield str(codes[-1]), value_of(value, vars(import_module(name)))


def sources() -> Iterator[tuple[str, str]]:
    for app in ("accounts", "games", "inbound", "notifications", "tournaments"):
        for path in sorted(Path(settings.BASE_DIR, app).rglob("*.py")):
            source = path.read_text()
            if "limit=" in source and "migrations" not in path.parts:
                yield ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts), source


def value_of(value: ast.expr, known: dict[str, Any]) -> object:
    """Return the value of an expression over the constants of its module."""
    try:
        return eval(compile(ast.Expression(value), "<limit>", "eval"), known)
    except NameError:
        return None


def test_a_limit_beside_a_noun_is_several_or_has_a_singular():
    found: dict[str, set[object]] = {}
    for code, value in given_limits():
        found.setdefault(code, set()).add(value)
    assert len(found) > 50
    assert [code for code, values in found.items() if values & {0, 1}] == []
    assert {code for code, values in found.items() if None in values} == VARYING
