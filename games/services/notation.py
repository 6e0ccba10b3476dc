"""Moves between readers and the ledger: people write them in many ways, the ledger in one."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Ply
from games.orders.turns import read_move
from games.rules.company import fold_line
from games.services.table import Table
from games.services.words.registry import family_words

__all__ = ["lay_out", "read_move"]


def lay_out(table: Table, plies: Sequence[Ply]) -> None:
    """Remember the states around these plies where their notation needs them; one query at most."""
    wanted = {ply.number for ply in plies} - table.turned.keys()
    if not wanted or not family_words(table.match.ruleset).needs_position:
        return
    state = table.rules.start(len(table.seats), table.match.options)
    ledger = Ply.objects.filter(match=table.match, number__lte=max(wanted)).order_by("number")
    for ply in ledger:
        before, state = state, fold_line(table.rules, state, ply.seat, ply.text)
        table.turned[ply.number] = (before, state)
