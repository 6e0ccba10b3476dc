"""Ruling: previewed by really doing it and rolling it back, then done exactly so and sealed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import Player
from games import case_queries
from games.models import Case, CaseLine, Match, Ruling
from games.services import case_letters, cases, rating_fold
from games.services.acts.base import Act, Docket
from games.services.acts.registry import UNDO, act_named
from games.services.chain import append_ruling
from games.services.consequences import Preview, changes_between, facts_about, preview_of
from games.services.errors import Refused
from games.services.judging import (
    require_may_undo,
    require_other_judge,
    require_referee,
    require_unbiased,
)
from games.services.table import open_table
from notifications.services.outbox import letters_written

PARAGRAPH_MOST, REASON_MOST = 80, 2000
PREVIEW_KEPT = timedelta(minutes=30)
UPHOLD = "uphold"


@dataclass(frozen=True)
class Wish:
    """What a referee means to order, as the form or a service says it.

    In a case, or of his own motion about a match or a player. ``interim`` orders leave the case
    open. ``undoes`` is the number of the ruling that an ``undo`` takes back.
    """

    act: str
    paragraph: str
    reason: str
    params: Mapping[str, Any] = field(default_factory=dict)
    case_id: int | None = None
    match_id: int | None = None
    player_id: int | None = None
    interim: bool = False
    undoes: int | None = None

    def sealed(self) -> dict[str, Any]:
        """Return it as plain JSON for the digest."""
        return vars(self) | {"params": dict(self.params)}


class PreviewChanged(Refused):
    """The world has moved since the preview; this one shows what would happen now."""

    def __init__(self, preview: Preview) -> None:
        """Keep the new preview."""
        super().__init__("preview_changed")
        self.preview = preview


@dataclass
class Done:
    """What an act did, before it is kept or rolled back."""

    rulings: list[Ruling]
    preview: Preview


def preview_ruling(wish: Wish, referee: Player, *, now: datetime) -> Preview:
    """Return what the act would change: it is carried out, looked at, and rolled back."""
    with transaction.atomic():
        done = _carry_out(wish, referee, at=now, now=now)
        transaction.set_rollback(True)
    return done.preview


def sign_ruling(
    wish: Wish, referee: Player, *, at: datetime, digest: str, now: datetime
) -> list[Ruling]:
    """Carry out the act as of the previewed instant, if it still does exactly what was shown.

    Raises ``PreviewChanged`` with the new preview where it does not, and changes nothing then.
    """
    if not now - PREVIEW_KEPT <= at <= now:
        raise PreviewChanged(preview_ruling(wish, referee, now=now))
    with transaction.atomic():
        done = _carry_out(wish, referee, at=at, now=now)
        as_shown = done.preview.digest == digest
        if not as_shown:
            transaction.set_rollback(True)
    if not as_shown:
        raise PreviewChanged(preview_ruling(wish, referee, now=now))
    return done.rulings


def decide(wish: Wish, referee: Player, *, now: datetime) -> list[Ruling]:
    """Preview and sign in one breath, for programs."""
    preview = preview_ruling(wish, referee, now=now)
    return sign_ruling(wish, referee, at=now, digest=preview.digest, now=now)


def _carry_out(wish: Wish, referee: Player, *, at: datetime, now: datetime) -> Done:
    """Do everything that the act means: locks, checks, the act itself, its line, its letters.

    Locks go from the case over the match and the figures to the end of the chain.
    """
    require_referee(referee)
    words = _words(wish)
    case = _case_of(wish, referee, at)
    target = _target_of(wish, case, referee)
    match_id = case.match_id if target is None else target.match_id
    docket = _docket(wish, case, match_id, referee, at)
    require_unbiased(referee, case, target.player if target is not None else docket.player)
    if case.state == Case.State.APPEALED:
        require_other_judge(referee, case)
    whom = [player for player in (docket.player, target.player if target else None) if player]
    facts = facts_about(match_id, whom, at)
    with letters_written() as written:
        rulings = _rule(wish, words, case, target, docket, now=now)
        _move_case(case, rulings[-1], at)
        case_letters.tell_ruled(case, rulings, docket.table, now=at)
    changes = changes_between(facts, facts_about(match_id, whom, at))
    return Done(rulings, preview_of(wish.sealed(), changes, written, rulings, at))


def _words(wish: Wish) -> tuple[str, str]:
    """Return paragraph and reason, both of which every ruling needs."""
    paragraph, reason = wish.paragraph.strip(), wish.reason.strip()
    if not paragraph or len(paragraph) > PARAGRAPH_MOST:
        raise Refused("needs_paragraph", limit=PARAGRAPH_MOST)
    if not reason or len(reason) > REASON_MOST:
        raise Refused("needs_reason", limit=REASON_MOST)
    return paragraph, reason


def _case_of(wish: Wish, referee: Player, at: datetime) -> Case:
    """Return the case, locked; without one, open one of the referee's own motion."""
    if wish.case_id is not None:
        return cases.locked(wish.case_id)
    match = None
    if wish.match_id is not None:
        match = Match.objects.filter(pk=wish.match_id).first()
        if match is None:
            raise Refused("no_such_match")
    about = None
    if match is None:
        about = Player.objects.filter(pk=wish.player_id or 0).first()
        if about is None:
            raise Refused("no_such_player")
    return cases.open_own_motion(referee, match, about, at)


def _target_of(wish: Wish, case: Case, referee: Player) -> Ruling | None:
    """Return the ruling that is to be undone, or the one that an appeal is about."""
    if case.state == Case.State.APPEALED:
        return case_queries.decision_of(case)
    if wish.act != UNDO:
        cases.require_pending(case)
        return None
    target = case_queries.ruling_numbered(wish.undoes or 0)
    if target is None or target.case_id != case.pk:
        raise Refused("no_such_ruling", number=wish.undoes)
    require_may_undo(referee, target)
    return target


def _docket(
    wish: Wish,
    case: Case,
    match_id: int | None,
    referee: Player,
    at: datetime,
) -> Docket:
    """Lock the table and read what was ordered."""
    table = open_table(match_id) if match_id is not None else None
    docket = Docket(table=table, player=None, by=referee, now=at, params={})
    if wish.act == UNDO:
        return docket
    act = act_named(wish.act)
    if act.about == "match" and table is None:
        raise Refused("act_needs_match")
    if act.about == "player":
        docket.player = _party(wish.player_id, case)
    if act.name == UPHOLD and case.state != Case.State.APPEALED:
        raise Refused("nothing_to_uphold")
    docket.params = act.read(docket, wish.params)
    return docket


def _party(player_id: int | None, case: Case) -> Player:
    """Return whom a warning or a suspension concerns: somebody of the case."""
    people = {player.pk: player for player in case_queries.concerned(case) if not player.is_bot}
    if player_id not in people:
        raise Refused("not_a_party")
    return people[player_id]


def _rule(
    wish: Wish,
    words: tuple[str, str],
    case: Case,
    target: Ruling | None,
    docket: Docket,
    *,
    now: datetime,
) -> list[Ruling]:
    """Write the lines of the chain: an undoing, an act, or on appeal both one after the other."""
    on_appeal = case.state == Case.State.APPEALED
    seal = _Seal(case, words, docket, now, target if on_appeal else None)
    rulings: list[Ruling] = []
    if target is not None and wish.act != UPHOLD:
        rulings.append(_undo(target, seal))
    if wish.act != UNDO:
        if on_appeal:
            docket.params = act_named(wish.act).read(docket, wish.params)
        rulings.append(_do(act_named(wish.act), wish, seal))
    return rulings


@dataclass
class _Seal:
    """What every line of one signature has in common."""

    case: Case
    words: tuple[str, str]
    docket: Docket
    now: datetime
    appeal_of: Ruling | None

    def line(self, act: str, player: Player | None, **more: Any) -> Ruling:
        """Append the line with the effects noted on the docket, and correct the ratings by it."""
        docket = self.docket
        ruling = append_ruling(
            now=self.now,
            at=docket.now,
            case=self.case,
            match=docket.table.match if docket.table is not None else None,
            player=player,
            act=act,
            paragraph=self.words[0],
            reason=self.words[1],
            by=docket.by,
            appeal_of=self.appeal_of,
            effects=docket.effects,
            **more,
        )
        rating_fold.correct(ruling)
        docket.effects = {}
        CaseLine.objects.create(
            case=self.case, event=CaseLine.Event.RULED, at=docket.now, by=docket.by, ruling=ruling
        )
        return ruling


def _do(act: Act, wish: Wish, seal: _Seal) -> Ruling:
    """Carry out an act and seal it."""
    act.apply(seal.docket)
    params = dict(seal.docket.params)
    if wish.interim and seal.appeal_of is None:
        params["interim"] = True
    return seal.line(act.name, seal.docket.player, params=params)


def _undo(target: Ruling, seal: _Seal) -> Ruling:
    """Take a ruling back and seal that; what was ordered later at the same table comes first."""
    if target.undoes_id is not None:
        raise Refused("cannot_undo_undoing")
    if Ruling.objects.filter(undoes=target).exists():
        raise Refused("undone_before", number=target.number)
    later = Ruling.objects.standing().filter(number__gt=target.number)
    if target.match_id is not None:
        touching = [each for each in later.filter(match=target.match_id) if each.effects]
        if touching:
            raise Refused("undo_later_first", number=touching[-1].number)
    act_named(target.act).undo(seal.docket, target)
    params = {"number": target.number, "act": target.act}
    return seal.line(UNDO, target.player, undoes=target, params=params)


def _move_case(case: Case, ruling: Ruling, at: datetime) -> None:
    """Take the case one step on: decided, closed after an appeal, or open again after an undoing.

    An interim order, and the undoing of one, leave it where it is.
    """
    if case.state == Case.State.APPEALED:
        cases.close(case, at)
        return
    undone = ruling.undoes
    if ruling.params.get("interim") or (undone is not None and undone.params.get("interim")):
        return
    case.assignee = ruling.by
    if undone is not None:
        case.state, case.due_at = Case.State.ASSIGNED, at + cases.DECISION
        case.decided_at = case.closed_at = None
    else:
        case.state, case.decided_at, case.due_at = Case.State.DECIDED, at, at + cases.APPEAL
    case.save(update_fields=["state", "assignee", "due_at", "decided_at", "closed_at"])
