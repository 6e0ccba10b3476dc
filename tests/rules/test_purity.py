"""The pure packages stand alone: no framework, no queue, no clock, no chance comes along."""

import pkgutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import games.families

PURE = (
    "games.rules",
    "games.bots",
    "games.clocks",
    "games.ratings",
    "games.diagrams",
    "games.orders",
    "games.lots",
    "tournaments.standings",
    "tournaments.pairing",
    "tournaments.formats",
)
HEAVY = ("django", "celery", "redis", "kombu", "rest_framework", "psycopg", "sqlite3", "asyncio")

PROBE = """
import importlib, sys
importlib.import_module(sys.argv[1])
loaded = {name.partition(".")[0] for name in sys.modules}
print(",".join(sorted(loaded.intersection(sys.argv[2:]))))
"""
PROBE_ALL = """
import importlib, sys
for module in sys.argv[1].split(","):
    importlib.import_module(module)
    loaded = {name.partition(".")[0] for name in sys.modules}
    for name in loaded.intersection(sys.argv[2:]):
        sys.exit(f"{module} loads {name}")
"""


FAMILIES = Path(games.families.__file__).parent
PARTS = ("rules", "bots", "diagram")


def _modules():
    found = [
        f"games.families.{file.parent.name}.{file.stem}"
        for part in PARTS
        for file in sorted(FAMILIES.glob(f"*/{part}.py"))
    ]
    for name in PURE:
        spec = find_spec(name)
        if spec is None:
            continue
        found.append(name)
        places = spec.submodule_search_locations or []
        found += [each.name for each in pkgutil.walk_packages(list(places), f"{name}.")]
    return found


def test_the_rules_and_the_bots_are_among_the_pure_modules():
    assert {"games.rules.base", "games.rules.series", "games.bots.search"} <= set(_modules())


def test_importing_the_pure_modules_one_after_another_brings_no_framework_along():
    command = [sys.executable, "-c", PROBE_ALL, ",".join(_modules()), *HEAVY]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.long
@pytest.mark.parametrize("module", _modules())
def test_importing_a_pure_module_brings_no_framework_along(module):
    command = [sys.executable, "-c", PROBE, module, *HEAVY]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == ""


@pytest.mark.parametrize("package", ["games.rules", "games.bots", "games.families"])
def test_the_kernel_and_the_bots_do_not_load_the_random_module(package):
    modules = [name for name in _modules() if name.startswith(package)]
    command = [sys.executable, "-c", PROBE_ALL, ",".join(modules), "random"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
