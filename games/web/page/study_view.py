"""The study board: a line at a ply, with the URLs of all next moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.diagrams.base import Diagram, TouchTargets
from games.diagrams.text import describe_diagram
from games.diagrams.words import Words
from games.families.drawing import diagram_for
from games.families.features import record_reader, records_of
from games.families.phrases import family_texts
from games.families.records import Records
from games.queries import Position
from games.rules import registry
from games.rules.base import AnyRules, AnyState
from games.services.match.pictures import active_board_labels
from games.services.solo.studies import Study, match_moves_text, match_pgn, study_pgn
from games.services.wording import result_words
from games.web.errors import Notice
from games.web.page.clicks import Button, ClickTree
from games.web.page.preview import Choice
from notifications.services.headers import absolute_url


def study_url(study: Study, ply: int | None, *, black: bool = False) -> str:
    """Return the URL of a study; without a ply it shows the end."""
    return _line_url(study, study.line, ply, black=black)


def _line_url(study: Study, line: str, ply: int | None, *, black: bool) -> str:
    kept = {"line": line, "fen": study.fen, **study.tags}
    if line != study.line:  # the result belongs to the original line only
        kept.pop("Result", None)
    asked: dict[str, object] = {name: value for name, value in kept.items() if value}
    if ply is not None:
        asked["ply"] = ply
    if black:
        asked["side"] = "black"
    return f"{reverse('games:study')}?{urlencode(asked)}"


def study_texts(position: Position) -> dict[str, str]:
    """Return FEN and PGN of a match and the URL for studying it; {} unless it is chess."""
    match = position.match
    notation = records_of(match.ruleset)
    if notation is None:
        return {}
    asked = {"line": match_moves_text(position), "ply": position.at_ply}
    asked |= {
        name: seat.player.name for name, seat in zip(notation.SIDES, position.seats, strict=True)
    }
    return {
        "study": f"{reverse('games:study')}?{urlencode(asked)}",
        "fen": notation.position(position.state),
        "pgn": match_pgn(position, absolute_url(match.get_absolute_url())),
    }


@dataclass
class StudyView:
    """A study at a ply, seen from one side, with the clicks of an incomplete move."""

    study: Study
    ply: int
    black: bool = False
    clicked: tuple[str, ...] = ()
    notice: Notice | None = None

    def __post_init__(self) -> None:
        """Drop clicks that lead nowhere."""
        if self.tree.is_dead:
            words = _("No move starts with %(clicks)s. Choose again.")
            self.notice = Notice(422, "no_such_clicks", words % {"clicks": " ".join(self.clicked)})
            self.clicked = ()
            del self.tree

    @cached_property
    def state(self) -> AnyState:
        """The position; reopened if a match would be over, so that play can go on."""
        return self.notation.reopened(self.study.played.states[self.ply])

    @cached_property
    def notation(self) -> Records:
        return record_reader()

    @property
    def key(self) -> str:
        return self.notation.KEY

    @cached_property
    def rules(self) -> AnyRules:
        return registry.get(self.key)

    @cached_property
    def words(self) -> Words:
        return active_board_labels()

    def read(self, text: str, language: str) -> int:
        """Parse and check a typed move; raises RulesError."""
        move = self.rules.resolve_move(self.state, self.rules.read(text, language))
        self.rules.play(self.state, self.notation.mover(self.state), move)
        return int(move)

    def after(self, move: int) -> str:
        """Return the URL after a move: along the line, or into a new line."""
        moves = self.study.played.moves
        if self.ply < len(moves) and moves[self.ply] == move:
            return self.at(self.ply + 1)
        line = "".join(self.rules.spell(each) for each in (*moves[: self.ply], move))
        return _line_url(self.study, line, None, black=self.black)

    def at(self, ply: int) -> str:
        """Return the URL of another ply of the line."""
        return study_url(self.study, ply, black=self.black)

    @cached_property
    def tree(self) -> ClickTree:
        choices = [
            Choice(self.rules.spell(move), "", self.after(move))
            for move in self.rules.moves(self.state, self.notation.mover(self.state))
        ]
        return ClickTree(self.key, choices, self.at(self.ply), self.clicked)

    @property
    def touch(self) -> TouchTargets | None:
        """Targets for drags, and for taps outside the board."""
        return self.tree.touch("", self.diagram)

    @cached_property
    def links(self) -> dict[str, str] | None:
        """The URL behind each square."""
        return self.tree.links("") or None

    @cached_property
    def buttons(self) -> list[Button]:
        """Buttons for promotions, and for the target squares of a piece if they are few."""
        return self.tree.buttons(self.diagram, self.words)

    @cached_property
    def diagram(self) -> Diagram:
        last = self.rules.spell(self.study.played.moves[self.ply - 1]) if self.ply else None
        drawn = diagram_for(self.key, self.state, last=last, seat=int(self.black))
        cells = drawn.by_name.keys()
        follow = frozenset(self.tree.following(self.clicked) if self.clicked else ()) & cells
        return replace(drawn, chosen=frozenset(self.clicked) & cells - follow, follow=follow)

    @cached_property
    def spoken(self) -> str:
        return describe_diagram(self.diagram, self.words)

    @cached_property
    def turn(self) -> str:
        """The player to move, or the result."""
        state = self.study.played.states[self.ply]
        if state.ending:
            return result_words.plain_ending(self.key, state.ending) or _("Checkmate.")
        black = self.notation.mover(state)
        return _("Black to move.") if black else _("White to move.")

    @cached_property
    def remark(self) -> str:
        """Where a match would have ended by the rules although the game went on; "" if nowhere."""
        ended = self.study.played.ended_at
        if ended is None:
            return ""
        why = result_words.plain_ending(self.key, self.study.played.states[ended].ending)
        if not ended:
            over = _("A match would already be over in the starting position.")
            return f"{over} {why}"
        state = self.study.played.states[ended - 1]
        move = f"{self.notation.numbered(state)} {self._notation(ended - 1)}"
        said = _("A match would have ended here after %(move)s.") % {"move": move}
        return f"{said} {why}"

    def _notation(self, ply: int) -> str:
        state, move = self.study.played.states[ply], self.study.played.moves[ply]
        return family_texts(self.key).notation(
            self.notation.reopened(state), self.rules.spell(move)
        )

    @cached_property
    def moves(self) -> list[dict[str, object]]:
        """The moves of the line with numbers, in notation and for screen readers."""
        rows, family = [], family_texts(self.key)
        for ply, move in enumerate(self.study.played.moves):
            state = self.notation.reopened(self.study.played.states[ply])
            rows.append(
                {
                    "number": self.notation.numbered(state),
                    "text": self._notation(ply),
                    "heard": family.spoken_move(state, self.rules.spell(move)),
                    "url": self.at(ply + 1),
                    "shown": ply + 1 == self.ply,
                }
            )
        return rows

    @property
    def begins_black(self) -> bool:
        """Whether Black makes the first move."""
        return bool(self.notation.mover(self.study.played.states[0]))

    @cached_property
    def steps(self) -> dict[str, str]:
        """The URLs of the replay buttons; "" where the button is disabled."""
        last = len(self.study.played.moves)
        goals = {"first": 0, "previous": self.ply - 1, "next": self.ply + 1, "last": last}
        back = {"first", "previous"}
        return {
            name: self.at(ply) if (self.ply > 0 if name in back else self.ply < last) else ""
            for name, ply in goals.items()
        }

    @cached_property
    def turned(self) -> str:
        """The URL of the board turned round."""
        return study_url(self.study, self.ply, black=not self.black)

    @cached_property
    def fen(self) -> str:
        return self.notation.position(self.study.played.states[self.ply])

    @cached_property
    def pgn(self) -> str:
        """The whole line as PGN."""
        return study_pgn(self.study, len(self.study.played.moves))

    @cached_property
    def title(self) -> str:
        """The players named by the tags, or ""."""
        names = [self.study.tags.get(side, "") for side in self.notation.SIDES]
        return " – ".join(name or "?" for name in names) if any(names) else ""

    @cached_property
    def about(self) -> str:
        """Event, date and result from the tags."""
        told = [self.study.tags.get(name, "") for name in ("Event", "Date", "Result")]
        return " · ".join(each for each in told if each.strip("?*. "))

    @cached_property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields of the form for typed moves."""
        kept = {"line": self.study.line, "fen": self.study.fen, **self.study.tags}
        kept |= {"ply": str(self.ply), "side": "black" if self.black else ""}
        return [(name, value) for name, value in kept.items() if value]
