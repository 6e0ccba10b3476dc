"""Messages read per second: the corpus of `tests/mail`, and the slowest hostile one.

    python -m tests.bench.reading [--rounds 5]

Every message is read to typed lines and those to commands, in one process; processor time counts,
and the median of the rounds is printed. Not a test: figures depend on the machine.
"""

from __future__ import annotations

import argparse
import statistics
import time

from games.rules import registry
from inbound.grammar import parse
from inbound.grammar.moves import IsMove, build_move_matcher
from inbound.reading import MAX_BYTES, read_message
from tests.mail.make import messages
from tests.mail.test_bounds import made


def seconds(raws: list[bytes], is_move: IsMove) -> float:
    """Read messages and their lines; return the processor time."""
    begun = time.process_time()
    for raw in raws:
        reading = read_message(raw, domain="post.example")
        parse(reading.typed, is_move=is_move, names=reading.sender.names)
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    is_move = build_move_matcher(registry.get("traffic_lights.4x3"))
    raws = [raw for _name, raw, _said in messages()]
    took = statistics.median(seconds(raws, is_move) for _round in range(rounds))
    size = sum(map(len, raws)) // len(raws)
    print(
        f"corpus: {len(raws)} messages of {size} bytes on average, {len(raws) / took:.0f} a second"
    )
    hostile = {name: raw[:MAX_BYTES] for name, raw in made(10_000).items()}
    slowest = {name: seconds([raw], is_move) for name, raw in hostile.items()}
    name = max(slowest, key=lambda each: slowest[each])
    print(f"the slowest hostile message ({name}): {slowest[name]:.2f} s")


if __name__ == "__main__":
    main()
