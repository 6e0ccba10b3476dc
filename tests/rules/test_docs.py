"""The pages of the games name every clause and every refusal that the code knows."""

import re
from pathlib import Path

import pytest

from games.rules import registry

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "games"


def _numbered(letters, last):
    return [f"{letters}-{number}" for number in range(1, last + 1)]


CLAUSES = {
    "traffic_lights": _numbered("TL", 24),
    "triad": _numbered("TR", 8),
    "ampel": _numbered("AM", 13),
    "goose": _numbered("GA", 8),
    "halma": _numbered("HA", 8),
    "mensch": [*_numbered("MA", 17), *_numbered("MT", 8)],
    "draughts": _numbered("DA", 8),
    "five": _numbered("FU", 5),
    "solitaire": _numbered("SO", 5),
    "mill": _numbered("MU", 7),
    "chess": _numbered("SC", 6),
    "tri_plan": _numbered("TP", 20),
}


REPEATING = ("draughts", "mill")


def code_of(family):
    paths = sorted((ROOT / "games" / "families" / family).glob("*.py"))
    shared = [ROOT / "games" / "rules" / "repetition.py"] if family in REPEATING else []
    return "".join(path.read_text(encoding="utf-8") for path in [*paths, *shared])


def page(family):
    return (PAGES / f"{family}.md").read_text(encoding="utf-8")


def test_every_family_has_a_page_with_numbered_clauses():
    families = {key.partition(".")[0] for key in registry.keys()}  # noqa: SIM118
    assert families == set(CLAUSES)


@pytest.mark.parametrize(
    ("family", "clause"), [(family, each) for family in CLAUSES for each in CLAUSES[family]]
)
def test_the_page_states_the_clause_as_a_paragraph_of_its_own(family, clause):
    assert re.search(rf"^\*\*{clause} [^*]+\.\*\* \w", page(family), re.MULTILINE)


@pytest.mark.parametrize("family", CLAUSES)
def test_the_code_quotes_only_clauses_that_the_page_states(family):
    code = code_of(family)
    assert set(re.findall(r"\b[A-Z]{2}-\d+\b", code)) <= set(CLAUSES[family])


def test_the_common_page_states_every_common_clause_that_code_quotes():
    numbers = re.findall(r"^\*\*(C-\d+) [^*]+\.\*\* [\w(]", page("common"), re.MULTILINE)
    assert numbers == _numbered("C", 14)
    quoted = set()
    for package in ("accounts", "notifications", "games", "inbound", "tournaments", "config"):
        for path in (ROOT / package).rglob("*.py"):
            quoted |= set(re.findall(r"(?<![\w.-])C-\d+\b", path.read_text(encoding="utf-8")))
    assert quoted
    assert quoted <= set(numbers)


@pytest.mark.parametrize("family", CLAUSES)
def test_the_page_lists_every_code_of_refusal(family):
    code = code_of(family)
    codes = set(re.findall(r"(?:IllegalMove|MalformedMove)\(\s*\"(\w+)\"", code))
    assert codes
    for each in codes:
        assert f"| `{each}` |" in page(family)


@pytest.mark.parametrize("key", registry.keys())
def test_the_page_names_the_ruleset_and_its_options(key):
    text = page(key.partition(".")[0])
    assert f"`{key}`" in text
    for option in registry.get(key).options:
        assert f"`{option}`" in text
