"""The compose file: every service starts something that exists, with what it needs."""

from __future__ import annotations

import shlex

import pytest

from config.running import up
from tests.config.test_docs import variables
from tests.deploy.files import DEPLOY, compose, error_of, parts_of

OURS = ("prepare", "web", "worker", "beat", "live", "mailin")
ONCE = {"prepare", "backup"}


def test_the_whole_site_is_there():
    expected = {*OURS, "proxy", "database", "broker", "backup"}
    assert set(compose()["services"]) == expected


@pytest.mark.parametrize("name", OURS)
def test_every_command_names_a_module_or_command_that_exists(name):
    assert error_of(compose()["services"][name]["command"]) == ""


@pytest.mark.parametrize(
    ("part", "line"), [("web", up.WEB), ("worker", up.WORKER), ("beat", up.BEAT)]
)
def test_a_service_starts_the_same_command_as_up(part, line):
    command = compose()["services"][part]["command"]
    assert parts_of(command)[: len(line.split())] == line.split()


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_every_health_check_asks_something_that_exists(name):
    kind, *command = compose()["services"][name]["healthcheck"]["test"]
    words = shlex.split(command[0].split(">")[0]) if kind == "CMD-SHELL" else command
    assert error_of(words) == ""


def test_emails_are_taken_where_that_is_asked_for_and_from_nobody_outside():
    service = compose()["services"]["mailin"]
    assert service["profiles"] == ["mail"]
    assert "ports" not in service
    assert service["expose"] == ["8025"] == [service["command"][-1]]
    assert "8025" in service["healthcheck"]["test"][-1]


def test_whatever_keeps_running_is_restarted_and_checked():
    for name, service in compose()["services"].items():
        if name in ONCE:
            assert service["restart"] == "no"
            continue
        assert service["restart"] == "unless-stopped", name
        assert name == "web" or "healthcheck" in service  # the image has that of web
        assert service["logging"]["options"]["max-size"]


@pytest.mark.parametrize("name", OURS)
def test_the_parts_of_the_site_cannot_write_to_their_image(name):
    service = compose()["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert any(each.startswith("/srv/var:") for each in service["tmpfs"])


def test_it_sets_only_variables_that_are_read():
    for name in OURS:
        assert set(compose()["services"][name]["environment"]) - variables() == set()


def test_the_example_of_secrets_has_what_the_compose_file_asks_for_and_nothing_unknown():
    lines = (DEPLOY / "env.example").read_text().splitlines()
    named = {line.split("=")[0] for line in lines if line and not line.startswith("#")}
    assert named - variables() == {"POSTGRES_PASSWORD"}
    text = (DEPLOY / "compose.yml").read_text()
    asked = {part.split(":?")[0] for part in text.split("${")[1:] if ":?" in part.split("}")[0]}
    assert asked <= named


def test_every_volume_is_declared_and_every_file_that_is_mounted_exists():
    whole = compose()
    for service in whole["services"].values():
        for mount in service.get("volumes", []):
            source, colon, _target = mount.partition(":")
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            elif colon:
                assert source in whole["volumes"]


def test_no_service_waits_for_one_that_does_not_exist():
    services = compose()["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
