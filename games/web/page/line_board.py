"""Trying moves from a position of a match; the line is kept in the URL only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext as _

from games.diagrams.base import Diagram, TouchTargets
from games.diagrams.text import describe_diagram
from games.families.clicks import clicks
from games.families.drawing import diagram_for
from games.orders.automatic import forced_move, sole_move
from games.orders.turns import TriedPly, TurnReader
from games.rules.base import CHANCE, AnyState, RulesError, Seat
from games.rules.series import LegResult
from games.services.match.loaded import LoadedMatch
from games.services.wording import wording
from games.web.errors import Notice, describe_refusal
from games.web.page.clicks import Button, ClickTree
from games.web.page.drafts import MoveDraft, draft_of
from games.web.page.history import ended_leg, title_of, winning_sentence
from games.web.page.preview import Choice
from games.web.page.viewpoint import Viewpoint

MAX_PLIES = 60
MAX_LINE_LENGTH = 2000


def parse_moves(text: str) -> tuple[str, ...]:
    """Parse the comma-separated moves of a line in a URL."""
    moves = (move.strip() for move in text[:MAX_LINE_LENGTH].split(","))
    return tuple(move for move in moves if move)[:MAX_PLIES]


@dataclass(frozen=True)
class LineMove:
    """A move of a line: its notation, the URL of the board after it, and whether it is shown."""

    text: str
    url: str
    shown: bool


@dataclass
class LineBoard:
    """A line of moves from a position of a match, with the clicks of an incomplete move.

    ``address`` is the URL without a query, ``kept`` are further query parameters. ``answers`` is
    the seat whose sole moves are added to the line automatically.
    """

    seen: Viewpoint
    address: str
    line: tuple[str, ...] = ()
    clicked: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    answers: Seat | None = None
    notice: Notice | None = None
    steps: list[TriedPly] = field(default_factory=list, init=False)
    added: str = field(default="", init=False)

    def __post_init__(self) -> None:
        """Play the line up to the first illegal move; drop clicks that lead nowhere."""
        self._walk()
        if self.tree.is_dead:
            words = _("No move starts with %(clicks)s. Choose again.")
            told = words % {"clicks": " ".join(self.clicked)}
            self.notice = self.notice or Notice(422, "no_such_clicks", told)
            self.clicked = ()
            del self.tree, self.draft, self.choices

    # The line -------------------------------------------------------------------------------------
    def _walk(self) -> None:
        reader, texts = TurnReader(self.seen.loaded.rules), list(self.line)
        self._run_on(texts)
        while texts and (seat := self.seat) is not None:
            try:
                self.steps.append(reader.ply(self.state, seat, texts.pop(0)))
            except RulesError as error:
                self.notice = self.notice or describe_refusal(error)
                break
            self._run_on(texts)
        self._answer()

    def _run_on(self, texts: list[str]) -> None:
        """Play forced moves; skip them where the line spells them out."""
        rules = self.seen.loaded.rules
        while forced := forced_move(rules, self.state):
            seat, move = forced
            after = rules.play(self.state, seat, move)
            self.steps.append(TriedPly(seat, move, rules.spell(move), after, forced=True))
            if texts and texts[0] == self.steps[-1].text:
                del texts[0]

    def _answer(self) -> None:
        """Add the sole move of the seat ``answers``."""
        if not self.steps or self.answers is None or self.steps[-1].seat == self.answers:
            return
        sole = sole_move(self.seen.loaded.rules, self.state)
        if sole is not None and sole[0] == self.answers:
            rules, (seat, move) = self.seen.loaded.rules, sole
            after = rules.play(self.state, seat, move)
            self.added = wording.move_notation(self.loaded, rules.spell(move))
            self.steps.append(TriedPly(seat, move, rules.spell(move), after))
            self._run_on([])

    @property
    def state(self) -> AnyState:
        return self.steps[-1].state if self.steps else self.seen.loaded.state

    @property
    def loaded(self) -> LoadedMatch:
        """The match with the state at the end of the line."""
        seen = self.seen.loaded
        return LoadedMatch(seen.match, seen.seats, seen.rules, self.state)

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves that were chosen, without forced ones."""
        return tuple(step.text for step in self.steps if not step.forced)

    def at(self, texts: tuple[str, ...]) -> str:
        """Return the URL of another line."""
        asked = [*self.kept, *([("line", ",".join(texts))] if texts else [])]
        return f"{self.address}?{urlencode(asked, safe=',')}" if asked else self.address

    @cached_property
    def moves(self) -> list[LineMove]:
        """The moves of the line in notation, each with the board after it."""
        written = wording.format_plies(self.seen.loaded, [step.text for step in self.steps])
        found, texts = [], list[str]()
        for step, shown in zip(self.steps, written, strict=True):
            texts += [] if step.forced else [step.text]
            found.append(LineMove(shown, self.at(tuple(texts)), step is self.steps[-1]))
        return found

    @property
    def start(self) -> str:
        """The URL of the position at the start of the line."""
        return self.at(())

    @cached_property
    def back(self) -> str:
        """The URL without the last move or click; "" at the start."""
        if self.clicked:
            return self.at(self.texts)
        return self.at(self.texts[:-1]) if self.texts else ""

    # Next moves -----------------------------------------------------------------------------------
    @property
    def seat(self) -> Seat | None:
        """The seat to move; None if the line ends here."""
        awaited = self.seen.loaded.rules.awaited(self.state)
        if len(awaited) != 1 or CHANCE in awaited or len(self.steps) >= MAX_PLIES:
            return None
        return next(iter(awaited))

    @cached_property
    def why_not(self) -> str:
        """Why the line ends here; "" if it may go on."""
        awaited = self.seen.loaded.rules.awaited(self.state)
        if not awaited:
            return _("The match would be over here.")
        if CHANCE in awaited:
            return _("The line ends here because a random draw comes next.")
        if len(awaited) > 1:
            return _("The line ends here because several players choose at the same time.")
        return "" if self.seat is not None else _("This line has reached its maximum length.")

    @cached_property
    def turn(self) -> str:
        """The player to move, or the reason why the line ends."""
        if self.seat is None:
            return self.why_not
        if self.seat == self.seen.number:
            return _("You are to move.")
        return _("%(name)s is to move.") % {"name": self.seen.names[self.seat]}

    @property
    def leg(self) -> str:
        """The leg of the position; "" in games without legs."""
        return title_of(self.state)

    @cached_property
    def draft(self) -> MoveDraft | None:
        """The incomplete turn, in games whose turns have steps."""
        return None if self.seat is None else draft_of(self.loaded, self.seat, self.clicked)

    @cached_property
    def choices(self) -> list[Choice]:
        """The next moves, each extending the line; in games with steps the next steps."""
        seat, loaded = self.seat, self.loaded
        if seat is None:
            return []
        spell = loaded.rules.spell
        if self.draft is not None:
            texts = list(self.draft.moves)
            to = [self._clicks_to(clicks(loaded.match.ruleset, text)) for text in texts]
        else:
            texts = [spell(move) for move in loaded.rules.moves(loaded.state, seat)]
            to = [self.at((*self.texts, text)) for text in texts]
        words = wording.move_labels(loaded, texts)
        return [
            Choice(text, said, url, wording.move_notation(loaded, text))
            for text, said, url in zip(texts, words, to, strict=True)
        ]

    def _clicks_to(self, way: tuple[str, ...]) -> str:
        here = self.at(self.texts)
        return (
            f"{here}{'&' if '?' in here else '?'}{urlencode({'clicks': ','.join(way)}, safe=',')}"
        )

    @cached_property
    def tree(self) -> ClickTree:
        """The choices as a tree of clicks."""
        key, root = self.seen.match.ruleset, self.draft.root if self.draft else ()
        return ClickTree(key, self.choices, self.at(self.texts), self.clicked, self.state, root)

    @property
    def touch(self) -> TouchTargets | None:
        """Targets for drags, and for taps outside the board."""
        return self.tree.touch("", self.diagram)

    @property
    def links(self) -> dict[str, str] | None:
        """The URL behind each place."""
        return self.tree.links("") or None

    @cached_property
    def buttons(self) -> list[Button]:
        """The clicks that need a button, and one that completes a turn of steps."""
        found = self.tree.buttons(self.diagram, self.seen.words) if self.choices else []
        if self.draft is None:
            return found
        if self.draft.sendable:
            done = Button(_("Turn finished"), self.at((*self.texts, self.draft.text)))
            return [done, *found]
        return found

    def read(self, text: str) -> str:
        """Return the URL after a typed move; raises RulesError if it is not legal."""
        if self.seat is None:
            return self.at(self.texts)
        step = TurnReader(self.seen.loaded.rules, get_language()).ply(self.state, self.seat, text)
        return self.at((*self.texts, step.text))

    # The board ------------------------------------------------------------------------------------
    @cached_property
    def diagram(self) -> Diagram:
        key, number = self.seen.match.ruleset, self.seen.number
        if self.draft is not None and self.draft.text:
            drawn = diagram_for(key, self.state, preview=self.draft.text)
        else:
            last = self.steps[-1].text if self.steps else self.seen.position.last_move
            if self._leg_before is not None:
                last = None
            drawn = diagram_for(key, self.state, last=last, begun=self.clicked, seat=number)
        cells = drawn.by_name.keys()
        follow = frozenset(self.tree.following(self.clicked) if self.clicked else ()) & cells
        return replace(
            drawn, chosen=(drawn.chosen | frozenset(self.clicked)) & cells - follow, follow=follow
        )

    @cached_property
    def _leg_before(self) -> LegResult[AnyState] | None:
        """The leg ended by the last move, so that the board is a fresh one."""
        if not self.steps:
            return None
        before = self.steps[-2].state if len(self.steps) > 1 else self.seen.loaded.state
        return ended_leg(before, self.state)

    @property
    def leg_end(self) -> str:
        """How the leg ended by the last move ended, or ""."""
        leg = self._leg_before
        if leg is None:
            return ""
        agreed = self.state.frame.legs
        return winning_sentence(leg, self.seen.match.ruleset, self.seen.names, agreed)

    @cached_property
    def spoken(self) -> str:
        return describe_diagram(self.diagram, self.seen.words)

    @property
    def status(self) -> int:
        return self.notice.status if self.notice else 200

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields of the form for typed moves."""
        return [*self.kept, *([("line", ",".join(self.texts))] if self.texts else [])]
