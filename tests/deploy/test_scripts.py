"""The scripts for backup and restore: valid shell, careful with what exists."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY, SCRIPTS

SHELLCHECK = shutil.which("shellcheck")


def variables(url: str) -> dict[str, str]:
    """Return what pg_env.py makes of an address."""
    spec = importlib.util.spec_from_file_location("pg_env", DEPLOY / "pg_env.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: dict[str, str] = module.variables(url)
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_valid_shell(name):
    subprocess.run(["sh", "-n", str(DEPLOY / name)], check=True)
    if SHELLCHECK:
        subprocess.run([SHELLCHECK, "--shell=sh", str(DEPLOY / name)], check=True)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_stops_at_the_first_failure(name):
    assert "\nset -eu\n" in (DEPLOY / name).read_text()


def test_no_password_becomes_an_argument():
    for name in SCRIPTS:
        lines = (DEPLOY / name).read_text().splitlines()
        code = [line for line in lines if not line.startswith("#")]
        assert [line for line in code if "$DATABASE_URL" in line] == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgres://anna:a%20b%27c@db.example.org:5433/club?sslmode=verify-full",
            {
                "PGHOST": "db.example.org",
                "PGPORT": "5433",
                "PGUSER": "anna",
                "PGPASSWORD": "a b'c",
                "PGDATABASE": "club",
                "PGSSLMODE": "verify-full",
            },
        ),
        (
            "postgres://ampelpost@%2Fvar%2Frun%2Fpostgresql/ampelpost",
            {"PGHOST": "/var/run/postgresql", "PGUSER": "ampelpost", "PGDATABASE": "ampelpost"},
        ),
        ("postgresql://[::1]:5432/club", {"PGHOST": "::1", "PGPORT": "5432", "PGDATABASE": "club"}),
    ],
)
def test_an_address_becomes_the_variables_of_libpq(url, expected):
    assert variables(url) == expected


def test_another_kind_of_database_is_refused():
    with pytest.raises(ValueError, match="mysql"):
        variables("mysql://host/name")


def fake_programs(folder: Path) -> dict[str, str]:
    """Make programs that stand for PostgreSQL's, and return an environment that finds them."""
    folder.mkdir()
    programs = {
        "pg_dump": 'for word; do case $word in --file=*) echo dump >"${word#--file=}";; esac; done',
        "pg_restore": "exit 0",
        "psql": "echo 3",
    }
    for name, body in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}", "PGDATABASE": "club"}


def run(name: str, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a script with exactly this environment."""
    return subprocess.run(
        ["sh", str(DEPLOY / name), *arguments], env=env, capture_output=True, text=True, check=False
    )


def test_old_dumps_go_and_the_first_of_each_month_stays(tmp_path):
    env = fake_programs(tmp_path / "bin")
    folder = tmp_path / "dumps"
    folder.mkdir()
    for month in (1, 2, 3):
        for day in (5, 6, 7, 8):
            name = f"ampelpost-2025{month:02}{day:02}T031500Z.dump"
            (folder / name).touch()
            (folder / f"{name}.sha256").touch()
    (folder / "notes.txt").touch()
    done = run("backup.sh", **env, BACKUP_DIR=str(folder), KEEP="3", KEEP_MONTHS="3")
    assert done.returncode == 0, done.stderr
    fresh = Path(done.stdout.strip()).name
    kept = sorted(path.name for path in folder.glob("*.dump"))
    assert kept == [
        "ampelpost-20250205T031500Z.dump",
        "ampelpost-20250305T031500Z.dump",
        "ampelpost-20250307T031500Z.dump",
        "ampelpost-20250308T031500Z.dump",
        fresh,
    ]
    assert {path.name for path in folder.glob("*.sha256")} == {f"{name}.sha256" for name in kept}
    assert (folder / "notes.txt").exists()


def test_a_dump_that_fails_leaves_nothing_and_removes_nothing(tmp_path):
    env = fake_programs(tmp_path / "bin")
    (tmp_path / "bin" / "pg_restore").write_text("#!/bin/sh\nexit 1\n")
    folder = tmp_path / "dumps"
    folder.mkdir()
    (folder / "ampelpost-20250105T031500Z.dump").touch()
    done = run("backup.sh", **env, BACKUP_DIR=str(folder), KEEP="0", KEEP_MONTHS="0")
    assert done.returncode != 0
    assert [path.name for path in folder.iterdir()] == ["ampelpost-20250105T031500Z.dump"]


def test_a_database_with_tables_is_never_restored_into(tmp_path):
    env = fake_programs(tmp_path / "bin")
    done = run("backup.sh", **env, BACKUP_DIR=str(tmp_path / "dumps"))
    dump = done.stdout.strip()
    done = run("restore.sh", dump, **env)
    assert done.returncode == 1
    assert "has 3 tables" in done.stderr


def test_a_damaged_dump_is_refused(tmp_path):
    env = fake_programs(tmp_path / "bin")
    done = run("backup.sh", **env, BACKUP_DIR=str(tmp_path / "dumps"))
    dump = Path(done.stdout.strip())
    dump.write_text("other")
    done = run("restore.sh", str(dump), **env)
    assert done.returncode != 0
    assert "Restored" not in done.stdout
