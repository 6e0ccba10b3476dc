"""The page for verifying the random draws of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.naming import isolated
from accounts.queries import PageRequest
from games import lots, queries
from games.families.phrases import family_texts
from games.queries import Position
from games.rules.base import CHANCE, JSON
from games.services.errors import Refused
from games.services.match.pictures import active_board_labels
from games.services.match.seating import recorded_order
from games.services.wording import game_words
from games.web.errors import readonly_page
from games.web.files import script_response

if TYPE_CHECKING:
    from games.models import Ply


@dataclass(frozen=True)
class LotRow:
    """One random draw: what it decided, its possible outcomes, and whether the seed confirms it."""

    number: int
    ply: int | None
    words: str
    among: list[str]
    confirmed: bool | None


@readonly_page
def lots_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show every random draw of a match; after its end recomputed from the seed."""
    position = queries.position_for(request.reader, pk)
    if position is None:
        raise Refused("no_such_match")
    match = position.match
    rows = list(_rows(position))
    context = {
        "match": match,
        "names": " – ".join(isolated(seat.player.name) for seat in position.seats),
        "ruleset": game_words.ruleset_name(match.ruleset),
        "digest": lots.digest(match.lots_seed),
        "seed": "" if match.is_running else match.lots_seed,
        "rows": rows,
        "all_confirmed": all(row.confirmed for row in rows),
    }
    return render(request, "games/match/lots.html", context)


def _rows(position: Position) -> Iterator[LotRow]:
    """Yield the draw for the start and those in the ledger."""
    match, words = position.match, active_board_labels()
    family = family_texts(match.ruleset)
    seed = "" if match.is_running else match.lots_seed
    if start := match.start_lot:
        yield _start_row(position, start, seed)
    for ply in position.plies:
        if ply.seat == CHANCE:
            proof: JSON = ply.proof
            pairs = zip(proof["among"], proof["weights"], strict=True)
            among = [f"{family.lot_outcome(text, words)} × {n}" for text, n in pairs]
            said = family.lot_sentence(ply.text, words)
            yield LotRow(proof["lot"], ply.number, said, among, _agrees(seed, ply))


def _start_row(position: Position, start: dict[str, JSON], seed: str) -> LotRow:
    """Return the row of the draw for seats."""
    names = {
        seat.rated_player_id: isolated((seat.original or seat.player).name)
        for seat in position.seats
    }
    said = start.get("order") or [start["among"][start["first"]]]
    among = [names[pk] for pk in start["among"]]
    if values := start.get("ratings"):
        among = [f"{name} ({value // 100})" for name, value in zip(among, values, strict=True)]
    words = _("%(player)s starts.") % {"player": names[said[0]]}
    if "order" in start:
        words = _("Order of seats: %(players)s.") % {"players": ", ".join(names[pk] for pk in said)}
    confirmed = recorded_order(seed, start)[: len(said)] == said if seed else None
    return LotRow(0, None, words, among, confirmed)


def _agrees(seed: str, ply: Ply) -> bool | None:
    """Whether the seed gives the recorded outcome; None while it is secret."""
    if not seed:
        return None
    proof: JSON = ply.proof
    chosen = lots.draw_weighted(seed, proof["lot"], proof["weights"])
    return bool(proof["among"][chosen] == ply.text)


@require_safe
def verify_script(request: PageRequest) -> HttpResponse:  # noqa: ARG001 (a view)
    """Serve the script that verifies a record without this site."""
    return script_response("verify_lots.py")
