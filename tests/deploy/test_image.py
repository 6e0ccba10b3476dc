"""The image: what is copied into it exists and is enough to run the site."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from tests.deploy.files import DEPLOY, ROOT, error_of

TEXT = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
FINAL = TEXT.rpartition("\nFROM ")[2]


def copied(text: str) -> list[tuple[list[str], str]]:
    """Return sources and target of every COPY from this repository."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE)
    return [(words[:-1], words[-1]) for words in map(str.split, lines)]


def ignored_but() -> set[str]:
    """Return what .dockerignore lets through."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert "*" in lines
    return {line[1:] for line in lines if line.startswith("!")}


def test_it_copies_only_files_that_exist_and_are_sent_to_the_builder():
    sources = [source for found, _target in copied(TEXT) for source in found]
    assert len(sources) > 10
    assert [source for source in sources if not (ROOT / source).exists()] == []
    assert set(sources) == ignored_but()


def test_its_images_are_plain_names_with_a_version():
    names = re.findall(r"^FROM (\S+)", TEXT, re.MULTILINE)
    assert names
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", name) for name in names)


def test_it_installs_what_is_pinned():
    assert "-r requirements.txt -c constraints.txt" in " ".join(TEXT.split())


def test_it_runs_as_nobody_in_particular_and_checks_its_health():
    assert re.search(r"^USER [1-9]\d+", FINAL, re.MULTILINE)
    check = re.search(r"^HEALTHCHECK .* CMD \[(.+)\]$", FINAL, re.MULTILINE)
    command = re.search(r"^CMD \[(.+)\]$", FINAL, re.MULTILINE)
    for found in (check, command):
        assert found is not None
        assert error_of(shlex.split(found[1].replace(",", " "))) == ""


@pytest.mark.long
def test_what_is_copied_is_enough_to_collect_static_files_and_to_check_the_site(tmp_path):
    site, var = tmp_path / "site", tmp_path / "var"
    for sources, target in copied(FINAL):
        for source in sources:
            goal = site / target / (source.rpartition("/")[2] if target.endswith("/") else "")
            if (ROOT / source).is_dir():
                leave = shutil.ignore_patterns("__pycache__", "*.po")
                shutil.copytree(ROOT / source, site / target, ignore=leave)
            else:
                (site / target).mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, goal)
    own = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "PYTHONDONTWRITEBYTECODE": "1"}
    before = sorted(site.rglob("*"))
    for command in (["collectstatic", "--noinput"], ["check"], ["rules", "list"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=site,
            env={**own, "DEVELOPMENT": "yes"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert sorted(site.rglob("*")) == before  # nothing is written beside the code
