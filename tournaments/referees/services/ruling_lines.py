"""Writes the lines of a ruling into the chain: all acts of one signature, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.models import Player
from games.rules.base import JSONObject
from games.services.errors import Refused
from games.services.interventions.base import lock_matches, record_intervention
from games.services.match.loaded import lock_match
from tournaments.referees.models import Case, CaseLine, Ruling
from tournaments.referees.queries import rulings as ruling_queries
from tournaments.referees.services.acts import brackets
from tournaments.referees.services.acts.base import Act, FinishingAct, RulingContext
from tournaments.referees.services.acts.brackets import BracketState
from tournaments.referees.services.acts.registry import UNDO, act_named
from tournaments.referees.services.chain import append_ruling
from tournaments.services.rounds.tree_boards import BoardChanges

UPHOLD = "uphold"


@dataclass(frozen=True)
class ActOrder:
    """One act as ordered: its name, its parameters, and whether it is interim."""

    act: str
    given: dict[str, object]
    preview: str = ""  # the digest that was signed
    interim: bool = False
    votes: Sequence[JSONObject] = ()  # of the jury behind the ruling


def record_ruling(
    order: ActOrder,
    words: tuple[str, str],
    case: Case,
    target: Ruling | None,
    context: RulingContext,
    *,
    now: datetime,
) -> list[Ruling]:
    """Write the lines of the chain: an undo, an act, or on appeal first one, then the other."""
    on_appeal = case.state == Case.State.APPEALED
    brackets_before = brackets.load_bracket_state(context)
    signature = _Signature(
        case, words, context, now, target if on_appeal else None, brackets_before
    )
    rulings: list[Ruling] = []
    if order.preview:
        context.effects["preview"] = order.preview
    if order.votes:
        context.effects["jury"] = list(order.votes)
    if target is not None and order.act != UPHOLD:
        rulings += _undo(target, signature, last=order.act == UNDO)
    if order.act != UNDO:
        if on_appeal:
            context.params = act_named(order.act).read(context, order.given)
        rulings += _apply_act(act_named(order.act), order, signature)
    return rulings


@dataclass
class _Signature:
    """The fields that all lines of one signature share."""

    case: Case
    words: tuple[str, str]
    context: RulingContext
    now: datetime
    appeal_of: Ruling | None
    brackets: BracketState

    def line(self, act: str, player: Player | None, **more: object) -> Ruling:
        """Append a line with the effects so far; the match records those needed for replaying."""
        context = self.context
        ruling = append_ruling(
            now=self.now,
            at=context.now,
            case=self.case,
            match=context.loaded.match if context.loaded is not None else None,
            player=player,
            act=act,
            paragraph=self.words[0],
            reason=self.words[1],
            by=context.by,
            appeal_of=self.appeal_of,
            effects=context.effects,
            **more,
        )
        if ruling.match is not None:
            record_intervention(ruling.match, ruling.number, ruling.effects, at=ruling.at)
        context.effects = {}
        CaseLine.objects.create(
            case=self.case, event=CaseLine.Event.RULED, at=context.now, by=context.by, ruling=ruling
        )
        return ruling

    def append_undo(self, target: Ruling) -> Ruling:
        """Append the line that undoes another one."""
        params = {"number": target.number, "act": target.act}
        return self.line(UNDO, target.player, undoes=target, params=params)

    def at_match(self, match_id: int) -> _Signature:
        """Return the same signature for one match."""
        own = self.context
        context = RulingContext(
            lock_match(match_id), None, own.by, own.now, {}, tournament=own.tournament
        )
        return replace(self, context=context)


def _apply_act(act: Act, order: ActOrder, signature: _Signature) -> list[Ruling]:
    """Carry out an act and write its line, after the lines of the acts it orders in matches."""
    context = signature.context
    act.apply(context)
    params, effects = dict(context.params), context.effects
    if order.interim and signature.appeal_of is None:
        params["interim"] = True
    also = _apply_orders(context, signature)
    again, changes = _changes_in_brackets(signature)
    also += _apply_orders(context, signature)
    if also:
        effects["rulings"] = [ruling.number for ruling in also]
    if isinstance(act, FinishingAct):
        act.after(context)
    brackets.apply_changes(changes, context)
    return [*again, *also, signature.line(act.name, context.player, params=params)]


def _changes_in_brackets(signature: _Signature) -> tuple[list[Ruling], list[BoardChanges]]:
    """Return lines that resume annulled matches, and the changes in brackets that remain.

    Works round by round: a resumed match may have a result by which others advance.
    """
    lines: list[Ruling] = []
    changes = brackets.find_changes(signature.context, signature.brackets)
    while parts := brackets.annulments_to_undo(changes):
        lines += [_undo_part(part, signature) for part in parts]
        changes = brackets.find_changes(signature.context, signature.brackets)
    return lines, changes


def _apply_orders(context: RulingContext, signature: _Signature) -> list[Ruling]:
    """Carry out the acts that were ordered in matches, each with its own line."""
    ordered, context.orders = context.orders, []
    if ordered:
        lock_matches([match_id for _name, match_id, _given in ordered])
    return [_apply_at_match(name, match_id, given, signature) for name, match_id, given in ordered]


def _apply_at_match(
    name: str, match_id: int, given: dict[str, object], signature: _Signature
) -> Ruling:
    """Carry out an act on one match as part of a larger one, with its own line."""
    at = signature.at_match(match_id)
    act = act_named(name)
    at.context.params = act.read(at.context, given)
    act.apply(at.context)
    signature.context.told += [each.player for each in at.context.at.seats]
    return at.line(act.name, at.context.player, params=dict(at.context.params))


def _undo(target: Ruling, signature: _Signature, *, last: bool) -> list[Ruling]:
    """Undo a ruling and all that it ordered in matches, latest first; return the lines.

    ``last`` is False if another act follows on appeal: brackets then depend on that one.
    """
    _require_undoable(target)
    lines: list[Ruling] = []
    parts = target.effects.get("rulings", [])
    if parts:
        ordered = Ruling.objects.filter(number__in=parts).exclude(match=None)
        lock_matches(ordered.values_list("match_id", flat=True))
    for number in reversed(parts):
        part = ruling_queries.ruling_by_number(number)
        if part is None or part.match_id is None or Ruling.objects.filter(undoes=part).exists():
            continue
        if brackets.is_irreversible(part):
            continue
        lines.append(_undo_part(part, signature))
    act_named(target.act).undo(signature.context, target)
    lines += _apply_orders(signature.context, signature)
    if last:
        again, changes = _changes_in_brackets(signature)
        lines += [*again, *_apply_orders(signature.context, signature)]
        brackets.apply_changes(changes, signature.context)
    return [*lines, signature.append_undo(target)]


def _undo_part(part: Ruling, signature: _Signature) -> Ruling:
    """Undo the part of a ruling in one match, with its own line."""
    _require_undoable(part)
    at = signature.at_match(part.match_id or 0)
    signature.context.told += [each.player for each in at.context.at.seats]
    act_named(part.act).undo(at.context, part)
    return at.append_undo(part)


def _require_undoable(target: Ruling) -> None:
    """Refuse to undo an undo, to undo twice, or to undo before later rulings on the match."""
    if target.undoes_id is not None:
        raise Refused("cannot_undo_undoing")
    if Ruling.objects.filter(undoes=target).exists():
        raise Refused("undone_before", number=target.number)
    later = Ruling.objects.standing().filter(number__gt=target.number)
    if target.match_id is not None:
        lines = later.filter(match=target.match_id)
        touching = [each for each in lines if each.effects.keys() - {"preview", "jury"}]
        if touching:
            raise Refused("undo_later_first", number=touching[-1].number)
