"""A match tried on the start page; nothing is stored until the visitor keeps it.

The visitor's moves determine the whole match: the bot's randomness is seeded with the moves before.
So nobody can save a match that the bot did not play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction

from accounts.models import Player
from games import clocks
from games.bots.turns import choose_turn
from games.families import strategies
from games.families.features import showcase
from games.models import Match, Ply
from games.rules import registry
from games.rules.base import MalformedMove
from games.services.bots.capacity import find_free_bot
from games.services.bots.guests import Visitor, create_guest
from games.services.play.matches import start_match
from games.services.play.play import play_turn
from games.services.play.terms import Terms

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 (only a type: chance comes as a parameter)

VISITOR_SEAT, BOT_SEAT = 0, 1
MAX_OWN_MOVES = 80  # per match, including all legs and tie-breaks

RandomFactory = Callable[[str], "Random"]


@dataclass(frozen=True)
class Trial:
    """A trial so far: the visitor's own moves, all plies as (seat, text), and the state."""

    ruleset: str
    rules: Any
    state: Any
    own: tuple[str, ...] = ()
    plies: list[tuple[int, str]] = field(default_factory=list)

    @property
    def moves(self) -> list[str]:
        """The visitor's legal moves now; empty unless it is their turn."""
        if VISITOR_SEAT not in self.rules.awaited(self.state):
            return []
        return [self.rules.spell(move) for move in self.rules.moves(self.state, VISITOR_SEAT)]

    @property
    def last(self) -> str | None:
        """The last ply of either side."""
        return self.plies[-1][1] if self.plies else None


def replay_trial(own: Sequence[str], chance: RandomFactory) -> Trial:
    """Play the visitor's moves and the bot's replies; raises RulesError for illegal moves."""
    key = showcase().at_once[0]
    rules: Any = registry.get(key)
    trial = Trial(key, rules, rules.start(2, {}))
    if len(own) > MAX_OWN_MOVES:
        raise MalformedMove("unreadable_move", text=own[-1][:40])
    for text in own:
        move = rules.parse(text)
        state = rules.play(trial.state, VISITOR_SEAT, move)
        said = rules.spell(move)
        trial = _play_bot_moves(
            Trial(key, rules, state, (*trial.own, said), [*trial.plies, (VISITOR_SEAT, said)]),
            chance,
        )
    return trial


def _play_bot_moves(trial: Trial, chance: RandomFactory) -> Trial:
    """Play the bot's moves until the visitor is to move or the match is over."""
    rules, state, plies = trial.rules, trial.state, list(trial.plies)
    strategy = strategies.get(showcase().bot)
    while BOT_SEAT in rules.awaited(state):
        rng = chance(" ".join(text for _seat, text in plies))
        move = choose_turn(strategy, rules, rules.seen_by(state, BOT_SEAT), BOT_SEAT, rng)
        state = rules.play(state, BOT_SEAT, move)
        plies.append((BOT_SEAT, rules.spell(move)))
    return Trial(trial.ruleset, rules, state, trial.own, plies)


@transaction.atomic
def save_trial_as_guest(
    guest: Visitor, own: Sequence[str], chance: RandomFactory, *, seed: str, now: datetime
) -> tuple[Player, Match]:
    """Create a guest who takes over the trial; creates neither if refused (``bot_full``)."""
    player = create_guest(guest, now)
    return player, save_trial(player, own, chance, seed=seed, now=now)


@transaction.atomic
def save_trial(
    player: Player, own: Sequence[str], chance: RandomFactory, *, seed: str, now: datetime
) -> Match:
    """Save a trial as a match of the player against a bot that always answers.

    Raises RulesError for illegal moves; refuses ``bot_full``.
    """
    trial = replay_trial(own, chance)
    terms = Terms.checked(trial.ruleset, {}, clocks.PRESETS["day"], rated=False)
    bot = find_free_bot(player, trial.ruleset, showcase().bot)
    match = start_match([player, bot.player], terms, seed=seed, now=now)
    for number, (seat, text) in enumerate(trial.plies):
        match.refresh_from_db(fields=["ply_count"])
        if match.ply_count <= number:  # else a forced move, already played by the server
            source = Ply.Source.PAGE if seat == VISITOR_SEAT else Ply.Source.BOT
            play_turn(match.pk, seat, text, seen=number, now=now, source=source)
    return match
