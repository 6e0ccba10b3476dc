"""Moves between readers and the ledger: people write them in many ways, the ledger in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Ply
from games.rules.base import Rules
from games.rules.company import fold_line
from games.services.table import Table
from games.services.words.registry import family_words


def read_move(rules: Rules[Any, Any], state: Any, text: str, language: str | None = None) -> Any:
    """Return the move that a text means in this position, so that it has its one spelling.

    ``language`` is that of whoever wrote it; None for programs, whose letters must be clear.
    """
    read, meant = getattr(rules, "read", None), getattr(rules, "meant", None)
    move = read(text, language) if read else rules.parse(text)
    return meant(state, move) if meant else move


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
