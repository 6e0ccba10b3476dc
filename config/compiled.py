"""The rules as machine code, where the operator has had them compiled; else Python reads them.

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

# Each with the modules it stands on; `base` is left to Python, for its protocols are asked at run
# time.
MODULES = (
    *("grid", "repetition", "mill_board", "mill", "draughts_board", "draughts", "five", "halma"),
    *("cross", "pawns", "mensch", "series", "traffic_lights"),
)
PACKAGE = "games.rules"
SOURCES = env.BASE_DIR / "games" / "rules"
LIBRARY = "rules__mypyc"  # what mypyc calls the library of a group named "rules"


def folder() -> Path:
    """Give the folder of all builds."""
    return Path(env.text("COMPILED_RULES") or env.var_dir() / "rules").absolute()


def digest(sources: Path = SOURCES) -> str:
    """Name a build by this interpreter and all that it was made from."""
    found = hashlib.sha256(f"{sys.version} {EXTENSION_SUFFIXES[0]}".encode())
    for name in ("base", *MODULES):
        found.update((sources / f"{name}.py").read_bytes())
    return found.hexdigest()[:24]


def use(builds: Path) -> bool:
    """Put the modules built from the present sources in front of these; tell whether they run."""
    place = builds / digest()
    library = place / f"{LIBRARY}{EXTENSION_SUFFIXES[0]}"
    names = [f"{PACKAGE}.{name}" for name in MODULES]
    if not _trusted(library) or any(name in sys.modules for name in names):
        return in_use()
    package = import_module(PACKAGE)
    front = str(place.joinpath(*PACKAGE.split(".")))
    try:
        _load(library)
        package.__path__.insert(0, front)
        for name in names:
            import_module(name)
    except Exception as fault:  # whatever it is, Python can do the work
        sys.stderr.write(f"The compiled rules in {place} cannot be used: {fault!r}\n")
        package.__path__[:] = [each for each in package.__path__ if each != front]
        for name in (LIBRARY, *names):
            sys.modules.pop(name, None)
        for name in MODULES:  # what was loaded before the fault
            vars(package).pop(name, None)
    return in_use()


def in_use() -> bool:
    """Tell whether this process plays by compiled rules."""
    module = sys.modules.get(f"{PACKAGE}.{MODULES[-1]}")
    return bool(module and str(module.__file__).endswith(EXTENSION_SUFFIXES[0]))


def _trusted(library: Path) -> bool:
    """Tell whether the library is there, and ours or the administrator's, and closed to others."""
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
