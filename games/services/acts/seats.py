"""Replacing a player: a substitute takes the seat as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import Player
from accounts.queries import player_named
from games import match_queries
from games.models import Ruling, Seat
from games.services import absence, letters, recalls
from games.services.acts.base import Docket, seat_of
from games.services.charges import charge_fallen
from games.services.errors import Refused
from notifications.services import outbox


class Replace:
    """Let somebody else play a seat on; as with every substitute the result counts for the first.

    What the old player has ordered beforehand lapses, his letters that wait are taken back, and the
    turn begins anew with what the seat has in hand.
    """

    name = "replace"
    about = "match"

    def read(self, docket: Docket, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the seat, and the name of the substitute."""
        return {
            "seat": seat_of(docket, given).number,
            "substitute": named(given).pk,
        }

    def apply(self, docket: Docket) -> None:
        """Seat the substitute."""
        table = docket.at
        table.require_running()
        seat = table.seats[docket.params["seat"]]
        if seat.left_by:
            raise Refused("seat_was_left", player=seat.player.name)
        old, substitute = seat.player, Player.objects.get(pk=docket.params["substitute"])
        require_fit(substitute, match_queries.ever_seated(table.match) | {docket.by.pk})
        docket.player = old
        docket.told += [old, substitute]
        docket.effects["seat"] = {
            "number": seat.number,
            "player": old.pk,
            "original": seat.original_id,
        }
        seat.original_id = seat.rated_id
        _sit_down(docket, seat, substitute)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Give the seat back to whoever had it."""
        table, was = docket.at, ruling.effects["seat"]
        table.require_running()
        seat = table.seats[was["number"]]
        old = Player.objects.select_related("user").get(pk=was["player"])
        if old.closed_at is not None:
            raise Refused("opponent_closed")
        seat.original_id = was["original"]
        _sit_down(docket, seat, old)


def named(given: Mapping[str, Any], name: str = "substitute") -> Player:
    """Read the name of a player, or refuse."""
    words = str(given.get(name) or "").strip()
    found = player_named(words) if words else None
    if found is None:
        raise Refused("no_player_called", name=words or "?")
    return found


def require_fit(substitute: Player, unfit: set[int]) -> None:
    """Refuse whoever cannot take a seat: bots, guests, closed accounts, those concerned."""
    person = substitute.kind == Player.Kind.PERSON and substitute.closed_at is None
    if not person or substitute.pk in unfit:
        raise Refused("unfit_substitute", player=substitute.name)


def _sit_down(docket: Docket, seat: Seat, player: Player) -> None:
    """Change the player of a seat: his clock begins anew, the old one's letters and orders end."""
    table, now = docket.at, docket.now
    thread, old = table.match.thread, seat.player
    charge_fallen(table, seat, now)
    outbox.withdraw_thread(thread, recalls.POINTLESS_AFTER_THE_END, now=now, player=old)
    seat.cared_since = seat.tie_offered_at_ply = None
    absence.seat_player(table, seat, player, now)
    if seat.awaited:
        letters.tell_turn(table, seat, now=now)
