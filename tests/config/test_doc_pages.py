"""The documentation holds: links lead somewhere, commands run, words are those of the site."""

from __future__ import annotations

import io
import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands
from django.urls import Resolver404, resolve

from tests.config import gathering
from tests.sampling import sampled

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("deploy/*.md")])
BY_NAME = [str(page.relative_to(ROOT)) for page in PAGES]
DEPLOYED = [
    str(path.relative_to(ROOT))
    for path in (ROOT / "deploy").rglob("*")
    if path.is_file() and path.parent.name != "__pycache__"
]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
# Homes, work folders and package caches of one machine; hosts that packages and images come from.
ONE_MACHINE = re.compile(
    r"(?<![\w.-])/(?:root|home|work|opt|Users|tmp)/"
    r"|pypi|pythonhosted|npmjs|docker\.io|ghcr\.io|quay\.io|gcr\.io|shields\.io",
    re.IGNORECASE,
)


def text_of(name: str) -> str:
    """Return the text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """Return the names by which the headings of a page can be linked."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


def broken_links(page: Path) -> list[str]:
    """Return the relative links of a page that lead nowhere."""
    found = []
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        goal = (page.parent / path).resolve() if path else page
        if not goal.exists() or (anchor and anchor not in anchors(goal)):
            found.append(target)
    return found


def test_there_are_pages_to_look_at():
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/layout.md"} <= set(BY_NAME)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_relative_link_leads_to_a_file_and_a_heading_that_exist(name):
    assert broken_links(ROOT / name) == []


def test_a_link_to_nowhere_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Head\n[a](gone.md) [b](#head) [c](#tail) [d](https://example.org/x)")
    assert broken_links(page) == ["gone.md", "#tail"]


@pytest.mark.parametrize("name", sorted({*BY_NAME, *DEPLOYED}))
def test_no_page_speaks_of_one_machine_or_of_package_hosts(name):
    assert ONE_MACHINE.findall(text_of(name)) == []


@cache
def python_files() -> set[str]:
    """Return the paths of all modules from the root."""
    packages = ["accounts", "config", "deploy", "docs", "games", "notifications", "tests"]
    packages += ["inbound", "tournaments"]
    return {
        f"/{path.relative_to(ROOT)}"
        for package in packages
        for path in (ROOT / package).rglob("*.py")
    }


@pytest.mark.parametrize("name", BY_NAME)
def test_every_python_file_that_is_named_exists(name):
    files = python_files()
    named = set(re.findall(r"`(?!manage\.py)([\w/-]+\.py)(?:::[^`]*)?`", text_of(name)))
    assert {each for each in named if not any(path.endswith(f"/{each}") for path in files)} == set()


@pytest.mark.parametrize("name", BY_NAME)
def test_every_management_command_that_is_named_exists(name):
    named = set(re.findall(r"manage\.py ([a-z_]+)", text_of(name)))
    assert named - set(get_commands()) == set()


def test_every_option_that_the_readme_names_is_known_to_a_command():
    commands = "".join(path.read_text() for path in ROOT.glob("*/management/commands/*.py"))
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text_of("README.md")))
    assert len(options) > 3
    assert {option for option in options if f'"{option}"' not in commands} == set()


def test_the_examples_of_the_rules_command_run():
    lines = set()
    for name in BY_NAME:
        lines |= set(re.findall(r"manage\.py (rules [^`\n]*)", text_of(name)))
    lines -= {line for line in lines if "KEY" in line}
    assert len(lines) > 3
    for line in sorted(lines):
        said = io.StringIO()
        call_command(*shlex.split(line.replace("\\`", "")), stdout=said)
        assert said.getvalue().strip(), line


@pytest.mark.django_db
def test_the_operators_recipe_makes_bots_that_play_every_game():
    from games.families import strategies
    from games.models import Bot
    from games.rules import registry

    told = text_of("docs/operations.md").split("\n## Bots\n")[1]
    recipe = re.findall(r"^python3 manage.py (bots .*)$", told.split("\n## ")[0], re.MULTILINE)
    assert len(recipe) > 3
    for line in recipe:
        call_command(*shlex.split(line))
    added = Bot.objects.filter(player__name__in=["Iris", "Early Bird"])
    assert {bot.strategy for bot in added} == {"greedy", "two_ply"}
    for bot in added:
        plays = [
            key for key in registry.offered_keys() if bot.strategy in strategies.for_ruleset(key)
        ]
        assert bot.rulesets == plays
    for key in registry.offered_keys():
        able = [bot for bot in Bot.objects.all() if key in bot.rulesets]
        assert len(able) >= max(registry.get(key).seats) - 1, key


def test_every_address_that_the_readme_names_is_served():
    named = re.findall(r"`(/[a-z][\w/.-]*)(?:\?[^`]*)?`", text_of("README.md"))
    assert "/admin/" in named
    for address in named:
        try:
            resolve(address)
        except Resolver404:
            pytest.fail(f"{address} is no address of this site")


def test_the_readme_logs_in_as_the_demonstration_does():
    from django.conf import settings

    from config.demo.club import PASSWORD, PEOPLE

    readme = text_of("README.md")
    assert all(
        f"`{word}`" in readme for word in (PASSWORD, PEOPLE[0].address, settings.DEMO_OPERATOR)
    )


def test_the_map_names_every_page_of_the_folder():
    named = set(LINK.findall(text_of("docs/README.md")))
    pages = {
        str(path.relative_to(ROOT / "docs"))
        for path in (ROOT / "docs").iterdir()
        if path.suffix == ".md" and path.name != "README.md"
    }
    assert pages - named == set()


def test_every_family_of_games_stands_in_the_list_of_games():
    from games.rules import registry

    listed = text_of("docs/games/README.md")
    assert [key for key in registry.offered_keys() if f"`{key}`" not in listed] == []


@pytest.mark.parametrize(
    "package",
    [
        "accounts",
        "games",
        "games/rules",
        "inbound",
        "notifications",
        "tournaments",
        "tournaments/referees",
    ],
)
def test_the_layout_names_every_module_of_a_package(package):
    outside = {"__init__", "__pycache__", "apps", "urls", "migrations"}
    inside = {path.stem for path in (ROOT / package).iterdir() if path.suffix in {".py", ""}}
    layout = text_of("docs/layout.md")
    assert {name for name in inside - outside if not re.search(rf"\b{name}\b", layout)} == set()


def test_the_picture_of_the_readme_is_light_enough():
    pictures = [path for path in LINK.findall(text_of("README.md")) if path.endswith(".png")]
    assert pictures
    assert all((ROOT / path).stat().st_size <= 250_000 for path in pictures)


def rows_of_words() -> list[list[str]]:
    """Return the rows of the vocabulary that have all four languages."""
    rows = [line.split("|") for line in text_of("docs/vocabulary.md").lower().splitlines()]
    words = [[cell.strip() for cell in row[1:5]] for row in rows if len(row) == 7]
    return [row for row in words if row[0] != "english" and set(row[0]) != {"-"}]


def said_for(word: str, entries: list[tuple[str, str]]) -> list[str]:
    """Return the translations of all sentences that hold an English word."""
    whole = re.compile(rf"\b{re.escape(word)}s?\b")
    return [said for sentence, said in entries if word in sentence and whole.search(sentence)]


def _said(text: str | tuple[str, ...] | list[str] | None) -> str:
    return text if isinstance(text, str) else " ".join(text or ())


@pytest.mark.parametrize(("column", "language"), sampled([(1, "de"), (2, "fr"), (3, "it")], 1))
def test_the_vocabulary_says_what_the_catalogues_say(column, language):
    catalogue = gathering.read(language)
    entries = [
        (_said(entry.id).lower(), _said(entry.string).lower()) for entry in catalogue if entry.id
    ]
    compared = 0
    for row in rows_of_words():
        words = re.sub(r" \(.*?\)", "", row[0]).split(", ")
        for word, ours in zip(words, row[column].split(", "), strict=True):
            theirs = said_for(word, entries)
            compared += bool(theirs)
            assert not theirs or any(ours in each for each in theirs), (word, ours, theirs[:5])
    assert compared >= 25
