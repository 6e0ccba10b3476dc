"""Swiss rounds: by FIDE's engine if its rules apply, else by our own matching; both are checked.

Nobody meets an opponent twice or has a second allocated bye; absent players are left out. A
draft keeps engine, version and the exact input, from which `repeat` reproduces it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.errors import TournamentError
from tournaments.pairing import dutch, matching
from tournaments.pairing.base import (
    BLACK,
    WHITE,
    Bye,
    Draft,
    Pairing,
    PairingError,
    Player,
    check_requested_byes,
    players_of,
    virtual_points,
)
from tournaments.standings.base import Entrant, Event, Kind, Result, System
from tournaments.standings.trf.sheet import Boost, ForbiddenGroup, Sheet

logger = logging.getLogger(__name__)
NO_PAIRING = "no_legal_pairing"
ENGINES = {dutch.ENGINE: dutch, matching.ENGINE: matching}


@dataclass(frozen=True)
class PairingInput:
    """Everything that determines the pairing of a round.

    `event` has the results so far (running fixtures as ties), `initial` is the colour of number 1
    in round one, `absent` players have requested byes, members of a `forbidden` group must not
    meet, `boosts` are virtual points. Byes of a `foreign` event, from a report file, are not
    checked.
    """

    event: Event
    round: int
    initial: str
    absent: tuple[Bye, ...] = ()
    forbidden: tuple[tuple[Entrant, ...], ...] = ()
    boosts: tuple[Boost, ...] = ()
    foreign: bool = False

    @property
    def sheet(self) -> Sheet:
        """The input as a report file."""
        return Sheet(
            self.event,
            initial=self.initial,
            absences=tuple(
                Result(self.round, (each.entrant,), kind=each.kind) for each in self.absent
            ),
            forbidden=tuple(
                ForbiddenGroup(group, self.round, self.round) for group in self.forbidden
            ),
            boosts=self.boosts,
        )


def pair(call: PairingInput) -> Draft:
    """Pair one round of a Swiss.

    If FIDE's engine cannot pair it, or its result fails our check, our own matching does; the
    draft's note says why.
    """
    players = _check_input(call)
    note = dutch.unsupported_reason(call.event)
    if not note:
        try:
            record = dutch.record_of(call.sheet, call.round)
            return _check_draft(_draft(dutch.ENGINE, record, call), players, call)
        except Exception as error:
            note = error.code if isinstance(error, TournamentError) else dutch.ENGINE_FAILED
            if note != NO_PAIRING:  # a bug in the engine, not a property of the event
                logger.warning("the engine has failed: %s", error, exc_info=error)
    record = matching.record_of(
        _present_players(players, call), call.round, call.initial, call.forbidden
    )
    draft = _check_draft(_draft(matching.ENGINE, record, call), players, call)
    return draft._replace(note=note)


def repeat(draft: Draft) -> Draft:
    """Pair a draft again from its record alone; `version` may differ."""
    if draft.engine not in ENGINES:
        raise PairingError("unknown_engine", engine=draft.engine)
    engine = ENGINES[draft.engine]
    pairs, byes = engine.pair(draft.record)
    requested = [bye for bye in draft.byes if bye.kind is not Kind.PAIRED_BYE]
    return draft._replace(
        pairings=_number_boards(pairs), byes=(*byes, *requested), version=engine.installed()
    )


def _draft(name: str, record: str, call: PairingInput) -> Draft:
    pairs, byes = ENGINES[name].pair(record)
    return Draft(
        call.round,
        _number_boards(pairs),
        (*byes, *call.absent),
        name,
        ENGINES[name].installed(),
        record,
    )


def _number_boards(pairs: Collection[tuple[Entrant, Entrant]]) -> tuple[Pairing, ...]:
    return tuple(Pairing(seats, board) for board, seats in enumerate(pairs, start=1))


def _check_input(call: PairingInput) -> tuple[Player, ...]:
    """Return the players; raise if parts of the input contradict each other."""
    event = call.event
    if event.system is not System.SWISS:
        raise PairingError("no_swiss", system=event.system)
    if call.round != event.rounds + 1:
        raise PairingError("round_not_next", round=call.round, next=event.rounds + 1)
    if call.initial not in (WHITE, BLACK):
        raise PairingError("no_initial_colour", initial=call.initial)
    if strangers := {who for group in call.forbidden for who in group} - set(event.entrants):
        raise PairingError("not_entered", entrants=sorted(strangers))
    players = players_of(event, call.boosts)
    if not call.foreign:
        check_requested_byes(players, call.absent)
    if len(_present_players(players, call)) < (1 if call.foreign else 2):
        raise PairingError("too_few", entrants=len(_present_players(players, call)), needed=2)
    return players


def _present_players(players: Collection[Player], call: PairingInput) -> list[Player]:
    """Return the players to pair, with their virtual points of this round."""
    absent = {bye.entrant for bye in call.absent}
    extra = virtual_points(call.boosts, call.round)
    return [
        replace(player, score=player.score + extra.get(player.entrant, 0))
        for player in players
        if player.entrant not in absent
    ]


def _check_draft(draft: Draft, players: Collection[Player], call: PairingInput) -> Draft:
    """Return the draft, or raise if it breaks a rule that holds for every engine."""
    known = {player.entrant: player for player in players}
    apart = {frozenset(two) for group in call.forbidden for two in combinations(group, 2)}
    seated = [who for pairing in draft.pairings for who in pairing.seats]
    seated += [bye.entrant for bye in draft.byes]
    allocated = [bye for bye in draft.byes if bye not in call.absent]
    sound = (
        sorted(seated) == sorted(call.event.entrants)
        and len(allocated) <= 1
        and not any(known[bye.entrant].had_bye for bye in allocated)
        and not any(
            frozenset(pairing.seats) in apart or pairing.seats[1] in known[pairing.seats[0]].met
            for pairing in draft.pairings
        )
    )
    if not sound:
        raise PairingError("engine_wrong", engine=draft.engine)
    return draft
