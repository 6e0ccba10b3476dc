#!/usr/bin/env python3
"""Compose the puzzle of a day again from its seed; needs nothing but Python.

    python3 verify_puzzle.py SEED JUMPS [SHA-256 [FIRST]]

The page of a day shows all three when the day is over; the SHA-256 stood there before it began.
From one peg in the centre (d4) jumps are taken back. Each lot picks one of those that can be taken
back, in the order of the alphabet ("a3-c3" before "c1-c3"): lot number i is the number
HMAC-SHA-256(seed, "i.0") below their count (a number too large to be fair is thrown away for "i.1"
and so on). Where no jump can be taken back before there are enough, it starts again from the one
peg, with the lots that follow.

The puzzles of a contest come from the seed of the tournament; its file tournament.json says from
which lot FIRST on each is composed (0 unless it is said).

Prints the pegs and a solution. Exit code 1: the seed is not the one whose SHA-256 was published.
"""

import hashlib
import hmac
import sys

FILES = "abcdefg"
HOLES = [
    f"{file}{row}" for row in range(1, 8) for file in FILES if file in "cde" or row in (3, 4, 5)
]
SPACE = 1 << 256


def lot(seed: bytes, index: int, below: int) -> int:
    """Return lot `index` of a seed as a number from 0 to below - 1, all equally likely."""
    block = 0
    while True:
        message = f"{index}.{block}".encode()
        value = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")
        if value < SPACE - SPACE % below:
            return value % below
        block += 1


def all_jumps() -> list[tuple[str, str, str]]:
    """List every jump of the board as the holes where it starts, over which and where it ends."""
    found = []
    for hole in HOLES:
        x, y = FILES.index(hole[0]), int(hole[1])
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= x + 2 * dx < 7:
                over = f"{FILES[x + dx]}{y + dy}"
                end = f"{FILES[x + 2 * dx]}{y + 2 * dy}"
                if over in HOLES and end in HOLES:
                    found.append((hole, over, end))
    return sorted(found, key=lambda each: f"{each[0]}-{each[2]}")


def compose(seed: bytes, jumps: int, index: int = 0) -> tuple[set[str], list[str]]:
    """Return the holes with pegs and a solution."""
    pegs, line = {"d4"}, []
    while len(line) < jumps:
        back = [each for each in all_jumps() if each[2] in pegs and not pegs.intersection(each[:2])]
        if not back:
            pegs, line = {"d4"}, []
            continue
        start, over, end = back[lot(seed, index, len(back))]
        index += 1
        pegs = pegs - {end} | {start, over}
        line.append(f"{start}-{end}")
    return pegs, line[::-1]


def main(arguments: list[str]) -> int:
    """Read seed and jumps, print the puzzle, return the exit code."""
    if len(arguments) not in (2, 3, 4) or not all(map(str.isdecimal, arguments[1::2])):
        sys.stdout.write(str(__doc__))
        return 2
    seed = bytes.fromhex(arguments[0])
    digest = hashlib.sha256(seed).hexdigest()
    sys.stdout.write(f"SHA-256   {digest}\n")
    if len(arguments) > 2 and arguments[2] != digest:
        sys.stdout.write("NOT CONFIRMED: another SHA-256 was published\n")
        return 1
    pegs, line = compose(seed, int(arguments[1]), *map(int, arguments[3:]))
    sys.stdout.write(f"Pegs      {' '.join(hole for hole in HOLES if hole in pegs)}\n")
    sys.stdout.write(f"Solution  {' '.join(line)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
