"""The record of a running auction as one reader may see it, for pages, e-mails and the API."""

from __future__ import annotations

from accounts.naming import isolated
from games.families.auctions import RunningAuction
from games.families.phrases import family_texts
from games.rules.multiplayer import line_numbers_in_force, redact_line
from games.services.match.loaded import LoadedMatch


def running_auction(loaded: LoadedMatch, viewer: int | None) -> RunningAuction | None:
    """Return the running auction as a seat (None: a spectator) may know it; None without one.

    At most one query. Secret maxima stay secret (TP-13).
    """
    family = family_texts(loaded.match.ruleset)
    if family.running_auction(loaded.state, ()) is None:
        return None
    lines = loaded.ledger()
    rules, state = loaded.rules, loaded.state
    known = [lines[number - 1] for number in line_numbers_in_force(lines)]
    return family.running_auction(
        state, [(seat, redact_line(rules, state, seat, text, viewer)) for seat, text in known]
    )


def auction_lines(loaded: LoadedMatch, viewer: int | None) -> list[str]:
    """Return the record of a running auction as sentences; [] without one."""
    found = running_auction(loaded, viewer)
    names = [isolated(seat.player.name) for seat in loaded.seats]
    return found.sentences(names, viewer) if found else []
