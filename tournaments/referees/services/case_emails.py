"""E-mails about each step of a case, in each reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils import translation

from accounts.models import Player
from accounts.naming import isolated
from games import match_queries, seat_queries
from games.families import leaving
from games.models import Match
from games.services.wording import game_words
from notifications.models import Message
from notifications.services import outbox
from notifications.services.headers import absolute_url
from notifications.services.limits import caused_by
from tournaments import panel_queries
from tournaments.referees.models import Case, CaseLine, Juror
from tournaments.referees.queries import (
    cases as case_queries,
    jury as jury_queries,
    rulings as ruling_queries,
)
from tournaments.referees.services import case_words

JURY_STEPS = frozenset({"jury", "jury_again", "verdict"})
STEPS_WITHOUT_REQUEST = frozenset({"settled", "viewed", "unseated", "withdrawn"})
ANSWERABLE = frozenset({"opened", "asked", "said", "appealed"})  # parties may reply to these


def thread_of(case: Case) -> str:
    """Return the e-mail thread: that of the match, if the case is about one."""
    return case.match.thread if case.match is not None else f"case:{case.pk}"


def context_of(case: Case, reader: Player, *, as_referee: bool) -> dict[str, object]:
    """Return the context that all e-mails about a case share."""
    page = "referees:referee_case" if as_referee else "referees:case"
    players = [isolated(player.name) for player in match_queries.seated_players(case.match)]
    strange = not as_referee and case.match is None and not case.own_motion
    unread = strange and seat_queries.are_strangers(case.opened_by, reader)
    return {
        "case": case.pk,
        "matter": ["case", case.pk],
        "url": absolute_url(reverse(page, args=[case.pk])),
        "as_referee": as_referee,
        "kind": case_words.title_of(case),
        "opener": case.opened_by.name,
        "is_opener": case.opened_by_id == reader.pk,
        "own_motion": case.own_motion,
        "text": "" if unread else case_words.text_of(case),
        "unread": unread,
        "match": case.match_id,
        "players": leaving.join_names(players),
        "game": game_words.ruleset_name(case.match.ruleset) if case.match else "",
        "about": case.about.name if case.about else "",
        "event": case_words.event_name(case),
    }


def notify_case_step(
    case: Case,
    step: str,
    line: CaseLine | None,
    readers: Iterable[Player],
    *,
    now: datetime,
    as_referee: bool = False,
    **more: object,
) -> None:
    """Post an e-mail about one step to each reader.

    What follows a colon in ``step`` only makes the key of the e-mail unique.
    """
    step, _colon, mark = step.partition(":")
    mark = str(line.pk) if line is not None else mark
    for reader in readers:
        if reader.address is None:
            continue
        with translation.override(reader.language):
            context = context_of(case, reader, as_referee=as_referee) | {"step": step} | more
            if not as_referee and step in ANSWERABLE:
                context["hint"] = "statement"
            if step not in STEPS_WITHOUT_REQUEST:
                context["row"] = ["case", case.pk]
            if line is not None:
                context |= {"by": line.by.name if line.by else "", "words": line.text}
        outbox.post(
            kind="case_opened",
            player=reader,
            key=":".join(filter(None, ["case", str(case.pk), step, mark, str(reader.pk)])),
            context=context,
            now=now,
            thread=thread_of(case),
        )


def read_case(message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return the current deadlines of what an e-mail asks for; None if it is no longer expected."""
    case, given = Case.objects.get(pk=pk), message.context
    if given["step"] == "said" and not case.is_pending:
        return {"hint": "none"}
    if not case.is_pending or not _is_expected(case, message):
        return None
    told = due_context(case) if "due_at" in given else {}
    if "reply_by_at" in given:
        seat = Juror.objects.filter(case=case, player=message.player_id).first()
        asked = seat.answer_by if seat else datetime.fromisoformat(given["reply_by_at"])
        told["reply_by_at"] = asked.isoformat() if asked and asked > now else None
    return told


def _is_expected(case: Case, message: Message) -> bool:
    """Whether the reader is still to do what the e-mail asks."""
    step, reader = message.context["step"], message.player
    assert reader is not None
    if step in JURY_STEPS:
        seat = jury_queries.seat_of(case, reader)
        return seat is not None and (step == "verdict" or not seat.vote)
    if step in ("opened", "asked") and not message.context["as_referee"]:
        return case_queries.owes_statement(case, reader)
    if step == "assigned":
        return case.assignee_id == reader.pk
    return step not in ("returned", "given_back") or case.assignee_id is None


def _referees_to_notify(case: Case) -> list[Player]:
    """Return the referees to notify: the jury, else the case's own, else all but the parties."""
    jury = (
        [juror.player for juror in jury_queries.sitting_jurors(case)] if _is_appealed(case) else []
    )
    if jury:
        return jury
    if case.assignee is not None:
        return [case.assignee]
    own = {player.pk for player in case_queries.people_concerned(case)}
    bench = panel_queries.referees(case.tournament)
    return [player for player in bench if player.pk not in own]


def _is_appealed(case: Case) -> bool:
    return case.state == Case.State.APPEALED


def notify_opened(
    case: Case,
    asked: Sequence[Player],
    *,
    reply_by: datetime,
    now: datetime,
    bench: bool = True,
) -> None:
    """Ask the other side for a statement; with ``bench``, also notify the referees."""
    opener = None if case.own_motion else case.opened_by
    with caused_by(opener):
        notify_case_step(case, "opened", None, asked, now=now, reply_by_at=reply_by.isoformat())
    if bench:
        with caused_by(opener, bounded=False):
            notify_case_step(
                case,
                "opened",
                None,
                _referees_to_notify(case),
                now=now,
                as_referee=True,
                **due_context(case),
            )


def notify_referred(case: Case, *, now: datetime) -> None:
    """Notify the referees of a new case, and the parties if it was opened automatically."""
    if case.own_motion:
        notify_case_step(case, "referred", None, case_queries.parties(case), now=now)
    notify_case_step(
        case,
        "referred",
        None,
        _referees_to_notify(case),
        now=now,
        as_referee=True,
        **due_context(case),
    )


def notify_settled(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Notify parties and referee that the end of the match has settled the case."""
    notify_case_step(case, "settled", line, case_queries.parties(case), now=now)
    if case.assignee is not None:
        notify_case_step(case, "settled", line, [case.assignee], now=now, as_referee=True)


def due_context(case: Case) -> dict[str, object]:
    """Return the decision deadline, as context of an e-mail."""
    return {"due_at": case.due_at.isoformat() if case.due_at else None}


def notify_assigned(case: Case, line: CaseLine, *, now: datetime) -> None:
    if line.to is not None:
        with caused_by(line.by, bounded=_is_repeated(line)):
            notify_case_step(
                case, "assigned", line, [line.to], now=now, as_referee=True, **due_context(case)
            )


def _is_repeated(line: CaseLine) -> bool:
    """Whether the same person has done the same to the same reader in this case before."""
    same = CaseLine.objects.filter(case=line.case_id, event=line.event, by=line.by, to=line.to)
    return same.exclude(pk=line.pk).exists()


def notify_asked(case: Case, line: CaseLine, *, reply_by: datetime, now: datetime) -> None:
    if line.to is not None:
        with caused_by(line.by, bounded=_is_repeated(line)):
            notify_case_step(
                case, "asked", line, [line.to], now=now, reply_by_at=reply_by.isoformat()
            )


def notify_returned(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Notify the referees that a case is back in the queue."""
    bench = [player for player in _referees_to_notify(case) if player.pk != line.to_id]
    to = line.to.name if line.to is not None else ""
    step = "given_back" if line.by_id else "returned"
    with caused_by(line.by):
        notify_case_step(
            case, step, line, bench, now=now, as_referee=True, to=to, **due_context(case)
        )


def notify_private_data_opened(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Notify present and former players of a match that its private data was opened."""
    allowed = {player.pk for player in case_queries.parties(case)}
    numbers = match_queries.ever_seated_ids(case.match)
    for player in Player.objects.filter(pk__in=numbers).select_related("user").order_by("pk"):
        if player.pk in allowed:
            notify_case_step(case, "viewed", line, [player], now=now, opened_at=line.at.isoformat())
        elif case.match is not None:
            _notify_outside_case(case, case.match, line, player, now)


def _notify_outside_case(
    case: Case, match: Match, line: CaseLine, player: Player, now: datetime
) -> None:
    """Notify a player who may not read the case; the e-mail says nothing about it."""
    if player.address is None:
        return
    with translation.override(player.language):
        context = context_of(case, player, as_referee=False)
        context |= {"step": "viewed", "by": line.by.name if line.by else "", "words": ""}
        context |= {"opened_at": line.at.isoformat()}
        context |= {"kind": "", "text": "", "about": "", "case": None}
        context["url"] = absolute_url(match.get_absolute_url())
    key = f"case:{case.pk}:viewed:{line.pk}:{player.pk}"
    outbox.post(
        kind="case_opened", player=player, key=key, context=context, now=now, thread=match.thread
    )


def notify_statement(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Notify everybody else of a statement; in a discreet case only the referees."""
    others = [player for player in case_queries.parties(case) if player.pk != line.by_id]
    with caused_by(line.by, spare=True):
        if not case.is_discreet:
            notify_case_step(case, "said", line, others, now=now)
        if case.kind == Case.Kind.ROUND_END and case.assignee is None:
            return  # the referees are notified when the claim is referred to them
        notify_case_step(case, "said", line, _referees_to_notify(case), now=now, as_referee=True)


def notify_withdrawn(case: Case, line: CaseLine, *, now: datetime) -> None:
    others = [player for player in case_queries.parties(case) if player.pk != line.by_id]
    with caused_by(line.by, spare=True):
        notify_case_step(case, "withdrawn", line, others, now=now)
        notify_case_step(
            case, "withdrawn", line, _referees_to_notify(case), now=now, as_referee=True
        )


def notify_appealed(case: Case, line: CaseLine, *, jury: bool, now: datetime) -> None:
    """Notify the others of the appeal, and possible referees unless a jury decides."""
    others = [player for player in case_queries.parties(case) if player.pk != line.by_id]
    with caused_by(line.by, bounded=False):  # at most once a case, and it delays the outcome
        notify_case_step(case, "appealed", line, others, now=now, jury=jury)
        if jury:
            return
        judged = {ruling.by_id for ruling in ruling_queries.rulings_in(case)}
        bench = [player for player in _referees_to_notify(case) if player.pk not in judged]
        notify_case_step(
            case, "appealed", line, bench, now=now, as_referee=True, **due_context(case)
        )
