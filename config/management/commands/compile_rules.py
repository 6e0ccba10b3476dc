"""``manage.py compile_rules``: compile rules to machine code, or remove the build."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from config import env
from config.running import compiled
from games.families.registry import COMPILED, name_of
from games.rules import registry
from games.rules.base import AnyRules, Options, fitting_seats

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
made = mypycify(["--config-file=mypy.ini", *sys.argv[1:]], group_name="rules")
to = ["-q", "build_ext", "-b", "made"]
setup(name="rules", packages=[], py_modules=[], ext_modules=made, script_args=to)
"""


class Command(BaseCommand):
    """Build the compiled rules, compare them with the sources, or remove them."""

    help = "Compile the rules of the quick games (needs mypy, setuptools, a C compiler)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="let Python read the rules again")
        parser.add_argument("--record", action="store_true", help="print a digest of matches alone")

    def handle(self, *args: object, **options: object) -> None:  # noqa: ARG002 - Django's signature
        builds = compiled.folder()
        if options["record"]:
            kind = "compiled" if compiled.in_use() else "interpreted"
            self.stdout.write(f"{kind} {record()}")
        elif options["remove"]:
            shutil.rmtree(builds, ignore_errors=True)
            self.stdout.write(f"Removed {builds}; restart the site.")
        else:
            require_tools()
            self.renew(builds)
            self.stdout.write(f"The compiled rules are in {builds}; restart the site.")

    def renew(self, builds: Path) -> None:
        """Build in a new folder, verify it, and only then replace the old one."""
        builds.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=builds) as begun:
            place = Path(begun) / compiled.digest()
            build(place)
            prove(Path(begun))
            for old in [each for each in builds.iterdir() if not each.name.startswith(".")]:
                shutil.rmtree(old)
            place.rename(builds / place.name)


def require_tools() -> None:
    """Refuse if something needed for compiling is missing."""
    for name in ("mypyc", "setuptools"):
        if find_spec(name) is None:
            hint = "python3 -m pip install setuptools -r requirements-dev.txt"
            raise CommandError(f"Compiling needs the Python package {name}: {hint}")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    if not shutil.which(os.environ.get("CC", compiler)) or not headers.exists():
        hint = "on Debian and Ubuntu, apt install gcc python3-dev"
        raise CommandError(f"Compiling needs a C compiler and Python's headers: {hint}")


def build(place: Path) -> None:
    """Compile a copy of the sources, and keep nothing but the libraries."""
    with tempfile.TemporaryDirectory(prefix="ampelpost-rules-") as work:
        games = Path(work) / "games"
        shutil.copytree(env.BASE_DIR / "games", games, ignore=_not_python)
        (Path(work) / "mypy.ini").write_text("[mypy]\n")
        files = [str(compiled.source(name, Path())) for name in compiled.MODULES]
        run([sys.executable, "-c", BUILD, *files], cwd=work)
        shutil.copytree(Path(work) / "made", place)


def _not_python(folder: str, names: list[str]) -> list[str]:
    """Return the names that compiling does not need: everything but Python and folders."""
    return [name for name in names if not (name.endswith(".py") or Path(folder, name).is_dir())]


def prove(builds: Path) -> None:
    """Play the same random matches with both, and refuse a build that differs."""
    command = [sys.executable, str(env.BASE_DIR / "manage.py"), "compile_rules", "--record"]
    told = {
        each: run(command, COMPILED_RULES=str(where)).split()
        for each, where in (("interpreted", builds / "none"), ("compiled", builds))
    }
    if any(said[0] != each for each, said in told.items()):
        raise CommandError("The compiled rules cannot be loaded; nothing has changed.")
    if len({said[1] for said in told.values()}) > 1:
        raise CommandError("The compiled rules play otherwise than Python; nothing has changed.")


def run(command: list[str], cwd: str | None = None, **more: str) -> str:
    """Run a program and return its output, or refuse with its last lines."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **more}, check=False, text=True, capture_output=True
    )
    if done.returncode:
        raise CommandError(f"{done.stdout}{done.stderr}"[-3000:])
    return done.stdout


def record() -> str:
    """Return a digest of everything in random matches of the compiled families."""
    said = hashlib.sha256()
    families = {name.partition(".")[0] for name in COMPILED}
    for key in registry.keys():  # noqa: SIM118 - a module, not a mapping
        rules = registry.get(key)
        if name_of(key) in families:
            for name, option in rules.options.items():
                for value in option.allowed:
                    play(rules, {name: value}, random.Random(f"{key} {name} {value}"), said)  # noqa: S311
    return said.hexdigest()


def play(rules: AnyRules, options: Options, chance: random.Random, said: hashlib._Hash) -> None:
    """Play one match at random, and say everything the rules answer."""
    state = rules.start(fitting_seats(rules, options), options)
    while awaited := rules.awaited(state):
        (seat,) = awaited
        moves = list(rules.moves(state, seat))
        said.update(" ".join(map(rules.spell, moves)).encode())
        state = rules.play(state, seat, chance.choice(moves))
        said.update(json.dumps(rules.dump(state)).encode())
    said.update(repr(rules.outcome(state)).encode())
