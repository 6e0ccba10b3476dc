"""Rulings: preview by carrying out and rolling back, then sign exactly what was shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from accounts.naming import has_controls
from accounts.times.calendar_days import add_wall_time
from games.models import Match
from games.services.errors import Refused
from games.services.match.loaded import lock_match
from notifications.services.outbox import capture_emails
from tournaments.models import Tournament
from tournaments.referees.models import Case, CaseLine, Ruling
from tournaments.referees.queries import cases as case_queries, rulings as ruling_queries
from tournaments.referees.services import case_files, permissions, ruling_emails
from tournaments.referees.services.acts import brackets
from tournaments.referees.services.acts.base import RulingContext
from tournaments.referees.services.acts.registry import UNDO, act_named
from tournaments.referees.services.jury.record import votes_in
from tournaments.referees.services.previews import (
    Preview,
    changes_between,
    current_facts,
    newest_rating_entry,
    preview_of,
    rating_facts,
)
from tournaments.referees.services.ruling_lines import UPHOLD, ActOrder, record_ruling

MAX_PARAGRAPH_LENGTH, MAX_REASON_LENGTH = 80, 2000
PREVIEW_LIFETIME = timedelta(minutes=30)


@dataclass(frozen=True)
class RulingRequest:
    """The ruling that a referee asks for.

    It belongs to a case or, on the referee's own motion, to a match, a player or a tournament. An
    ``interim`` ruling leaves the case open. ``undoes`` is the number of the ruling that ``undo``
    reverses.
    """

    act: str
    paragraph: str
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)
    case_id: int | None = None
    match_id: int | None = None
    player_id: int | None = None
    tournament_id: int | None = None
    interim: bool = False
    undoes: int | None = None

    def to_json(self) -> dict[str, object]:
        """Return the request as plain JSON for the digest."""
        return vars(self) | {"params": dict(self.params)}


class PreviewChanged(Refused):
    """The act would no longer do what was previewed; ``preview`` is the current one."""

    def __init__(self, preview: Preview) -> None:
        super().__init__("preview_changed")
        self.preview = preview


@dataclass
class RulingResult:
    """The result of an act before it is committed or rolled back."""

    rulings: list[Ruling]
    preview: Preview


def preview_ruling(request: RulingRequest, referee: Player, *, now: datetime) -> Preview:
    """Return what an act would change, by carrying it out and rolling it back."""
    with transaction.atomic():
        done = _carry_out(request, referee, at=now, now=now)
        transaction.set_rollback(True)
    return done.preview


def sign_ruling(
    request: RulingRequest, referee: Player, *, at: datetime, digest: str, now: datetime
) -> list[Ruling]:
    """Carry out the act as of the previewed instant, if it still does exactly what was shown.

    Otherwise raises ``PreviewChanged`` with the new preview, and changes nothing. Signing the same
    preview again returns the same rulings.
    """
    with transaction.atomic():
        return _sign(request, referee, at=at, digest=digest, now=now)


def _sign(
    request: RulingRequest, referee: Player, *, at: datetime, digest: str, now: datetime
) -> list[Ruling]:
    """Sign once: a concurrent second signature waits, then returns what was signed."""
    Player.objects.select_for_update(no_key=True).get(pk=referee.pk)
    own = Ruling.objects.filter(by=referee, at=at)
    signed = own.filter(effects__preview=digest).first()
    if signed is not None:
        return list(own.filter(case=signed.case_id).order_by("number"))
    if not now - PREVIEW_LIFETIME <= at <= now:
        raise PreviewChanged(preview_ruling(request, referee, now=now))
    with transaction.atomic():
        done = _carry_out(request, referee, at=at, now=now, digest=digest)
        as_shown = done.preview.digest == digest
        if not as_shown:
            transaction.set_rollback(True)
    if not as_shown:
        raise PreviewChanged(preview_ruling(request, referee, now=now))
    return done.rulings


def preview_and_sign(request: RulingRequest, referee: Player, *, now: datetime) -> list[Ruling]:
    """Preview and sign in one step, for commands and tests."""
    preview = preview_ruling(request, referee, now=now)
    return sign_ruling(request, referee, at=now, digest=preview.digest, now=now)


def _carry_out(
    request: RulingRequest, referee: Player, *, at: datetime, now: datetime, digest: str = ""
) -> RulingResult:
    """Carry out an act: locks, checks, lines of the chain, e-mails.

    Locks are taken in the order case, match, ratings, end of the chain.
    """
    words = _clean_words(request)
    case = _lock_or_open_case(request, referee, at)
    permissions.require_unbiased(referee, case, now=at)
    request = _dismissal_as_upholding(request, case)
    target = _target_ruling(request, case, referee)
    match_id = case.match_id if target is None else target.match_id
    context = _build_context(request, case, match_id, referee, at)
    player = target.player if target is not None else context.player
    permissions.require_unbiased(referee, case, player, now=at)
    if case.state == Case.State.APPEALED:
        permissions.require_other_judge(referee, case)
        permissions.require_verdict(referee, case, request.act)
    whom = [player for player in (context.player, target.player if target else None) if player]
    ordered = target.act if request.act == UNDO and target is not None else request.act
    event = context.tournament if act_named(ordered).about == "event" else None
    facts, before = current_facts(match_id, whom, at, event), case_queries.parties(case)
    concerned = [*([match_id] if match_id else []), *brackets.later_matches(match_id)]
    newest = newest_rating_entry(concerned)
    earlier = Ruling.objects.filter(by=referee, at=at).count()
    with capture_emails() as written:
        order = ActOrder(request.act, dict(request.params), digest, request.interim, votes_in(case))
        rulings = record_ruling(order, words, case, target, context, now=now)
        permissions.require_no_stake_in_people(
            referee, {ruling.player for ruling in rulings} - {player}, at
        )
        _add_parties(case, context, referee, at)
        _update_case_state(case, rulings[-1], at)
        case_files.record_judges(case)
        ruling_emails.notify_ruled(case, rulings, context.loaded, before, now=at)
    was, rated = rating_facts(concerned, newest)
    changes = changes_between(facts | was, current_facts(match_id, whom, at, event) | rated)
    return RulingResult(
        rulings,
        preview_of(request.to_json() | {"earlier": earlier}, changes, written, rulings, at),
    )


def _clean_words(request: RulingRequest) -> tuple[str, str]:
    """Return paragraph and reason, both of which are required."""
    paragraph, reason = request.paragraph.strip(), request.reason.strip()
    if not paragraph or len(paragraph) > MAX_PARAGRAPH_LENGTH:
        raise Refused("needs_paragraph", limit=MAX_PARAGRAPH_LENGTH)
    if has_controls(paragraph) or has_controls(reason, lines=True):
        raise Refused("control_characters")
    if not reason or len(reason) > MAX_REASON_LENGTH:
        raise Refused("needs_reason", limit=MAX_REASON_LENGTH)
    return paragraph, reason


def _lock_or_open_case(request: RulingRequest, referee: Player, at: datetime) -> Case:
    """Return the case, locked; open one of the referee's own motion if none is given."""
    if request.case_id is not None:
        return case_files.lock_case(request.case_id)
    if request.tournament_id is not None:
        event = Tournament.objects.filter(pk=request.tournament_id).first()
        if event is None:
            raise Refused("no_such_tournament")
        return case_files.open_own_motion(referee, None, None, at, tournament=event)
    match = None
    if request.match_id is not None:
        match = Match.objects.filter(pk=request.match_id).first()
        if match is None:
            raise Refused("no_such_match")
    about = None
    if match is None:
        about = Player.objects.filter(pk=request.player_id or 0).first()
        if about is None:
            raise Refused("no_such_player")
    return case_files.open_own_motion(referee, match, about, at)


def _dismissal_as_upholding(request: RulingRequest, case: Case) -> RulingRequest:
    """Treat the dismissal of an appeal as upholding the ruling."""
    if request.act == "dismiss" and case.state == Case.State.APPEALED:
        return replace(request, act=UPHOLD)
    return request


def _target_ruling(request: RulingRequest, case: Case, referee: Player) -> Ruling | None:
    """Return the ruling to undo, or the one that an appeal is about; None if there is none."""
    if case.state == Case.State.APPEALED:
        return ruling_queries.decision_of(case)
    if request.act != UNDO:
        case_files.require_pending(case)
        return None
    target = ruling_queries.ruling_by_number(request.undoes or 0)
    if target is None or target.case_id != case.pk:
        raise Refused("no_such_ruling", number=request.undoes)
    permissions.require_can_undo(referee, target)
    return target


def _build_context(
    request: RulingRequest,
    case: Case,
    match_id: int | None,
    referee: Player,
    at: datetime,
) -> RulingContext:
    """Lock the match and those of later rounds; return the context with cleaned input."""
    brackets.lock_bracket(match_id, case.tournament)
    loaded = lock_match(match_id) if match_id is not None else None
    context = RulingContext(loaded, None, by=referee, now=at, params={}, tournament=case.tournament)
    context.decides = None if request.interim else case.pk
    if request.act == UNDO:
        return context
    act = act_named(request.act)
    if act.about == "match" and loaded is None:
        raise Refused("act_needs_match")
    if act.about == "event" and context.tournament is None:
        raise Refused("act_needs_event")
    if act.about == "player":
        context.player = _party(request.player_id, case)
    if act.name == UPHOLD and case.state != Case.State.APPEALED:
        raise Refused("nothing_to_uphold")
    context.params = act.read(context, request.params)
    return context


def _add_parties(case: Case, context: RulingContext, referee: Player, at: datetime) -> None:
    """Add everyone affected to the case; refuse if that includes the referee."""
    known = {player.pk for player in case_queries.parties(case)}
    lines = []
    for player in context.told:
        if player.pk == referee.pk:
            raise Refused("own_case")
        if player.pk not in known and not player.is_bot:
            lines.append(CaseLine(case=case, event=CaseLine.Event.TOLD, at=at, to=player))
            known.add(player.pk)
    CaseLine.objects.bulk_create(lines)


def _party(player_id: int | None, case: Case) -> Player:
    """Return the player to warn or suspend, who must be involved in the case."""
    people = {
        player.pk: player for player in case_queries.people_concerned(case) if not player.is_bot
    }
    if player_id not in people:
        raise Refused("not_a_party")
    return people[player_id]


def _update_case_state(case: Case, ruling: Ruling, at: datetime) -> None:
    """Move the case on: decided, closed after an appeal, or reopened by an undo.

    An interim ruling, or undoing one, leaves its state alone.
    """
    if case.state == Case.State.APPEALED:
        case_files.close_case(case, at)
        return
    undone = ruling.undoes
    if ruling.params.get("interim") or (undone is not None and undone.params.get("interim")):
        return
    case.assignee, zone = ruling.by, case_files.zone_of(case)
    if undone is not None:
        case.state = Case.State.ASSIGNED
        case.due_at = add_wall_time(at, case_files.DECISION_PERIOD, zone)
        case.decided_at = case.closed_at = None
    else:
        case.state, case.decided_at = Case.State.DECIDED, at
        case.due_at = add_wall_time(at, case_files.APPEAL_PERIOD, zone)
    case.save(update_fields=["state", "assignee", "due_at", "decided_at", "closed_at"])
