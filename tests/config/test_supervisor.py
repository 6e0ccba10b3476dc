"""The supervisor alone, with small programs as its parts."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brotli
import pytest
from django.contrib.staticfiles.finders import FileSystemFinder

from config import applications, static_config
from config.running import static, supervisor
from config.running.supervisor import Part, Supervisor
from tests.patience import until


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def keeper(out, tmp_path):
    it = Supervisor(tmp_path, out)
    yield it
    it.stop()


def program(code: str) -> list[str]:
    return [sys.executable, "-u", "-c", code]


def turn_until(keeper: Any, claim: Callable[[], bool]) -> None:
    def turned() -> bool:
        keeper.run_once(0.02)
        return claim()

    until(turned, "what the parts should do", said=keeper.out.getvalue)


def test_every_line_carries_the_name_of_its_part(keeper, out):
    keeper.add(Part("cook", program("print('soup'); print('salt'); import signal; signal.pause()")))
    turn_until(keeper, lambda: "salt" in out.getvalue())
    assert "   cook | soup\n   cook | salt\n" in out.getvalue()


def test_a_part_that_falls_at_once_is_started_again_with_growing_patience(keeper, out):
    part = Part("cook", program("raise SystemExit(3)"))
    keeper.add(part)
    turn_until(keeper, lambda: part.failures == 3)
    told = [line for line in out.getvalue().splitlines() if "ended" in line]
    assert told == [f"   cook | ended with 3; starting again in {s} s" for s in ("0.5", "1", "2")]


def test_the_patience_has_an_end(keeper, monkeypatch):
    now = 1000.0
    part = Part("cook", program("raise SystemExit(3)"), failures=50)
    clock = SimpleNamespace(monotonic=lambda: now, sleep=lambda _seconds: None)
    monkeypatch.setattr(supervisor, "time", clock)
    keeper.add(part)
    turn_until(keeper, lambda: part.failures == 51)
    assert part.restart_at == now + supervisor.MAX_RESTART_DELAY
    now += supervisor.MAX_RESTART_DELAY - 0.1
    keeper.run_once(0)
    assert part.process is None
    now += 0.1
    keeper.run_once(0)
    assert part.process is not None


def test_a_part_that_ignores_term_is_killed_with_its_children(keeper, monkeypatch, tmp_path):
    monkeypatch.setattr(supervisor, "STOP_TIMEOUT", 0.5)
    code = (
        "import os, signal, subprocess, sys\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        "open('child', 'w').write(str(child.pid))\n"
        "print('deaf'); signal.pause()\n"
    )
    part = Part("cook", program(code))
    keeper.add(part)
    turn_until(keeper, lambda: "deaf" in keeper.out.getvalue())
    child = int((tmp_path / "child").read_text())
    keeper.stop()
    assert not part.alive
    until(lambda: state(child) == "Z", "the child is dead")


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def test_servers_that_others_need_are_stopped_last(keeper, out):
    code = "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])\n"
    code += "print('up'); signal.sigwait([signal.SIGTERM]); print('bye')"
    keeper.add(Part("broker", program(code), last=True))
    keeper.add(Part("web", program(code)))
    turn_until(keeper, lambda: out.getvalue().count("up") == 2)
    keeper.stop()
    told = out.getvalue()
    assert told.index("web | bye") < told.index("broker | bye")


def test_a_closed_terminal_is_no_fault(tmp_path):
    sink = io.StringIO()
    sink.close()
    quiet = Supervisor.__new__(Supervisor)
    quiet.out, quiet.colour, quiet.parts = sink, False, []
    quiet.say("cook", "soup")


def test_a_part_that_runs_once_leaves_its_code_and_is_not_started_again(keeper, out):
    part = Part("cook", program("print('soup'); raise SystemExit(4)"), once=True)
    keeper.add(part)
    turn_until(keeper, lambda: part.code is not None)
    keeper.run_once(0.02)
    assert (part.code, part.process, part.failures) == (4, None, 0)
    assert out.getvalue() == "   cook | soup\n"


def test_a_part_that_cannot_be_started_is_tried_again(keeper, out):
    part = Part("cook", ["/nowhere/cook"])
    keeper.add(part)
    assert part.failures == 1
    assert "cannot start" in out.getvalue()


def test_large_files_are_compressed_quickly_and_what_nobody_asks_for_is_left_out():
    text = "".join(f"{number:x} " for number in range(20_000)).encode()
    quick = static_config.QuickCompressor.compress_brotli(text)
    assert brotli.decompress(quick) == text
    assert quick == brotli.compress(text, quality=9)
    storage = static_config.QuicklyCompressedStorage()
    compressor = storage.create_compressor(extensions=None, quiet=True)
    assert compressor.should_compress("a.css")
    assert not compressor.should_compress("a.css.map")
    assert "config.static_config.UsedFilesConfig" in applications.INSTALLED  # tests use Django's
    assert "redoc" in static_config.UsedFilesConfig.ignore_patterns


def test_style_sheets_and_scripts_are_collected_without_comments(tmp_path, settings):
    source, root = tmp_path / "source", tmp_path / "root"
    source.mkdir()
    (source / "a.css").write_text("/* why */\n@media print {\n  a > b {\n    color: red;\n  }\n}\n")
    (source / "a.js").write_text("/* why */\n(() => {\n  // how\n  window.at = `a // b`;\n})();\n")
    (source / "b.min.js").write_text("/* whose */ window.by = 1;\n")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    storage = static_config.QuicklyCompressedStorage(location=root, base_url="/static/")
    found = {}
    for name, files in FileSystemFinder().list([]):
        with files.open(name) as file:
            storage.save(name, file)
        found[name] = (files, name)
    assert all(done for _name, _hashed, done in storage.post_process(found))
    texts = {name: (root / storage.stored_name(name)).read_text() for name in found}
    assert texts == {
        "a.css": "@media print{a>b{color:red}}",
        "a.js": "(()=>{window.at=`a // b`;})();",
        "b.min.js": "/* whose */ window.by = 1;\n",
    }


def test_static_files_are_collected_again_only_after_a_change(tmp_path, settings):
    source, root = tmp_path / "source", tmp_path / "root"
    source.mkdir()
    root.mkdir()
    (source / "a.css").write_text("a{}")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    assert not static.is_collected(root)
    static.mark_collected(root)
    assert static.is_collected(root)
    os.utime(source / "a.css", (1, 1))
    assert not static.is_collected(root)
