#!/usr/bin/env python3
"""Confirm every lot of a match from its public record; needs nothing but Python.

    python3 verify_lots.py match-42.txt
    python3 verify_lots.py < match-42.txt

The record is what the site shows at /matches/42/ledger.txt. Before the first move the site has
published the SHA-256 of a secret seed; after the match it publishes the seed. Lot number i is the
number HMAC-SHA-256(seed, "i.0") below the sum of the weights (a number too large to be fair is
thrown away for "i.1" and so on), counted off among what was possible. This script does it again.
Where three or more sit down, lot 0 is a number below n!; its digits in the factorial system say,
place after place, which of the players still left comes next. Where the seats go by strength, the
weakest comes first, and this order only decides among equals.

The record of a tournament is what the site shows at /tournaments/7/lots.txt; what each of its lots
has decided stands at /tournaments/7/lots/.

Exit code 0: all lots are confirmed. 1: something is wrong, and it says what. 2: not yet possible.
"""

import hashlib
import hmac
import math
import pathlib
import re
import sys

TAG = re.compile(r'^\[(\w+) "(.*)"\]$')
PLAIN = re.compile(r"^lot (\d+) below (\d+): (\d+)$")
LOT = re.compile(r"^\d+\. lot (.+) \{[^;]+; \w+; lot (\d+) among (.+)\}$")
START = re.compile(r"^lot (\d+) among ([\d, ]+): (\d+) begins$")
ORDER = re.compile(r"^lot (\d+) among ([\dat, ]+): order ([\d, ]+)$")
SPACE = 1 << 256


class Wrong(Exception):
    """What does not fit."""


def lot(seed: bytes, index: int, below: int) -> int:
    """Return lot `index` of a seed as a number from 0 to below - 1, all equally likely."""
    limit = SPACE - SPACE % below
    block = 0
    while True:
        message = f"{index}.{block}".encode()
        value = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")
        if value < limit:
            return value % below
        block += 1


def weighed(text: str) -> list[tuple[str, int]]:
    """Read "bag R 8, bag Y 7" as what was possible with its weights."""
    parts = [part.strip().rpartition(" ") for part in text.split(",")]
    return [(name, int(weight)) for name, _blank, weight in parts]


def chosen(seed: bytes, index: int, outcomes: list[tuple[str, int]]) -> str:
    """Return which outcome lot `index` falls on."""
    rest = lot(seed, index, sum(weight for _name, weight in outcomes))
    for name, weight in outcomes:
        if rest < weight:
            return name
        rest -= weight
    raise Wrong(f"lot {index} falls on nothing")


def check_sum(text: str) -> None:
    """Compare the first line with the SHA-256 of all lines after it."""
    head, _end, body = text.partition("\n")
    if head != f'[Record "{hashlib.sha256(body.encode()).hexdigest()}"]':
        raise Wrong("the record is not as it was published: its first line does not fit the rest")


def check_start(seed: bytes, words: str, tags: dict[str, str]) -> None:
    """Confirm the lot that decided who begins; the seats stand in the order it made."""
    if several := ORDER.match(words):
        check_order(seed, several, tags)
        return
    found = START.match(words)
    if not found:
        raise Wrong(f"unreadable random draw for the start: {words}")
    players = [part.strip() for part in found[2].split(",")]
    first = lot(seed, int(found[1]), len(players))
    if players[first] != found[3]:
        raise Wrong(f"lot {found[1]} says that {players[first]} begins, not {found[3]}")
    order = players[first:] + players[:first]
    if tags.get("Players") != ", ".join(order):
        raise Wrong(f"the seats should be {', '.join(order)}")


def ordered(seed: bytes, index: int, count: int) -> list[int]:
    """Return the order of `count` things that lot `index` makes."""
    rest, left, order = lot(seed, index, math.factorial(count)), list(range(count)), []
    for still in range(count - 1, -1, -1):
        at, rest = divmod(rest, math.factorial(still))
        order.append(left.pop(at))
    return order


def check_order(seed: bytes, found: "re.Match[str]", tags: dict[str, str]) -> None:
    """Confirm the lot that ordered three or more, the weaker first where ratings stand."""
    among = [part.strip().partition(" at ") for part in found[2].split(",")]
    players = [name for name, _at, _rating in among]
    ratings = [int(rating or 0) for _name, _at, rating in among]
    drawn = ordered(seed, int(found[1]), len(players))
    order = ", ".join(players[at] for at in sorted(drawn, key=lambda at: ratings[at]))
    if found[3] != order:
        raise Wrong(f"lot {found[1]} gives the order {order}, not {found[3]}")
    if tags.get("Players") != order:
        raise Wrong(f"the seats should be {order}")


def check_line(seed: bytes, due: int, line: str) -> None:
    """Confirm one line of the ledger, which must be lot number `due`."""
    found = LOT.match(line)
    if not found or int(found[2]) != due:
        raise Wrong(f"lot {due} is missing or unreadable: {line}")
    fallen = chosen(seed, due, weighed(found[3]))
    if fallen != found[1]:
        raise Wrong(f"lot {due} fell on “{fallen}”, the record says “{found[1]}”")


def check_plain(seed: bytes, lines: list[str]) -> int:
    """Confirm the lots of a tournament, each a number below another; return how many there are."""
    found = [told for line in lines if (told := PLAIN.match(line))]
    for index, below, value in (map(int, each.groups()) for each in found):
        if lot(seed, index, below) != value:
            raise Wrong(f"lot {index} below {below} is {lot(seed, index, below)}, not {value}")
    return len(found)


def verify(text: str) -> int | None:
    """Return how many lots a record has, all confirmed; Wrong, or None where no seed is known."""
    check_sum(text)
    lines = text.split("\n")
    tags = {found[1]: found[2] for line in lines if (found := TAG.match(line))}
    if "LotsSeed" not in tags:
        return None
    seed = bytes.fromhex(tags["LotsSeed"])
    if hashlib.sha256(seed).hexdigest() != tags.get("LotsDigest"):
        raise Wrong("the seed is not the one whose digest was published")
    if "Tournament" in tags:
        return check_plain(seed, lines)
    due = 0
    if "LotsStart" in tags:
        check_start(seed, tags["LotsStart"], tags)
        due = 1
    for line in lines:
        if re.match(r"\d+\. lot ", line):
            check_line(seed, due, line)
            due += 1
    return due


def read(arguments: list[str]) -> bytes:
    """Return the bytes of the record: of the file named, else of the standard input."""
    return pathlib.Path(arguments[0]).read_bytes() if arguments else sys.stdin.buffer.read()


def main(arguments: list[str]) -> int:
    """Read the record, say what was found, return the exit code."""
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(str(__doc__))
        return 2
    try:
        count = verify(read(arguments).decode())
    except (Wrong, ValueError, OSError) as error:
        sys.stdout.write(f"NOT CONFIRMED: {error}\n")
        return 1
    if count is None:
        sys.stdout.write("The seed is not public yet: it is published when all is over.\n")
        return 2
    sys.stdout.write(f"Confirmed: {count} lots follow from the seed, the seed from its digest.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
