"""What `manage.py trf` answers where an argument or a file is out of bounds."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.trf_small import SMALL


def command(*words):
    """Run the command; return its exit status and its answers."""
    out = StringIO()
    try:
        call_command("trf", *words, "--json", stdout=out)
    except SystemExit as left:
        return left.code, json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


@pytest.fixture
def file(tmp_path):
    """A file of two rounds."""
    path = tmp_path / "small.trf"
    path.write_text(SMALL)
    return str(path)


@pytest.mark.parametrize("name", ["--round", "--rounds", "--seconds"])
@pytest.mark.parametrize("value", ["0", "-1", "x", "9" * 5000, "²"])
def test_a_number_out_of_bounds_is_refused_with_what_is_right(file, name, value):
    with pytest.raises(CommandError, match="is no whole number from 1 to 9999") as refused:
        call_command("trf", "pair", file, f"{name}={value}")
    assert len(str(refused.value)) < 200


def test_a_round_behind_the_next_one_is_refused(file):
    status, told = command("pair", file, "--round", "99")
    assert status == 1
    assert told["error"]["code"] == "round_not_next"
    assert told["error"]["text"].endswith("but not round 99.")


def test_a_file_is_read_whole_or_not_at_all(file, monkeypatch):
    monkeypatch.setattr("tournaments.management.commands.trf.MAX_CHARACTERS", 200)
    status, told = command("check", file)
    assert (status, told["error"]["code"]) == (1, "too_large")


def test_what_the_engine_prints_is_no_part_of_the_answer(file, monkeypatch, capsys):
    from tournaments.pairing import dutch

    pair = dutch.pair

    def chatty(record):
        print("Unknown key")
        return pair(record)

    monkeypatch.setattr(dutch, "pair", chatty)
    call_command("trf", "pair", file, "--json")
    assert json.loads(capsys.readouterr().out)["engine"].startswith("gacrux")
