"""The compiled rules, if the operator has built them; otherwise the Python sources.

`manage.py compile_rules` builds the modules named here into a folder that bears the digest of
their sources, so that what was built from other sources is never found. The settings call `use`
before anything plays; a build that cannot be loaded is left aside.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from config import env
from games.families import registry

# `base` stays interpreted: every family, compiled or not, builds on it.
MODULES = (
    *("games.rules.grid", "games.rules.repetition", "games.rules.series"),
    *(f"games.families.{name}" for name in registry.COMPILED),
)
LIBRARY = "rules__mypyc"  # what mypyc calls the library of a group named "rules"


def folder() -> Path:
    return Path(env.text("COMPILED_RULES") or env.var_dir() / "rules").absolute()


def source(name: str, root: Path = env.BASE_DIR) -> Path:
    """Give the file of a module."""
    return root.joinpath(*name.split(".")).with_suffix(".py")


def digest(root: Path = env.BASE_DIR) -> str:
    """Name a build by this interpreter and all that it was made from."""
    found = hashlib.sha256(f"{sys.version} {EXTENSION_SUFFIXES[0]}".encode())
    for name in ("games.rules.base", *MODULES):
        found.update(source(name, root).read_bytes())
    return found.hexdigest()[:24]


def use(builds: Path) -> bool:
    """Import the modules built from the current sources; return whether they are in use."""
    place = builds / digest()
    library = place / f"{LIBRARY}{EXTENSION_SUFFIXES[0]}"
    if not _trusted(library) or any(name in sys.modules for name in MODULES):
        return in_use()
    packages = {name: import_module(name) for name in _packages()}
    fronts = {name: str(place.joinpath(*name.split("."))) for name in packages}
    try:
        _load(library)
        for name, package in packages.items():
            package.__path__.insert(0, fronts[name])
        for name in MODULES:
            import_module(name)
    except Exception as fault:  # whatever the reason, Python can do the work
        sys.stderr.write(f"The compiled rules in {place} cannot be used: {fault!r}\n")
        for name, package in packages.items():
            package.__path__[:] = [each for each in package.__path__ if each != fronts[name]]
        for name in (LIBRARY, *MODULES):
            sys.modules.pop(name, None)
        for name in MODULES:  # what was loaded before the fault
            parent, _dot, leaf = name.rpartition(".")
            vars(packages[parent]).pop(leaf, None)
    return in_use()


def in_use() -> bool:
    """Return whether this process uses compiled rules."""
    module = sys.modules.get(MODULES[-1])
    return bool(module and str(module.__file__).endswith(EXTENSION_SUFFIXES[0]))


def _packages() -> list[str]:
    """List the packages that hold modules to compile."""
    return sorted({name.rpartition(".")[0] for name in MODULES})


def _trusted(library: Path) -> bool:
    """Return whether the library exists, belongs to us or root, and only the owner can write it."""
    try:
        facts = library.stat()
    except OSError:
        return False
    return facts.st_uid in (0, os.getuid()) and not facts.st_mode & stat.S_IWOTH


def _load(library: Path) -> None:
    """Load the library that holds the code of all modules."""
    spec = spec_from_file_location(LIBRARY, library)
    if spec is None or spec.loader is None:
        raise ImportError(str(library))
    sys.modules[LIBRARY] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
