"""Rolls since the reader's last choice, for games whose dice often run on without a choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.families.phrases import family_texts
from games.families.throws import PlyWithStates, Throw
from games.models import Ply, Seat
from games.rules.base import AnyRules, AnyState
from games.rules.multiplayer import states_after_lines
from games.services.match.loaded import LoadedMatch
from games.services.match.pictures import active_board_labels

MAX_TURNS = 12  # in an e-mail
UNCHOSEN_SOURCES = frozenset(
    {Ply.Source.SERVER, Ply.Source.ORDER, Ply.Source.CLOCK, Ply.Source.CARETAKER}
)


def plies_with_states(
    rules: AnyRules, start: AnyState, lines: Iterable[tuple[int, int, str, str]]
) -> list[PlyWithStates]:
    """Replay ledger lines (number, seat, text, source) from the start, keeping every state."""
    told = list(lines)
    states = states_after_lines(
        rules, start, ((seat, text) for _number, seat, text, _source in told)
    )
    return [
        PlyWithStates(*line, before, after)
        for line, (before, after) in zip(told, pairwise(states), strict=True)
    ]


def load_plies_with_states(loaded: LoadedMatch) -> list[PlyWithStates]:
    """Return every ply of the match with its states; one query, then cached on ``loaded``."""
    match = loaded.match
    if not loaded.story or loaded.story[-1].number != match.ply_count:
        rows = Ply.objects.filter(match=match, number__lte=match.ply_count).order_by("number")
        lines = rows.values_list("number", "seat", "text", "source")
        start = loaded.rules.start(len(loaded.seats), match.options)
        loaded.story = plies_with_states(loaded.rules, start, lines)
    return loaded.story


def last_chosen_ply(acts: Sequence[PlyWithStates], seat: int | None) -> int:
    """Return the number of the seat's last ply by choice; 0 if there is none."""
    for act in reversed(acts):
        if act.seat == seat and act.source not in UNCHOSEN_SOURCES:
            return act.number
    return 0


def turn_throws(
    ruleset: str, acts: Sequence[PlyWithStates], names: Sequence[str], own: int | None
) -> list[Throw]:
    """Return the throws turn by turn for a reader with this seat (None: a spectator)."""
    return family_texts(ruleset).throws(acts, names, own, active_board_labels())


def turn_sentences(loaded: LoadedMatch, seat: Seat) -> list[str]:
    """Return one sentence per turn since the reader's last choice, MAX_TURNS at most."""
    acts = load_plies_with_states(loaded)
    fresh = acts[last_chosen_ply(acts, seat.number) :]
    names = [isolated(each.player.name) for each in loaded.seats]
    said = [throw.said for throw in turn_throws(loaded.match.ruleset, fresh, names, seat.number)]
    if len(said) <= MAX_TURNS:
        return said
    return [_("Earlier rolls are on the match page."), *said[-MAX_TURNS:]]


def state_last_seen(loaded: LoadedMatch, seat: Seat) -> AnyState:
    """Return the state after the reader's last choice."""
    acts = load_plies_with_states(loaded)
    at = last_chosen_ply(acts, seat.number)
    return acts[at].before if at < len(acts) else loaded.state
