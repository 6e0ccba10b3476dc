"""``manage.py check --deploy``: clean in production, a sentence for each thing missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from config import checks, env

GOOD = {
    "SITE_URL": "https://play.example.org",
    "ALLOWED_HOSTS": ["play.example.org"],
    "SECRET_KEY": "kXb3-tQz8_vR1nWm5LcYp7JdHs2GfUo9AiEe4TxVqBrNyMwKjD",
    "SECRET_KEY_FALLBACKS": [],
    "SECURE_HSTS_SECONDS": 31536000,
    "DEVELOPMENT": False,
    "DEBUG": False,
    "SECOND_FACTOR": True,
}


def checked(folder: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the command as an operator does, on a site that lacks nothing but ``changes``."""
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(folder),
        "SITE_URL": "https://play.example.org",
        "SECRET_KEY": str(GOOD["SECRET_KEY"]),
        "DATABASE_URL": "postgres://nobody:nothing@127.0.0.1:1/none",
        **changes,
    }
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=django_settings.BASE_DIR,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )


def test_a_site_in_production_has_no_issues(tmp_path: Path) -> None:
    done = checked(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.long
def test_a_careless_one_is_told_in_sentences(tmp_path: Path) -> None:
    done = checked(tmp_path, ALLOWED_HOSTS=",", SECRET_KEY="short", HSTS_SECONDS="0")
    assert done.returncode == 1
    for words in ("ALLOWED_HOSTS is empty", "SECRET_KEY is too easy", "HSTS lasts 0 seconds"):
        assert words in done.stderr


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ({}, None),
        ({"ALLOWED_HOSTS": []}, "E001"),
        ({"ALLOWED_HOSTS": ["play.example.org", "*"]}, "E002"),
        ({"SECRET_KEY": "x9" * 10}, "E003"),
        ({"SECRET_KEY": "ab" * 40}, "E003"),
        ({"SECRET_KEY_FALLBACKS": ["old"]}, "E003"),
        ({"SITE_URL": "http://play.example.org"}, "E004"),
        ({"SECURE_HSTS_SECONDS": 0}, "E005"),
        ({"SECURE_HSTS_SECONDS": 3600}, "E005"),
        ({"DEVELOPMENT": True}, "E006"),
        ({"DEBUG": True}, "E006"),
        ({"SECOND_FACTOR": False}, "E007"),
    ],
)
def test_each_thing_that_is_missing_is_an_error(
    settings: Any, change: dict[str, Any], number: str | None
) -> None:
    for name, value in (GOOD | change).items():
        setattr(settings, name, value)
    found = checks.production(None)
    assert [each.id for each in found] == ([f"ampelpost.{number}"] if number else [])
    assert all(each.hint and each.msg.endswith(".") and each.level >= 40 for each in found)


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("https://play.example.org", ["play.example.org"]),
        ("https://Play.Example.org:8443", ["play.example.org"]),
        ("http://127.0.0.1:8000", ["127.0.0.1", "localhost", "[::1]"]),
        ("http://localhost:8000", ["127.0.0.1", "localhost", "[::1]"]),
        ("http://[2001:db8::1]:8000", ["[2001:db8::1]"]),
        ("play.example.org", []),
    ],
)
def test_the_host_that_may_be_asked_for_is_that_of_the_site(url: str, hosts: list[str]) -> None:
    assert env.host_names(url) == hosts


def test_an_embedded_site_does_not_answer_to_any_name() -> None:
    assert "*" not in django_settings.ALLOWED_HOSTS
    source = (django_settings.BASE_DIR / "config/settings.py").read_text()
    assert '["*"]' not in source
