"""Who has a port: found in the kernel's tables."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from config.running import ports
from tests.services import free_port

pytestmark = pytest.mark.skipif(not Path("/proc/net").exists(), reason="reads /proc")


@pytest.mark.parametrize(
    ("family", "address"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]
)
def test_the_process_that_listens_is_named_with_its_command(family: int, address: str) -> None:
    with socket.socket(family) as taken:
        taken.bind((address, 0))
        taken.listen()
        told = ports.describe_listener(taken.getsockname()[1])
    assert told.startswith(f"process {os.getpid()} (")
    assert "pytest" in told or "python" in told


def test_of_a_process_that_may_not_be_looked_into_its_user_is_named(tmp_path: Path) -> None:
    line = "0: 0100007F:1F40 00000000:0000 0A 0:0 0:0 0  0 0 4242 1 0\n"
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "tcp").write_text("  sl  local_address\n" + line)
    (tmp_path / "77").mkdir()  # without fd
    assert ports.describe_listener(8000, tmp_path) == "a process of the user root"
    assert ports.describe_listener(8001, tmp_path) == ""


def test_a_free_port_has_nobody() -> None:
    assert ports.describe_listener(free_port()) == ""


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.20", False),
        ("example.org", False),
    ],
)
def test_who_can_reach_a_server(host, alone):
    assert ports.is_loopback(host) is alone
