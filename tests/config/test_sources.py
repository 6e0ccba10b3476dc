"""``up --reload`` restarts the site when a source has changed, and only then."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from config.running.sources import newest_change
from tests.patience import until
from tests.running_site import ROOT, RunningSite
from tests.services import free_port


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("games/rules/mill.py", "templates/base.html", "var/db.py", "games/notes.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for folder, _folders, names in os.walk(tmp_path):
        for name in (*names, "."):
            os.utime(Path(folder, name), (1000, 1000))
    return tmp_path


@pytest.mark.parametrize("name", ["games/rules/mill.py", "templates/base.html"])
def test_a_changed_source_is_noticed(root: Path, name: str) -> None:
    assert newest_change(root) == 1000
    os.utime(root / name, (2000, 2000))
    assert newest_change(root) == 2000


def test_a_source_that_goes_is_noticed(root: Path) -> None:
    (root / "games/rules/mill.py").unlink()
    assert newest_change(root) > 1000


def test_what_an_editor_leaves_beside_a_file_does_not_matter(root: Path) -> None:
    (root / "games/rules/.#mill.py").symlink_to("somebody@somewhere")
    (root / "games/rules/gone.py").symlink_to("nowhere.py")
    os.utime(root / "games/rules", (1000, 1000))
    assert newest_change(root) == 1000


@pytest.mark.parametrize("name", ["var/db.py", "games/notes.md", "games/__pycache__/mill.py"])
def test_what_the_site_writes_itself_and_what_is_no_source_does_not_matter(
    root: Path, name: str
) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).touch()
    os.utime((root / name).parent, (1000, 1000))
    os.utime(root / "games", (1000, 1000))
    os.utime(root / name, (2000, 2000))
    assert newest_change(root) == 1000


@pytest.mark.long
def test_the_site_starts_anew_when_a_source_has_changed() -> None:
    changed = ROOT / "config/running/sources.py"
    with tempfile.TemporaryDirectory(prefix="ampelpost-up-") as name:
        running = RunningSite(Path(name), free_port(), options=("--reload",))
        try:
            until(lambda: running.said().count("is ready: http") == 1, "ready", said=running.said)
            changed.touch()
            until(lambda: running.said().count("is ready: http") == 2, "again", said=running.said)
            assert "A source has changed." in running.said()
            assert running.answers()
        finally:
            running.end()
