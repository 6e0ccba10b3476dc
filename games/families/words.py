"""Base class for the texts of a family, with defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic

from django.utils.translation import gettext as _

from games.diagrams.base import Cell, Diagram
from games.diagrams.words import Words
from games.families.auctions import RunningAuction
from games.families.throws import PlyWithStates, Throw
from games.rules.base import Options, State
from games.rules.series import SeriesState


class FamilyTexts(Generic[State]):
    """Names, endings, refusals, options and moves of one family in the active language.

    Texts are translated on each call, so that every reader gets their own language.
    """

    notation_needs_position: ClassVar[bool] = False  # whether notation depends on the position
    in_pairs: ClassVar[bool] = False  # whether moves are listed two to a number
    has_move_buttons: ClassVar[bool] = False  # whether each legal move has a button
    skips_preview: ClassVar[bool] = False  # whether moves are sent without a preview
    weighty: ClassVar[frozenset[str]] = frozenset()  # refusals that come first if several apply
    lists_rolls: ClassVar[bool] = False  # whether the history lists rolls instead of plies

    def ruleset_names(self) -> Mapping[str, str]:
        """Return the name of every ruleset by key."""
        return {}

    def short_names(self) -> Mapping[str, str]:
        """Return shorter names for e-mail subjects, for the rulesets that have one."""
        return {}

    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """Return alternative names of rulesets by key, in any language."""
        return {}

    def pool_names(self) -> Mapping[str, str]:
        """Return the name of every rating pool by key."""
        return self.ruleset_names()

    def strategy_names(self) -> Mapping[str, str]:
        """Return a description of how each of the family's bots plays, by key."""
        return {}

    def winner_endings(self) -> Mapping[str, str]:
        """Return the phrase for each ending that has winners and losers, by code."""
        return {}

    def own_endings(self) -> Mapping[str, str]:
        """Return the ``winner_endings`` as addressed to the player they name."""
        return {}

    def shared_endings(self) -> Mapping[str, str]:
        """Return the phrases for endings with several winners, where they differ."""
        return {}

    def other_endings(self) -> Mapping[str, str]:
        """Return the phrase for every other ending."""
        return {}

    def refusals(self) -> Mapping[str, str]:
        """Return the sentence for each error code of the rules."""
        return {}

    def option_labels(self) -> Mapping[str, str]:
        """Return the field label of each option."""
        return {}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        """Return the labels of each option's choices."""
        return {}

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        """Return how each option is mentioned in the terms of a match; "" to leave it out."""
        return {}

    def notable_options(self, options: Options) -> dict[str, int | bool | str]:
        """Return the options worth mentioning; some depend on the values of others."""
        return dict(options)

    def localize_piece(self, text: str) -> str:
        """Return part of a move, for use in a refusal, with its piece letters localized."""
        return text

    def pieces(self) -> Mapping[str, str]:
        """Return names of pieces by key, where they differ from those of other boards."""
        return {}

    # Seats and legs -------------------------------------------------------------------------------
    def sides(self) -> tuple[str, ...]:
        """Return the colour of every seat, in the order of play; empty if seats have none."""
        return ()

    def side(self, state: State, seat: int) -> str:
        """Return a seat's current colour; colours alternate in a match of legs."""
        sides = self.sides()
        if not sides:
            return ""
        return sides[seat ^ state.starter if isinstance(state, SeriesState) else seat]

    def colours(self, state: State, seat: int) -> str:  # noqa: ARG002
        """Return the letters of a seat's colours, for the chips beside its name."""
        return ""

    def grammar(self) -> str:
        """Return an explanation of the notation for e-mails, or "" if an example is enough."""
        return ""

    def holders(self, state: State) -> Mapping[str, int]:  # noqa: ARG002
        """Return the seat that owns each row of chips, by the row's name."""
        return {}

    def starter(self, state: State) -> int | None:
        """Return the seat drawn at random to start within the game; None if seat 0 starts."""
        del state
        return None

    # Moves ----------------------------------------------------------------------------------------
    def move_labels(
        self, state: State, texts: Sequence[str], words: Words, board: Callable[[], Diagram]
    ) -> list[str]:
        """Return the labels of legal moves; `board` draws the position."""
        del state
        cells = board().by_name
        return [self.move_label(text, cells, words) for text in texts]

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:  # noqa: ARG002
        """Return the label of a legal move; ``cells`` are those of its board."""
        return text

    def status_sentence(self, state: State) -> str:  # noqa: ARG002
        """Return the conditions besides the position, such as a contract, or ""."""
        return ""

    def bid_range(self, state: State, seat: int) -> tuple[int, int] | None:  # noqa: ARG002
        """Return the lowest and highest bid open to a seat; None if there is no auction."""
        return None

    def running_auction(
        self,
        state: State,  # noqa: ARG002
        lines: Sequence[tuple[int, str]],  # noqa: ARG002
    ) -> RunningAuction | None:
        """Return the running auction, from the ledger lines (seat, text) so far, or None."""
        return None

    def resign_warning(self, state: State) -> str:  # noqa: ARG002
        """Return the unusual consequences of resigning now, or ""."""
        return ""

    def task_sentence(self, state: State, words: Words) -> str:  # noqa: ARG002
        """Return what the player to move has to do next, in games whose turns have steps."""
        return ""

    def click_label(self, click: str, words: Words) -> str:
        """Return the label of a button for one click of a move."""
        if click == "pass":
            return _("pass")
        return words["slide"] % {"side": words[click[6:]]} if click.startswith("slide ") else click

    def next_click_label(self, click: str, taken: Sequence[str], words: Words) -> str:
        """Return the label of a button that continues a move after the clicks in ``taken``."""
        del taken
        return self.click_label(click, words)

    def played_sentence(self, player: str, text: str, words: Words) -> str:  # noqa: ARG002
        """Return the sentence about a move that the player chose."""
        if text == "pass":
            return _("%(player)s passed.") % {"player": player}
        return _("%(player)s played %(move)s.") % {"player": player, "move": text}

    def effect_sentence(self, before: State, after: State, text: str, words: Words) -> str:  # noqa: ARG002
        """Return the effects of a ply that its text does not name, from the states around it."""
        return ""

    def forced_sentence(self, player: str, text: str, words: Words) -> str:
        """Return the sentence about a forced move that the server played."""
        if text == "pass":
            return _("%(player)s could not move and had to pass.") % {"player": player}
        return _("%(player)s had only one legal move, played automatically: %(move)s.") % {
            "player": player,
            "move": self.click_label(text, words),
        }

    def notation(self, state: State, text: str) -> str:  # noqa: ARG002
        """Return a move in the reader's notation; ``state`` is the position it was played in."""
        return text

    def spoken_move(self, state: State, text: str) -> str:
        """Return a move as a screen reader reads it."""
        return self.notation(state, text)

    def ply_number(self, at: int) -> str:
        """Return the number of a ply as lists of moves show it."""
        if self.in_pairs:
            return f"{(at + 1) // 2}." if at % 2 else f"{at // 2}…"
        return f"{at}."

    def solo_result(self, points: int, options: Options) -> str:  # noqa: ARG002
        """Return the result of a single-player match."""
        return str(points)

    def scoreless_sentence(self, leg: str) -> str:  # noqa: ARG002
        """Return the sentence about a leg that ended without a line, or ""."""
        return ""

    def new_chip(self, text: str, board: Callable[[], Diagram]) -> str:  # noqa: ARG002
        """Return the letter of the chip that a ply put on this board, or ""."""
        return ""

    # Random draws ---------------------------------------------------------------------------------
    def lot_text(self, text: str, words: Words) -> str:  # noqa: ARG002
        """Return a random outcome as a list of moves shows it."""
        return text

    def lot_sentence(self, text: str, words: Words) -> str:  # noqa: ARG002
        """Return the sentence about a random outcome."""
        return _("Random choice: %(move)s.") % {"move": text}

    def lot_outcome(self, text: str, words: Words) -> str:  # noqa: ARG002
        """Return the name of a possible random outcome."""
        return text

    # Throws ---------------------------------------------------------------------------------------
    def throws(
        self,
        acts: Sequence[PlyWithStates],  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
        own: int | None,  # noqa: ARG002
        words: Words,  # noqa: ARG002
    ) -> list[Throw]:
        """Return the rolls and their effects, turn by turn; ``own`` is the reader's seat."""
        return []

    def row(self, act: PlyWithStates) -> tuple[int, str, str] | None:
        """Return seat, colour and text of a ply for the list of moves; None to leave it out."""
        return act.seat, "", act.text
