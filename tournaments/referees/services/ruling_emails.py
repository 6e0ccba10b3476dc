"""E-mails about rulings: the order, the reason, what follows for the reader, how to appeal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import translation

from accounts.models import Player
from games import match_queries
from games.models import Match
from games.services.emails.contexts import match_context
from games.services.match.loaded import LoadedMatch, load_match
from games.services.wording import result_words
from notifications.models import Message
from notifications.services import outbox
from tournaments.referees.models import Case, Ruling
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import case_words
from tournaments.referees.services.case_emails import context_of, thread_of
from tournaments.referees.services.jury.record import describe_votes


def notify_ruled(
    case: Case,
    rulings: Sequence[Ruling],
    loaded: LoadedMatch | None,
    before: Iterable[Player],
    *,
    now: datetime,
) -> None:
    """Notify everybody involved of the order, its reason, what follows, and how to appeal.

    ``before``: the parties before the ruling, so that those who lost their seat are notified, too.
    """
    kind = "appeal_result" if rulings[-1].appeal_of_id else "ruling"
    if loaded is not None:
        loaded = load_match(Match.objects.get(pk=loaded.match.pk))
    readers = {player.pk: player for player in (*before, *case_queries.parties(case))}
    orders = _OrderSentences(rulings)
    for reader in readers.values():
        if reader.address is None:
            continue
        with translation.override(reader.language):
            context = context_of(case, reader, as_referee=False)
            context |= _ruling_context(case, rulings, orders.sentences_for(reader), now)
            if loaded is not None:
                context |= _match_context(loaded, reader)
        key = f"{kind}:{rulings[-1].number}:{reader.pk}"
        outbox.post(
            kind=kind, player=reader, key=key, context=context, now=now, thread=thread_of(case)
        )


class _OrderSentences:
    """Sentences of rulings, formatted once per language for all readers."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        """Look up who plays in the matches in which a larger act has ordered something."""
        self.rulings = rulings
        parts = [ruling.match_id for ruling in rulings if case_words.is_partial_ruling(ruling)]
        self.seated = match_queries.ever_seated_ids_by_match(pk for pk in parts if pk is not None)
        self.said: dict[tuple[int, str], str] = {}

    def sentences_for(self, reader: Player) -> list[str]:
        """Return the sentences in the active language; parts only if the reader plays there."""
        own = [
            ruling
            for ruling in self.rulings
            if reader.pk in self.seated.get(ruling.match_id or 0, {reader.pk})
        ]
        return [self._sentence(ruling) for ruling in own]

    def _sentence(self, ruling: Ruling) -> str:
        key = (ruling.pk, translation.get_language())
        if key not in self.said:
            self.said[key] = case_words.ruling_sentence(ruling)
        return self.said[key]


def _ruling_context(
    case: Case, rulings: Sequence[Ruling], acts: list[str], now: datetime
) -> dict[str, object]:
    """Return the orders, the reason, and the deadline for an appeal."""
    last = rulings[-1]
    return {
        "row": ["ruling", case.pk],
        "numbers": [ruling.number for ruling in rulings],
        "number": last.number,
        "acts": acts,
        "paragraph": last.paragraph,
        "reason": last.reason,
        "judge": last.by.name,
        "votes": describe_votes(rulings),
        "interim": bool(last.params.get("interim")),
        **_appeal_context(case, now),
    }


def _appeal_context(case: Case, now: datetime) -> dict[str, object]:
    """Return the deadline for an appeal, and which replies are possible."""
    until = case.due_at if case.state == Case.State.DECIDED else None
    if until is not None and until > now:
        return {"appeal_by_at": until.isoformat(), "hint": "ruling"}
    return {"appeal_by_at": None, "hint": "statement" if case.is_pending else "none"}


def read_appeal(message: Message, now: datetime, pk: int) -> dict[str, object]:
    """Return the current deadline for an appeal; an interim ruling has none."""
    told = _appeal_context(Case.objects.get(pk=pk), now)
    interim = message.context["appeal_by_at"] is None and told["appeal_by_at"] is not None
    return {"hint": "none"} if interim else told


def _match_context(loaded: LoadedMatch, reader: Player) -> dict[str, object]:
    """Return the match as the player sees it: board, result, rating, deadline."""
    seat = next((seat for seat in loaded.seats if seat.player_id == reader.pk), None)
    if seat is None:
        return {}
    context = match_context(loaded, seat)
    del context["matter"], context["sender"]  # replies are about the case
    context["match_url"] = context.pop("url")
    context["deadline"] = seat.deadline_at.isoformat() if seat.deadline_at else None
    context["awaited"], context["seat"] = seat.awaited, seat.number
    if not loaded.match.is_running:
        context |= {
            "result": result_words.result_sentence(loaded.match, loaded.seats, seat),
            "rating": result_words.rating_sentence(loaded.match, seat.player),
        }
    return context
