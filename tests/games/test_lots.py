"""Lots and forced moves: cast when due, written with their proof, verified by everybody."""

from __future__ import annotations

import hashlib
import importlib
import random
import subprocess
import sys
from typing import Any

import pytest
from django.db.models import QuerySet

from config.catalogues import ROOT
from games import lots, queries
from games.models import Match, Ply, Seat
from games.services.audit import replay_match
from games.services.match.loaded import load_match
from games.services.play import matches
from games.services.play.play import play_turn
from games.services.wording import wording
from games.web.match.ledger import ledger_text
from notifications.models import Message
from tests.emails import composed
from tests.games.conftest import SEED

pytestmark = pytest.mark.django_db
BAG = "traffic_lights.simple.bag"
SCRIPT = ROOT / "docs" / "verify_lots.py"


def play_on(match, now, rng, plies=None):
    """Play at random until so many plies are written, or to the end."""
    while Match.objects.get(pk=match.pk).is_running:
        table = load_match(Match.objects.get(pk=match.pk))
        if plies is not None and table.match.ply_count >= plies:
            break
        seat = next(each for each in table.seats if each.awaited)
        move = rng.choice(table.rules.moves(table.state, seat.number))
        text, seen = table.rules.spell(move), table.match.ply_count
        play_turn(match.pk, seat.number, text, seen=seen, now=now, source="page")
    match.refresh_from_db()


@pytest.fixture
def bagged(alice, bob, start):
    return start(alice, bob, ruleset=BAG, rated=False, by_lot=True, options={"legs": 2})


@pytest.fixture
def record(bagged, noon):
    play_on(bagged, noon, random.Random(5))
    return record_of(bagged)


def record_of(match):
    position = queries.position_for(None, match.pk)
    assert position is not None
    return ledger_text(position, "https://example.org/")


def verified(text, tmp_path):
    path = tmp_path / "record.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return subprocess.run(
        [sys.executable, "-I", SCRIPT, path], capture_output=True, text=True, check=False
    )


def test_the_random_draws_that_the_start_awaits_fall_with_the_start(bagged):
    plies = list(Ply.objects.all())
    assert [(ply.seat, ply.turn, ply.source) for ply in plies] == [(-1, 1, "server")] * 2
    proof: Any = plies[0].proof
    assert [ply.proof and ply.proof["lot"] for ply in plies] == [1, 2]
    assert proof["among"] == ["bag R", "bag Y", "bag G"]
    assert proof["weights"] == [8, 8, 8]
    first = lots.draw_weighted(bagged.lots_seed, 1, [8, 8, 8])
    assert plies[0].text == proof["among"][first]
    assert bagged.lots_drawn == 3
    (awaited,) = Seat.objects.filter(awaited_since__isnull=False)
    assert awaited.number == 1
    assert list(replay_match(bagged)) == []


def test_a_match_may_be_called_off_although_random_draws_were_made(bagged, alice, noon):
    assert matches.abort_match(bagged.pk, alice, now=noon).ending == "aborted"


def test_nothing_but_random_draws_is_annulled_when_somebody_resigns(bagged, bob, noon):
    assert matches.resign_match(bagged.pk, bob, now=noon).ending == "aborted"


def test_the_first_emails_tell_the_random_draws_and_the_digest_of_the_seed(bagged):
    for email in Message.objects.filter(kind="match_started"):
        assert composed(email)["lots"]["digest"] == lots.digest(SEED)
        assert composed(email)["lots"]["url"].endswith(f"/matches/{bagged.pk}/lots/")
        assert len(composed(email)["news"]) == 2


def test_games_without_chance_speak_of_no_random_draws(alice, bob, start):
    start(alice, bob)
    assert all(
        composed(email)["lots"] is None for email in Message.objects.filter(kind="match_started")
    )


@pytest.mark.long
def test_a_sole_move_is_played_by_the_server_in_the_same_turn_and_told(alice, bob, start, noon):
    rng = random.Random(1)
    for _match in range(30):
        match = start(alice, bob, ruleset=BAG, rated=False, options={"legs": 8})
        play_on(match, noon, rng)
        forced = Ply.objects.filter(match=match, source="server", seat__gte=0).first()
        if forced is not None:
            break
    assert forced is not None
    before = Ply.objects.get(match=match, number=forced.number - 1)
    assert (before.turn, before.at) == (forced.turn, forced.at)
    sentence = wording.ply_sentence(load_match(match), forced)
    assert "had to pass" in sentence or "had only one legal move" in sentence
    assert list(replay_match(match)) == []


@pytest.mark.long
def test_a_pass_that_alone_is_possible_is_played_by_the_server(alice, bob, start, noon):
    match = start(alice, bob, ruleset=BAG, rated=False, options={"legs": 8})
    rng = random.Random(2)
    while not Ply.objects.filter(text="pass").exists():
        play_on(match, noon, rng)
        match = start(alice, bob, ruleset=BAG, rated=False, options={"legs": 8})
    assert set(Ply.objects.filter(text="pass").values_list("source", flat=True)) == {"server"}


@pytest.mark.parametrize("what", ["text", "proof", "source", "start", "count"])
def test_the_audit_finds_a_random_draw_that_is_not_what_the_seed_says(bagged, noon, what):
    play_on(bagged, noon, random.Random(3), plies=9)
    plies = Ply.objects.filter(match=bagged)
    lot: Any = plies.filter(seat=-1).first()
    if what == "text":
        other = next(each for each in lot.proof["among"] if each != lot.text)
        _force(lot, text=other)
    elif what == "proof":
        _force(lot, proof=lot.proof | {"lot": 7})
    elif what == "source":
        _force(plies.filter(seat__gte=0).first(), source="server")
    elif what == "start":
        bagged.start_lot = bagged.start_lot | {"first": 1 - bagged.start_lot["first"]}
    else:
        bagged.lots_drawn += 1
    assert list(replay_match(bagged))


def _force(ply, **changes):
    """Change a line of the ledger as only somebody with the database could."""
    QuerySet.update(Ply.objects.filter(pk=ply.pk), **changes)


@pytest.mark.long
def test_the_script_confirms_the_record_of_a_finished_match(record, bagged, tmp_path):
    done = verified(record, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"Confirmed: {bagged.lots_drawn} lots")


def test_the_script_says_that_a_running_match_keeps_its_seed(bagged, tmp_path):
    text = record_of(bagged)
    assert lots.digest(SEED) in text
    assert SEED not in text
    assert verified(text, tmp_path).returncode == 2


@pytest.mark.long
def test_a_flipped_byte_anywhere_in_the_record_is_found(record, tmp_path):
    sys.path.insert(0, str(SCRIPT.parent))
    try:
        verify_lots = importlib.import_module("verify_lots")
    finally:
        sys.path.remove(str(SCRIPT.parent))
    data = record.encode()
    assert verify_lots.verify(data.decode()) > 0
    for place in range(0, len(data), 3):
        flipped = bytearray(data)
        flipped[place] ^= 1
        with pytest.raises((verify_lots.Wrong, ValueError)):
            verify_lots.verify(bytes(flipped).decode())


def sealed(text):
    """Give a changed record a fitting first line again."""
    body = text.partition("\n")[2]
    return f'[Record "{hashlib.sha256(body.encode()).hexdigest()}"]\n{body}'


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lot bag R {", "lot bag G {"),
        ("; lot 2 among", "; lot 3 among"),
        ("among bag R 8", "among bag R 1"),
        ('[LotsSeed "5', '[LotsSeed "6'),
        ('[LotsDigest "', '[LotsDigest "0'),
        ('[Players "', '[Players "9'),
    ],
)
def test_a_record_rebuilt_around_a_wrong_draw_is_refused(record, tmp_path, old, new):
    assert old in record
    done = verified(sealed(record.replace(old, new)), tmp_path)
    assert done.returncode == 1, done.stdout
    assert done.stdout.startswith("NOT CONFIRMED")


@pytest.mark.long
def test_a_random_draw_left_out_is_missed(record, tmp_path):
    lines = record.splitlines(keepends=True)
    first = next(line for line in lines if " lot " in line.partition("{")[0])
    assert verified(sealed(record.replace(first, "")), tmp_path).returncode == 1


def test_the_script_needs_a_record(tmp_path):
    done = subprocess.run(
        [sys.executable, "-I", SCRIPT, tmp_path / "none.txt"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "NOT CONFIRMED" in done.stdout
