"""What happens in a match without anybody's choice: random draws and forced moves."""

from __future__ import annotations

from datetime import datetime

from games import lots
from games.models import Ply
from games.orders.automatic import forced_move
from games.rules.base import CHANCE, AnyMove, JSONObject
from games.services.match.table import Table

__all__ = ["forced_move", "ledger_line", "play_ply", "run_on"]


def ledger_line(
    table: Table,
    seat: int,
    text: str,
    now: datetime,
    source: str,
    proof: JSONObject | None = None,
) -> Ply:
    """Return the next ledger line (not yet saved) and count it."""
    table.match.ply_count += 1
    return Ply(
        match=table.match,
        number=table.match.ply_count,
        turn=table.match.turn,
        seat=seat,
        text=text,
        at=now,
        source=source,
        proof=proof,
    )


def play_ply(
    table: Table,
    seat: int,
    move: AnyMove,
    now: datetime,
    source: str,
    proof: JSONObject | None = None,
) -> Ply:
    """Play one move or lot on the table and return its ledger line."""
    before, after = table.state, table.rules.play(table.state, seat, move)
    line = ledger_line(table, seat, table.rules.spell(move), now, source, proof)
    table.state = after
    table.turned[line.number] = (before, after)
    return line


def run_on(table: Table, now: datetime) -> list[Ply]:
    """Make due random draws and play forced moves until somebody has a choice or the match ends."""
    lines: list[Ply] = []
    while True:
        if CHANCE in table.rules.awaited(table.state):
            lines.append(_cast_lot(table, now))
        elif forced := forced_move(table.rules, table.state):
            seat, move = forced
            lines.append(play_ply(table, seat, move, now, Ply.Source.SERVER))
        else:
            return lines


def _cast_lot(table: Table, now: datetime) -> Ply:
    """Make one random draw from the match's seed (C-2); the ledger line says among what."""
    outcomes = table.rules.lots(table.state)
    index = table.match.lots_drawn
    weights = [weight for _move, weight in outcomes]
    among = [table.rules.spell(move) for move, _weight in outcomes]
    chosen = lots.pick(table.match.lots_seed, index, weights)
    table.match.lots_drawn += 1
    proof = {"lot": index, "among": among, "weights": weights}
    return play_ply(table, CHANCE, outcomes[chosen][0], now, Ply.Source.SERVER, proof)
