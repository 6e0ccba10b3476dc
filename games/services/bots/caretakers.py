"""Caretakers play the turns of every seat whose player is away (rule book C-11)."""

from __future__ import annotations

import logging
from datetime import datetime

from games.families import strategies
from games.models import Match, Ply, Seat
from games.rules.base import AnyMove
from games.services.bots.bots import RandomSources
from games.services.errors import Refused
from games.services.match.loaded import LoadedMatch, load_match
from games.services.play.play import play_turn

logger = logging.getLogger(__name__)
MAX_TURNS_PER_RUN = 200


def play_caretaker_turns(*, now: datetime, chance: RandomSources) -> int:
    """Play the turns of all seats in care; return how many.

    A failing match is skipped until the next run.
    """
    played, stuck = 0, set[int]()
    while played < MAX_TURNS_PER_RUN:
        waiting = Seat.objects.filter(cared_since__isnull=False, awaited_since__isnull=False)
        seats = list(waiting.exclude(match__in=stuck).order_by("awaited_since")[:MAX_TURNS_PER_RUN])
        if not seats:
            break
        for seat in seats:
            try:
                played += _play_turn(seat, now, chance)
            except Exception:
                logger.exception("caretaker stepped aside", extra={"match": seat.match_id})
                stuck.add(seat.match_id)
    return played


def _play_turn(seat: Seat, now: datetime, chance: RandomSources) -> bool:
    """Play one turn of one seat; False if its player was faster.

    The move is chosen without a lock; ``seen`` makes sure the position is still the same.
    """
    loaded = load_match(Match.objects.get(pk=seat.match_id))
    mine = loaded.seats[seat.number]
    if not mine.awaited or mine.cared_since is None:
        return False
    text = loaded.rules.spell(_choose_move(loaded, mine, chance))
    try:
        play_turn(
            seat.match_id,
            seat.number,
            text,
            seen=loaded.match.ply_count,
            now=now,
            source=Ply.Source.CARETAKER,
        )
    except Refused as refusal:
        logger.info("caretaker could not move", extra={"code": refusal.code})
        return False
    return True


def _choose_move(loaded: LoadedMatch, seat: Seat, chance: RandomSources) -> AnyMove:
    """Return the move of the agreed strategy; if it fails, that of a skipped turn."""
    view = loaded.rules.seen_by(loaded.state, seat.number)
    try:
        strategy = strategies.get(loaded.match.caretaker)
        return strategy.choose(loaded.rules, view, seat.number, chance.rng)
    except Exception:
        logger.exception("caretaker had no idea", extra={"match": loaded.match.pk})
        return loaded.rules.idle_move(view, seat.number)
