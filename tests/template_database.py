"""One worker of a run migrates a database, and all of them begin with a copy of it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from django.core.management import call_command
from django.db import connection

NAME = "test_template"


def copy_for_this_worker() -> None:
    """Let the database of this worker be a copy of the migrated one, which is made if need be."""
    with Path(os.environ["VAR_DIR"]).with_name("template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _exists(NAME):
            _migrate(f"{NAME}_unfinished")
    connection.settings_dict["TEST"]["TEMPLATE"] = NAME


def _exists(name: str) -> bool:
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        return cursor.fetchone() is not None


def _migrate(name: str) -> None:
    """Make and migrate a database; it bears its true name only once that is done."""
    _execute(f"DROP DATABASE IF EXISTS {name}")
    _execute(f"CREATE DATABASE {name}")
    own = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own
    _execute(f"ALTER DATABASE {name} RENAME TO {NAME}")


def _execute(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)
