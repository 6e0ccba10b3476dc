"""Compiled rules: never stale, never needed, and move by move the same as those Python reads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES

import pytest
from django.core.management import CommandError, call_command

from config import env
from config.running import compiled

# The tests of what is compiled; one of them derives a class of its own from a compiled one, which
# nothing in the project does.
FAMILIES = ("mill", "draughts", "five", "halma", "mensch", "series", "traffic_lights", "bag")
OTHERS = ("vectors", "golden", "perft", "contract", "race_states")
UNFIT = "not test_the_inner_options_hold_for_every_leg_and_survive_a_dump"


def _manage(*words, builds):
    command = [sys.executable, "manage.py", "compile_rules", *words]
    surroundings = {**os.environ, "COMPILED_RULES": str(builds)}
    surroundings["DJANGO_SETTINGS_MODULE"] = "config.settings"
    return subprocess.run(
        command, cwd=env.BASE_DIR, env=surroundings, capture_output=True, text=True, check=False
    )


def test_a_build_is_named_by_all_sources_it_was_made_from(tmp_path):
    sources = tmp_path / "games"
    shutil.copytree(env.BASE_DIR / "games", sources, ignore=shutil.ignore_patterns("__pycache__"))
    assert compiled.digest(tmp_path) == compiled.digest()
    for name in ("games.rules.base", "games.rules.grid", "games.families.mensch.rules"):
        with compiled.source(name, tmp_path).open("a") as source:
            source.write("\n")
        assert compiled.digest(tmp_path) != compiled.digest()


def test_a_build_that_cannot_be_loaded_is_left_aside_and_can_be_removed(tmp_path):
    library = tmp_path / compiled.digest() / f"{compiled.LIBRARY}{EXTENSION_SUFFIXES[0]}"
    library.parent.mkdir()
    library.write_bytes(b"no library")
    said = _manage("--remove", builds=tmp_path)
    assert "cannot be used" in said.stderr
    assert said.returncode == 0
    assert not tmp_path.exists()
    assert not compiled.in_use()


HALF_BUILT = """
import sys
from pathlib import Path
from config.running import compiled
compiled._load = lambda library: None
used = compiled.use(Path(sys.argv[1]))
from games.rules import grid
from games.families.draughts import rules as draughts
print(used, grid.__file__, draughts.places_of is grid.places_of)
"""


def test_nothing_stays_of_a_build_of_which_only_the_first_part_can_be_loaded(tmp_path):
    place = tmp_path / compiled.digest()
    front = place.joinpath("games", "rules")
    front.mkdir(parents=True)
    (place / f"{compiled.LIBRARY}{EXTENSION_SUFFIXES[0]}").touch()
    shutil.copy(compiled.source("games.rules.grid"), front)
    (front / "repetition.py").write_text("raise ImportError")
    command = [sys.executable, "-c", HALF_BUILT, str(tmp_path)]
    said = subprocess.run(command, cwd=env.BASE_DIR, capture_output=True, text=True, check=True)
    assert "cannot be used" in said.stderr
    assert said.stdout.split() == ["False", str(compiled.source("games.rules.grid")), "True"]


def test_compiling_without_a_compiler_is_refused_with_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPILED_RULES", str(tmp_path / "rules"))
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(CommandError, match="C compiler"):
        call_command("compile_rules")
    assert not (tmp_path / "rules").exists()


@pytest.mark.long
def test_compiled_rules_play_like_those_that_python_reads(tmp_path):
    built = _manage(builds=tmp_path)  # which lets both play the same matches before it keeps them
    assert built.returncode == 0, built.stderr
    assert _manage("--record", builds=tmp_path).stdout.startswith("compiled ")
    files = [f"tests/rules/test_{name}.py" for name in (*FAMILIES, *OTHERS)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "-k", UNFIT, *files],
        cwd=env.BASE_DIR,
        env={**os.environ, "COMPILED_RULES": str(tmp_path), "TEST_DB": "sqlite"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
