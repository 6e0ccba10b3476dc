from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from django.utils.translation import gettext as _, ngettext

from games.diagrams.base import Diagram
from games.diagrams.words import Words
from games.families.auctions import RunningAuction
from games.families.tri_plan.auction import MAX_BID, NO_BID_YET, Auction, seats_to_bid
from games.families.tri_plan.rules import HIDDEN_BID_TEXT, TriPlan
from games.families.tri_plan.turns import Position, points_of, start_turn
from games.families.words import FamilyTexts
from games.rules.multiplayer import leaving_reason

_RULES = TriPlan()


class TriPlanTexts(FamilyTexts[Position]):
    notation_needs_position: ClassVar = True

    def ruleset_names(self) -> Mapping[str, str]:
        return {"tri_plan": _("TRI-Plan")}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "tri_plan_beginner": _("plays every other turn without a plan"),
            "tri_plan_casual": _("overlooks something now and then"),
            "tri_plan_settler": _("settles, rescues and threatens, one stone at a time"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return self.other_endings()

    def other_endings(self) -> Mapping[str, str]:
        return {
            "count": _("All three passed in a row, and the points were counted."),
            "turn_cap": _("All turns were played, and the points were counted."),
            "no_bids": _("Nobody bid in the auction, so the player who had resigned came last."),
            "contract_made": _("The contract was made; its holder won alone."),
            "contract_failed": _("The contract failed; both partners won."),
            "holder_resigned": _("The holder of the contract resigned; both partners won."),
            "opponents_resigned": _("Both partners resigned; the holder of the contract won."),
            "last_left": _("Only one player was left."),
        }

    def refusals(self) -> Mapping[str, str]:
        return {
            "suicide": _("A stone on %(point)s would have no liberty; its group would die."),
            "repetition": _("A stone on %(point)s would repeat an earlier position."),
            "no_stone_left": _("You have no stone left to place on %(point)s this turn."),
            "no_auction": _("Nobody has called an auction."),
            "bid_first": _("An auction is running. Bid first, such as “bid 34” or “bid 0”."),
            "bid_out_of_range": _(
                "%(bid)s is not possible. Bid at least %(least)s and at most %(most)s."
            ),
            "cannot_resign": _("You cannot resign now."),
        }

    def option_labels(self) -> Mapping[str, str]:
        return {"edge": _("TRI-Plan: size of the board"), "bidding": _("TRI-Plan: the auction")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        edges = _RULES.options["edge"].allowed
        return {
            "edge": {edge: _("%(edge)s points per edge") % {"edge": edge} for edge in edges},
            "bidding": {
                "proxy": _("everybody sends one secret maximum"),
                "open": _("players bid in turn"),
            },
        }

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "edge": self.option_values()["edge"],
            "bidding": {"proxy": "", "open": _("open auction")},
        }

    def sides(self) -> tuple[str, ...]:
        return _("green"), _("yellow"), _("blue")

    def grammar(self) -> str:
        return _(
            "Write all stones of a turn one after the other, such as “e5 f6”. You can also write "
            "“pass”, “resign” at any time, and in an auction “bid 34” or “bid 0”."
        )

    def move_labels(
        self, state: Position, texts: Sequence[str], words: Words, board: Callable[[], Diagram]
    ) -> list[str]:
        del state, board
        return [self._turn(text, words) for text in texts]

    def _turn(self, text: str, words: Words) -> str:
        if text.startswith("bid "):
            bid = ngettext("bid %(points)s point", "bid %(points)s points", int(text[4:]))
            return bid % {"points": text[4:]}
        if text == "resign":
            return _("resign")
        stones = _RULES.places(None, _RULES.parse(text))
        if not stones:
            return self.click_label(text, words)
        return ngettext("a stone to %(places)s", "stones to %(places)s", len(stones)) % {
            "places": ", ".join(stones)
        }

    def played_sentence(self, player: str, text: str, words: Words) -> str:
        if text == HIDDEN_BID_TEXT:
            return _("%(player)s has bid.") % {"player": player}
        if text.startswith("bid "):
            return _("%(player)s bid %(points)s.") % {"player": player, "points": text[4:]}
        if text == "resign":
            return _("%(player)s has resigned.") % {"player": player}
        return super().played_sentence(player, text, words)

    def resign_warning(self, state: Position) -> str:
        """Warn that an auction follows unless there is a contract (TP-16)."""
        if state.holder >= 0:
            return ""
        return _(
            "Play stops, and all three of you bid to play on alone against the other two. If "
            "nobody bids, the match ends and you are last. This cannot be undone."
        )

    def task_sentence(self, state: Position, words: Words) -> str:
        del words
        if state.ending:
            return ""
        if state.auction is not None:
            return self._auction(state.auction)
        left = start_turn(state).left
        return ngettext(
            "Place a stone, or pass.",
            "Place up to %(count)d stones, one after the other, or pass.",
            left,
        ) % {"count": left}

    def _auction(self, auction: Auction) -> str:
        if auction.speaker >= 0:
            return _("Auction: bid more, or pass.")
        return _(
            "Auction: how many points do you promise to have at the end, playing alone against "
            "the other two? Nobody sees your maximum until all three have bid. 0 means no bid."
        )

    def running_auction(
        self, state: Position, lines: Sequence[tuple[int, str]]
    ) -> RunningAuction | None:
        auction = state.auction
        if auction is None or state.ending:
            return None
        said: list[tuple[int, str]] = []
        for seat, text in reversed(lines):
            if text == "resign":
                break
            if seat >= 0 and not leaving_reason(text):
                said.append((seat, text))
        green, yellow, blue = points_of(state)
        held = {"green": green, "yellow": yellow, "blue": blue}
        return RunningAuction(
            auction.caller,
            auction.speaker >= 0,
            tuple(reversed(said)),
            auction.high,
            auction.holder,
            _RULES.awaited(state),
            frozenset(state.late),
            self.sides(),
            _("Current points: green %(green)d, yellow %(yellow)d, blue %(blue)d.") % held,
        )

    def status_sentence(self, state: Position) -> str:
        if state.holder < 0:
            return ""
        words = ngettext(
            "Contract: %(side)s plays alone and needs %(points)d point.",
            "Contract: %(side)s plays alone and needs %(points)d points.",
            state.contract,
        )
        return words % {"side": self.sides()[state.holder], "points": state.contract}

    def effect_sentence(self, before: Position, after: Position, text: str, words: Words) -> str:
        del words
        if before.auction is not None and after.auction is None:
            return self.status_sentence(after)
        if text.startswith("bid") and after.auction is not None and not seats_to_bid(after.auction):
            return _("The contract is known as soon as all three bids are in.")
        if text == "resign" and after.auction is not None:
            return _("All three now bid to play alone.")
        said = []
        for side, old, new in zip(self.sides(), before.prisoners, after.prisoners, strict=True):
            if new > old:
                taken = ngettext(
                    "%(count)d stone taken by %(side)s.",
                    "%(count)d stones taken by %(side)s.",
                    new - old,
                )
                said.append(taken % {"side": side, "count": new - old})
        turn = before.turn
        for seat, side in enumerate(self.sides()):
            gone = after.credits[seat] - (0 if seat == turn else before.credits[seat])
            if gone > 0:
                said.append(
                    ngettext(
                        "%(count)d stone of %(side)s was expelled.",
                        "%(count)d stones of %(side)s were expelled.",
                        gone,
                    )
                    % {"side": side, "count": gone}
                )
        return " ".join(said)

    def bid_range(self, state: Position, seat: int) -> tuple[int, int] | None:
        auction = state.auction
        if auction is None or seat not in _RULES.awaited(state):
            return None
        if auction.speaker < 0:
            return (0, MAX_BID) if auction.maxima[seat] == NO_BID_YET else None
        return (max(1, auction.high + (-1 < auction.holder < seat)), MAX_BID)
