"""A match as plain text: tags in brackets as in PGN, then one ply per line.

The first line holds the SHA-256 of all lines after it; `docs/verify_lots.py` reads this record.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from games import lots
from games.queries import Position
from games.rules.base import CHANCE, JSON
from games.rules.multiplayer import REFEREE

if TYPE_CHECKING:
    from games.models import Ply


def ledger_text(position: Position, url: str) -> str:
    """Return the ledger, the same in every language, for programs."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _tags(position, url)]
    lines.append("")
    for ply in position.plies:
        official = "players" if ply.source == "agreed" else "referee"
        seat = {CHANCE: "lot", REFEREE: official}.get(ply.seat, str(ply.seat))
        came = f"{_format_instant(ply.at)}; {ply.source}{_proof(ply)}"
        lines.append(f"{ply.number}. {seat} {ply.text} {{{came}}}")
    lines.append(_result(position))
    text = "\n".join(lines) + "\n"
    return f'[Record "{hashlib.sha256(text.encode()).hexdigest()}"]\n{text}'


def _proof(ply: Ply) -> str:
    """Return the number of a random draw and its weighted outcomes; "" for moves."""
    if ply.seat != CHANCE or not ply.proof:
        return ""
    pairs = zip(ply.proof["among"], ply.proof["weights"], strict=True)
    return f"; lot {ply.proof['lot']} among " + ", ".join(f"{name} {n}" for name, n in pairs)


def _tags(position: Position, url: str) -> list[tuple[str, object]]:
    """Return the terms and the players as (name, value)."""
    match = position.match
    options = " ".join(f"{name}={value}" for name, value in sorted(match.options.items()))
    tags: list[tuple[str, object]] = [
        ("Match", match.pk),
        ("Site", url),
        ("Ruleset", match.ruleset),
        ("RulesVersion", match.ruleset_version),
        ("Options", options),
        ("Rated", "yes" if match.rated else "no"),
        ("Started", _format_instant(match.started_at)),
    ]
    tags += [(f"Seat{seat.number}", seat.player.name) for seat in position.seats]
    if match.finished_at:
        tags += [("Finished", _format_instant(match.finished_at)), ("Ending", match.ending)]
        tags.append(("Points", " ".join(str(seat.points) for seat in position.seats)))
    for seat in position.seats:
        if seat.original:
            tags.append((f"Seat{seat.number}Before", seat.original.name))
    tags.append(("Players", ", ".join(str(seat.rated_player_id) for seat in position.seats)))
    if match.start_lot:
        tags.append(("LotsStart", _start_lot(match.start_lot)))
    tags.append(("LotsDigest", lots.digest(match.lots_seed)))
    if match.finished_at:
        tags.append(("LotsSeed", match.lots_seed))
    return tags


def _start_lot(start: dict[str, JSON]) -> str:
    """Return candidates and outcome of the draw for seats, with ratings if they counted.

    With two players the outcome is who begins, with more the order.
    """
    among = [str(pk) for pk in start["among"]]
    if values := start.get("ratings"):
        among = [f"{pk} at {value}" for pk, value in zip(among, values, strict=True)]
    words = f"lot {start['lot']} among {', '.join(among)}: "
    if "order" in start:
        return words + "order " + ", ".join(str(pk) for pk in start["order"])
    return f"{words}{start['among'][start['first']]} begins"


def _result(position: Position) -> str:
    """Return the ranks by seat; ``*`` while the match is running and after an annulment."""
    ranks = [seat.rank for seat in position.seats]
    return "*" if None in ranks else "Ranks " + " ".join(str(rank) for rank in ranks)


def _format_instant(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _escape(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace('"', '\\"')
