"""Reading the environment: what is meant, and what is refused by name."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config import env
from config.env import mail

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("word", "meaning"), [("1", True), ("Yes", True), (" on ", True), ("0", False), ("No", False)]
)
def test_words_for_yes_and_no(monkeypatch, word, meaning):
    monkeypatch.setenv("QUESTION", word)
    assert env.flag("QUESTION", default=not meaning) is meaning


def test_an_empty_variable_counts_as_unset(monkeypatch):
    monkeypatch.setenv("QUESTION", "")
    assert env.flag("QUESTION", default=True) is True
    assert env.number("QUESTION", 7) == 7
    assert env.text("QUESTION", "x") == "x"
    assert env.comma_list("QUESTION", ["a"]) == ["a"]


def test_other_words_are_refused_by_name(monkeypatch):
    monkeypatch.setenv("QUESTION", "maybe")
    with pytest.raises(ValueError, match="QUESTION='maybe': write one of 1, true"):
        env.flag("QUESTION")
    with pytest.raises(ValueError, match="QUESTION='maybe': write a whole number"):
        env.number("QUESTION", 1)


def test_lists_are_separated_by_commas(monkeypatch):
    monkeypatch.setenv("QUESTION", "a.org, b.org,")
    assert env.comma_list("QUESTION", []) == ["a.org", "b.org"]


def test_a_folder_with_a_long_name_keeps_its_socket_in_tmp(monkeypatch, tmp_path):
    monkeypatch.setenv("VAR_DIR", str(tmp_path / ("long" * 30)))
    assert str(env.socket_path()).startswith("/tmp/ampelpost-")
    assert len(str(env.socket_path())) < 100


def test_a_relative_folder_means_the_same_for_every_part(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VAR_DIR", "here")
    assert env.var_dir() == tmp_path / "here"


@pytest.mark.parametrize(
    ("url", "broker", "cache"),
    [
        ("redis://h:1/2", "redis://h:1/2", "redis://h:1/2"),
        ("unix:///r.sock", "redis+socket:///r.sock?virtual_host=0", "unix:///r.sock?db=1"),
    ],
)
def test_one_address_serves_broker_and_cache(monkeypatch, url, broker, cache):
    monkeypatch.setenv("REDIS_URL", url)
    assert env.redis_urls() == (broker, cache)


def test_production_without_a_secret_key_is_refused_with_a_sentence(tmp_path):
    production = {"DATABASE_URL": "postgres://x@localhost/x", "VAR_DIR": str(tmp_path)}
    unset = {"SECRET_KEY": "", "DEVELOPMENT": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env={**os.environ, **production, **unset},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("SECRET_KEY is not set")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "url",
    ["sqlite:", "sqlite:///x", "nonsense", "postgres:", "postgres://u:p@h:abc/x", "mysql://h/x"],
)
def test_an_address_of_no_postgresql_is_refused_with_what_to_write(monkeypatch, url):
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ValueError, match="write postgres://user:password@host"):
        env.database_url()


@pytest.mark.parametrize(
    "url", ["", "postgres://x@localhost/x", "postgresql://u:p@h:5432/name?a=b"]
)
def test_an_address_of_a_postgresql_is_taken_as_it_is(monkeypatch, url):
    monkeypatch.setenv("DATABASE_URL", url)
    assert env.database_url() == url


@pytest.mark.parametrize(
    "url", ["foo", "smtp://[::1", "http://x", "anymail://", "anymail://nobody", "anymail://a.b"]
)
def test_an_address_that_sends_nothing_is_refused_with_what_to_write(url):
    with pytest.raises(ValueError, match=r"EMAIL_URL: write smtp\+tls://"):
        mail.backend(url)


@pytest.mark.parametrize(
    "url", ["smtp+tls://u:p@h:587", "anymail://postmark", "anymail://Mailgun/"]
)
def test_an_address_that_sends_is_taken(url):
    assert mail.backend(url)["EMAIL_TIMEOUT"] == 20


@pytest.mark.parametrize("url", ["foo", "http://h", "redis://", "redis://h:x", "unix://"])
def test_an_address_of_no_redis_is_refused_with_what_to_write(monkeypatch, url):
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ValueError, match="REDIS_URL: write redis://"):
        env.redis_urls()


@pytest.mark.parametrize("text", ["xx", "Name <xx>", "@", "Anna <@x>"])
def test_a_sender_without_an_address_is_refused_with_what_to_write(text):
    with pytest.raises(ValueError, match="DEFAULT_FROM_EMAIL"):
        mail.sender(text, "Ampelpost")


def test_a_secret_is_made_once_whole_and_for_our_eyes_only(tmp_path):
    path = tmp_path / "secret_key"
    path.with_suffix(".new").write_text("")  # a start that was killed while it wrote
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(env.read_or_create_secret, [path] * 8))
    assert found == {path.read_text()}
    assert len(path.read_text()) > 50
    assert path.stat().st_mode & 0o777 == 0o600
