"""The pure core stays pure when it is really imported, not only by the look of its imports."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import importlib, pkgutil, sys
for name in {names!r}:
    module = importlib.import_module(name)
    for _, inner, _ in pkgutil.walk_packages(getattr(module, "__path__", []), name + "."):
        importlib.import_module(inner)
loaded = {{m.partition(".")[0] for m in sys.modules}}
print(sorted(loaded & {{"django", "celery", "redis", "kombu"}}))
"""


def pure_modules() -> list[str]:
    """Return the modules that the contract of the linter calls pure."""
    text = (ROOT / "pyproject.toml").read_text()
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    (contract,) = [c for c in contracts if c["name"].startswith("The pure core")]
    found = []
    for name in contract["source_modules"]:
        files = ROOT.glob(f"{name.replace('.', '/')}.py") if "*" in name else ()
        found += [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files] or [
            name
        ]
    return found


def test_no_framework_comes_along_with_the_pure_core():
    names = pure_modules()
    assert {"games.rules", "games.families.mill.rules", "games.families.mill.bots"} <= {*names}
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(names=names)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.strip() == "[]"
