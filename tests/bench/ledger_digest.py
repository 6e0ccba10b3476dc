"""One line for all ledgers of seeded matches, to be equal before and after a change.

    python -m tests.bench.ledger_digest [--matches 1000]

Every match is played by chance from a fixed seed, with fixed instants and fixed random draws, by
the service that pages and API call; some moves come late. The digest is over every column of plies,
clock charges, rating entries and results, in their order, except the numbers that the database
gives. Run it on both versions with as many matches: the digests must be the same.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
RULESETS: tuple[tuple[str, dict[str, int]], ...] = (
    ("traffic_lights.4x3", {"legs": 2}),
    ("traffic_lights.simple", {"legs": 2}),
    ("mill", {}),
    ("five", {}),
    ("draughts", {}),
)
MAX_PLIES = 60  # plies of a match; whoever is to move then resigns
LATE = 0.02  # of moves come after the clock has run out
PEOPLE = 24


def main() -> None:
    """Play and print the digest."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--matches", type=int, default=1_000)
    asked = words.parse_args()
    from tests.bench import moves_over_http

    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    moves_over_http.prepare(home, hashed_files=False)
    people = players()
    numbers = [played(people, number) for number in range(asked.matches)]
    digest, lines = hashlib.sha256(), 0
    for number in numbers:
        for line in ledger_of(number):
            digest.update(f"{line}\n".encode())
            lines += 1
    print(f"{asked.matches} matches, {lines} lines, {digest.hexdigest()}")


def players() -> list[Any]:
    """Return people without addresses."""
    from accounts.models import Player

    return [Player.objects.create(name=f"p {n}", created_at=BEGUN) for n in range(PEOPLE)]


def played(people: list[Any], number: int) -> int:
    """Play one match to its end; return its number."""
    from games import clocks
    from games.models import Match, Seat
    from games.rules import registry
    from games.services.errors import Refused
    from games.services.play.matches import resign_match, start_match
    from games.services.play.play import play_turn
    from games.services.play.terms import Terms

    chance = random.Random(number)
    key, options = RULESETS[number % len(RULESETS)]
    terms = Terms.checked(key, options, clocks.PRESETS["three_days"], rated=True)
    now = BEGUN + timedelta(minutes=number)
    pair = chance.sample(people, 2)
    match = start_match(pair, terms, seed=f"{number:064x}", now=now)
    rules = registry.get(key)
    while match.is_running:
        state = rules.load(match.state)
        seat = chance.choice(sorted(rules.awaited(state)))
        now += timedelta(days=20) if chance.random() < LATE else timedelta(minutes=7)
        if match.ply_count > MAX_PLIES:
            player = Seat.objects.select_related("player").get(match=match, number=seat).player
            resign_match(match.pk, player, now=now)
            break
        move = rules.spell(chance.choice(rules.moves(state, seat)))
        try:
            match = play_turn(
                match.pk, seat, move, seen=match.ply_count, now=now, source="page"
            ).match
        except Refused:
            match = Match.objects.get(pk=match.pk)
    return match.pk


def ledger_of(number: int) -> Iterator[tuple[object, ...]]:
    """Yield all that is lasting about a match."""
    from games.models import ClockCharge, Match, Ply, RatingEntry

    for model, order in ((Ply, "number"), (ClockCharge, "pk"), (RatingEntry, "pk")):
        rows = model.objects.filter(match=number).order_by(order)
        names = [
            field.attname
            for field in model._meta.concrete_fields
            if not (field.primary_key or field.is_relation)
        ]
        for row in rows.values_list(*names):
            yield (model.__name__, *row)
    found = Match.objects.filter(pk=number)
    yield found.values_list("status", "ending", "state", "ply_count", "turn", "lots_drawn")[0]
    yield from found.values_list("seats__rank", "seats__points").order_by("seats__number")


if __name__ == "__main__":
    main()
