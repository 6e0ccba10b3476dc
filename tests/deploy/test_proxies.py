"""The examples for nginx and Caddy: where requests go, and what they may not do."""

from __future__ import annotations

import re

import pytest
from django.urls import Resolver404, resolve

from tests.deploy.files import ADDRESS, DEPLOY, compose

NAMES = ["nginx.conf", "Caddyfile"]


def told(name: str) -> str:
    """Return a file without its comments."""
    lines = (DEPLOY / name).read_text().splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))


@pytest.mark.parametrize("name", NAMES)
def test_every_address_behind_the_proxy_is_named_once(name):
    found = ADDRESS.findall(told(name))
    assert sorted(found) == sorted(set(found))
    assert sorted(found) == ["127.0.0.1:8000", "127.0.0.1:8001"]


@pytest.mark.parametrize("name", NAMES)
def test_no_page_lies_where_the_proxy_sends_the_streams(name):
    streams = re.findall(r"(?:handle|location =) (/\S+/) \{\s*(?:reverse_)?proxy", told(name))
    assert streams == ["/live/"]
    with pytest.raises(Resolver404):
        resolve(streams[0])


@pytest.mark.parametrize("name", NAMES)
def test_braces_and_lines_are_complete(name):
    text = told(name)
    assert text.count("{") == text.count("}")
    if name == "nginx.conf":
        bare = [line.strip() for line in text.splitlines() if line.strip()]
        assert [line for line in bare if line[-1] not in "{};"] == []


def test_the_web_server_listens_where_the_proxies_look():
    unit = (DEPLOY / "systemd" / "ampelpost-web.service").read_text()
    assert "--host 127.0.0.1 --port 8000" in unit
    services = compose()["services"]
    assert services["proxy"]["environment"]["UPSTREAM"] == "web:8000"
    assert services["web"]["expose"] == ["8000"]
    events = (DEPLOY / "systemd" / "ampelpost-live.service").read_text()
    assert "--host 127.0.0.1 --port 8001" in events
    assert services["proxy"]["environment"]["LIVE_UPSTREAM"] == "live:8001"
    assert services["live"]["expose"] == ["8001"]


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_hidden_static_files_are_served_and_bodies_are_limited(name):
    text = told(name)
    assert re.search(r"/metrics \{\s*(return|respond) 404", text)
    assert "/static/" in text
    assert re.search(r"client_max_body_size 2m|max_size 2MB", text)
    assert "Upgrade" not in text  # no WebSockets


def test_nginx_overwrites_what_visitors_could_forge_and_insists_on_https():
    text = told("nginx.conf")
    assert "X-Forwarded-For $remote_addr;" in text
    assert "X-Forwarded-Proto $scheme;" in text
    assert "Strict-Transport-Security" in text
    assert "limit_req " in text
    zones = set(re.findall(r"limit_(?:req|conn)_zone .*zone=(\w+)", text))
    used = set(re.findall(r"limit_req zone=(\w+)|limit_conn (\w+) ", text))
    assert zones == {name for pair in used for name in pair if name}


def test_the_log_that_is_rotated_is_the_one_that_is_written():
    folder = (DEPLOY / "logrotate.conf").read_text().split("*.log")[0].splitlines()[-1]
    assert f"error_log {folder}" in told("nginx.conf")
