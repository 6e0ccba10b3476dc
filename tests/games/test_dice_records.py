"""Records of matches with dice: everybody can verify their lots without this site."""

from __future__ import annotations

import subprocess
import sys

import pytest

from config.catalogues import ROOT
from games import queries
from games.models import Match
from games.services.audit import replay_match
from games.web.match.ledger import ledger_text
from tests.games.test_dice import play_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", [pytest.param("mensch", marks=pytest.mark.long), "goose"])
def test_the_script_confirms_every_roll(alice, bob, start, noon, tmp_path, key):
    match = start(alice, bob, ruleset=key, rated=False, preset="untimed", by_lot=True)
    play_on(match, noon, 5000)
    match = Match.objects.get(pk=match.pk)
    assert not match.is_running
    position = queries.position_for(None, match.pk)
    assert position is not None
    text = ledger_text(position, "https://example.org/")
    record = tmp_path / "record.txt"
    record.write_text(text, encoding="utf-8")
    script = ROOT / "docs" / "verify_lots.py"
    command = [sys.executable, "-I", script, record]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"Confirmed: {match.lots_drawn} lots")
    assert list(replay_match(match)) == []
