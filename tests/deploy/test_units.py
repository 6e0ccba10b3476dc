"""The units of systemd: valid, hardened, and they start what ``manage.py up`` starts."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from config.running import up
from tests.deploy.files import DEPLOY, ROOT, UNITS, error_of, parts_of

ANALYZE = shutil.which("systemd-analyze")
SERVICES = [name for name in UNITS if name.endswith(".service")]
PYTHON = "/srv/ampelpost/site/.venv/bin/python"
MAX_EXPOSURE = 2.0  # of 10, as systemd-analyze counts
HARDENED = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "CapabilityBoundingSet": "",
}


class _Unit(configparser.RawConfigParser):
    def optionxform(self, optionstr: str) -> str:
        return optionstr


def unit(name: str) -> configparser.RawConfigParser:
    """Return the sections of a unit; of repeated keys the last."""
    found = _Unit(strict=False, interpolation=None, delimiters=("=",))
    found.read_string((DEPLOY / "systemd" / name).read_text())
    return found


def command_of(name: str) -> list[str]:
    """Return the command that a service starts."""
    return shlex.split(unit(name)["Service"]["ExecStart"])


def test_there_is_a_service_for_every_part_and_a_target_that_wants_them():
    wanted = set(unit("ampelpost.target")["Unit"]["Wants"].split())
    assert wanted == {f"ampelpost-{part}.service" for part in ("web", "worker", "beat", "live")}
    assert wanted < set(UNITS)
    for name in wanted:
        assert unit(name)["Unit"]["PartOf"] == unit(name)["Install"]["WantedBy"]
        assert unit(name)["Unit"]["PartOf"] == "ampelpost.target"


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
def test_systemd_accepts_every_unit(tmp_path):
    for name in UNITS:
        text = (DEPLOY / "systemd" / name).read_text()
        (tmp_path / name).write_text(text.replace(PYTHON, sys.executable))
    told = subprocess.run(
        [str(ANALYZE), "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in told.stderr.splitlines() if "ampelpost" in line] == []
    assert told.returncode == 0


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("name", SERVICES)
def test_systemd_counts_little_exposure(name):
    told = subprocess.run(
        [str(ANALYZE), "security", "--offline=true", "--no-pager", str(DEPLOY / "systemd" / name)],
        capture_output=True,
        text=True,
        check=True,
    )
    level = re.search(r"exposure level for \S+: ([\d.]+)", told.stdout)
    assert level is not None
    assert float(level[1]) <= MAX_EXPOSURE


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_hardened_and_has_its_own_user(name):
    service = unit(name)["Service"]
    assert {key: service[key] for key in HARDENED} == HARDENED
    assert service["User"] == "ampelpost"
    assert service["EnvironmentFile"] == "/etc/ampelpost.env"


def test_report_files_may_still_be_limited_in_time_and_memory():
    for name in SERVICES:
        assert "@resources" not in (DEPLOY / "systemd" / name).read_text()


@pytest.mark.parametrize(
    ("part", "line"), [("web", up.WEB), ("worker", up.WORKER), ("beat", up.BEAT)]
)
def test_a_service_starts_the_same_command_as_up(part, line):
    command = command_of(f"ampelpost-{part}.service")
    assert command[0] == PYTHON
    assert error_of(command) == ""
    assert parts_of(command)[: len(line.split())] == line.split()


def test_emails_are_taken_by_lmtp_from_this_machine_alone_once_that_is_enabled():
    name = "ampelpost-mailin.service"
    command = command_of(name)
    assert error_of(command) == ""
    assert command[2:] == ["mailin", "--lmtp", "--host", "127.0.0.1", "--port", "8025"]
    assert f"lmtp:inet:127.0.0.1:{command[-1]}" in (ROOT / "docs" / "by-mail.md").read_text()
    assert name not in unit("ampelpost.target")["Unit"]["Wants"]
    assert unit(name)["Install"]["WantedBy"] == "ampelpost.target"


def test_the_backup_runs_a_script_of_this_folder_by_a_timer():
    script = command_of("ampelpost-backup.service")[-1]
    assert (ROOT / script.removeprefix("/srv/ampelpost/site/")).is_file()
    assert "OnCalendar" in unit("ampelpost-backup.timer")["Timer"]
