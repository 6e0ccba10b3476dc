"""The preview of a turn before it is sent (rule book C-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypedDict
from urllib.parse import urlencode

from django.utils.translation import get_language, gettext as _

from games.diagrams.base import Diagram
from games.families.clicks import clicks
from games.families.drawing import diagram_for
from games.orders.grammar import Command, parse_commands
from games.orders.turns import TriedPly, TurnReader
from games.rules.base import AnyState, CompletedLine, MalformedMove
from games.rules.series import SeriesState, legs_ended_between
from games.services.match.loaded import LoadedMatch
from games.services.wording import wording
from games.web.page.drafts import MoveDraft
from games.web.page.history import completed_line_text

PASS_MOVES = frozenset({"pass", "skip"})
MOVE_COMMANDS = ("turn", "next")


class MoveDescription(TypedDict):
    """A move in notation and in words, with its effect and board."""

    shown: str
    words: str
    effect: str
    diagram: Diagram


@dataclass(frozen=True)
class Preview:
    """A turn not sent yet.

    ``text`` is the chosen move, "" unless it is a single one; ``sends`` is the whole text to send,
    ``other_commands`` describes commands other than moves.
    """

    text: str
    shown: str
    words: str
    lines: list[str]
    points: int
    effect: str
    ends: str
    diagram: Diagram
    sends: str
    other_commands: list[str]


@dataclass(frozen=True)
class Choice:
    """A legal move: its spelling, its words, the URL of its preview, its notation."""

    text: str
    words: str
    url: str
    shown: str = ""


def preview_of(loaded: LoadedMatch, seat: int, text: str) -> Preview:
    """Preview a text; raises MalformedMove, IllegalMove or BadOrder."""
    commands = parse_commands(text)
    if not commands:
        raise MalformedMove("unreadable_move", text=text.strip()[:40])
    turns = [each.text for each in commands if each.verb in MOVE_COMMANDS]
    reader = TurnReader(loaded.rules, get_language())
    steps = [step for turn in reader.turns(loaded.state, seat, turns) for step in turn]
    after = replace(loaded, state=steps[-1].state) if steps else loaded
    lines, points = _scored_lines(loaded.state, after.state, seat)
    return Preview(
        text=steps[0].text if len(steps) == 1 else "",
        lines=[completed_line_text(line) for line in lines],
        points=points,
        ends=_end_sentence(loaded, after.state, ended=_ends_leg(loaded.state, after.state)),
        sends=steps[0].text if len(commands) == len(steps) == 1 else text.strip(),
        other_commands=[
            _describe_command(after, seat, each)
            for each in commands
            if each.verb not in MOVE_COMMANDS
        ],
        **_describe_move(loaded, seat, steps),
    )


def _describe_move(loaded: LoadedMatch, seat: int, steps: Sequence[TriedPly]) -> MoveDescription:
    """Return the plies in notation, in words and on the board."""
    shown, words, effect, before = [], [], "", loaded
    key = loaded.match.ruleset
    drawn = diagram_for(key, loaded.state, seat=seat)
    for step in steps:
        shown.append(wording.move_notation(before, step.text))
        words += wording.move_labels(before, [step.text])
        effect = wording.effect_text(before, step.state, step.text)
        drawn = diagram_for(key, before.state, preview=step.text, seat=seat)
        before = replace(loaded, state=step.state)
    return {
        "shown": " ".join(shown),
        "words": ", ".join(words) or _("This does not play a move"),
        "effect": effect,
        "diagram": drawn,
    }


def _describe_command(loaded: LoadedMatch, seat: int, command: Command) -> str:
    """Describe a command that is sent with the move; raises BadOrder."""
    if command.verb == "if":
        links, _end = TurnReader(loaded.rules, get_language()).chain(loaded.state, seat, command)
        return _("Conditional move: %(order)s") % {"order": " ".join(link.text for link in links)}
    phrase = {
        "auto-draft": _("Draft list: %(text)s"),
        "note": _("Private note: %(text)s"),
        "msg": _("Message: %(text)s"),
        "tie": _("You offer a draw."),
        "resign": _("You resign."),
    }[command.verb]
    return phrase % {"text": command.text}


def _scored_lines(
    before: AnyState, after: AnyState, seat: int
) -> tuple[tuple[CompletedLine, ...], int]:
    """Return the lines that the move completes and their points."""
    if not isinstance(after, SeriesState):
        return (), 0
    ended = legs_ended_between(before, after)
    return (ended[0].lines, ended[0].points[seat]) if ended else ((), 0)


def _ends_leg(before: AnyState, after: AnyState) -> bool:
    """Whether a leg ends between two states."""
    return isinstance(after, SeriesState) and bool(legs_ended_between(before, after))


def _end_sentence(loaded: LoadedMatch, after: AnyState, *, ended: bool) -> str:
    """Return the sentence about the end of the match or leg, or ""."""
    if loaded.rules.outcome(after) is not None:
        return _("This ends the match.")
    return _("This ends the leg.") if ended else ""


def steps_of(loaded: LoadedMatch, draft: MoveDraft, url: str) -> list[Choice]:
    """Return the possible next steps of a turn, with their URLs."""
    key = loaded.match.ruleset
    phrases = wording.move_labels(loaded, draft.moves)
    return [
        Choice(text, words, f"{url}?{urlencode({'clicks': ','.join(clicks(key, text))}, safe=',')}")
        for text, words in zip(draft.moves, phrases, strict=True)
    ]


def passes_of(loaded: LoadedMatch, seat: int, url: str) -> list[Choice]:
    """Return the choice of passing, where the game allows it instead of steps."""
    moves = loaded.rules.moves(loaded.state, seat)
    found = [text for text in map(loaded.rules.spell, moves[:1]) if text in PASS_MOVES]
    phrases = wording.move_labels(loaded, found)
    return [
        Choice(text, words, f"{url}?{urlencode({'move': text})}", text)
        for text, words in zip(found, phrases, strict=True)
    ]


def choices_of(loaded: LoadedMatch, seat: int, url: str) -> list[Choice]:
    """Return every legal move with its words and the URL of its preview."""
    spelled = [loaded.rules.spell(move) for move in loaded.rules.moves(loaded.state, seat)]
    return [
        Choice(
            text, words, f"{url}?{urlencode({'move': text})}", wording.move_notation(loaded, text)
        )
        for text, words in zip(spelled, wording.move_labels(loaded, spelled), strict=True)
    ]
