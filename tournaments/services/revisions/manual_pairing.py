"""A Swiss round without a legal pairing: organisers or referees pair it manually, or end it.

The rules leave such a round to the arbiter (FIDE C.04.3 art. 1.9). Objections to the pairs are
shown, but not enforced: no pairing is without any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.naming import isolated
from games.services.errors import Refused
from tournaments.models import Division, Revision, Tournament
from tournaments.services import log
from tournaments.services.locks import lock_tournament
from tournaments.services.revisions import emails, pairing_words
from tournaments.services.revisions.preview_tokens import token_of
from tournaments.services.revisions.reopening import may_decide
from tournaments.services.rounds import publishing, reviewing
from tournaments.services.rounds.draft_kinds import draft_kind_of
from tournaments.services.rounds.plans import RoundPlan

Pair = tuple[int, int]
ENGINE_NOTE = f"{reviewing.MANUAL_PREFIX}no legal pairing"


@dataclass(frozen=True)
class ManualRound:
    """A manually paired round: available entrants, pairs (the first starts), byes.

    The first team of a pair starts on board 1. Numbers are pks of entrants or teams.
    """

    tournament: Tournament
    division: Division
    number: int
    names: dict[int, str]
    pairs: tuple[Pair, ...]
    byes: tuple[tuple[int, str], ...]
    remarks: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The pairs by name."""
        return [(self.names[one], self.names[two]) for one, two in self.pairs]

    @property
    def free(self) -> list[str]:
        """Names of the available entrants without an opponent."""
        paired = {who for pair in self.pairs for who in pair}
        return [name for who, name in self.names.items() if who not in paired]

    @property
    def preview_token(self) -> str:
        byes = [list(each) for each in self.byes]
        pairs = [list(each) for each in self.pairs]
        return token_of(self.division.pk, self.number, pairs, byes, list(self.names))


def awaits_decision(tournament: Tournament, division: Division, now: datetime) -> bool:
    """Whether a round of a division cannot be paired and awaits a decision.

    Not once the standings are final, by time or by decision.
    """
    return (
        tournament.is_running
        and division.finished_at is None
        and division.unpaired_round is not None
        and not division.is_decided(now)
    )


def propose(
    pk: int, by: Player, division: int, pairs: Sequence[Pair], *, now: datetime
) -> ManualRound:
    """Preview the round with these pairs; nothing is written.

    Refuses ``not_your_tournament``, ``nothing_to_decide``, and ``bad_pairs`` if somebody is paired
    twice, with themselves, or unavailable.
    """
    with transaction.atomic():
        return _preview(*_lock_undecided(pk, by, division, now), pairs)


@transaction.atomic
def pair(
    pk: int, by: Player, division: int, pairs: Sequence[Pair], *, preview_token: str, now: datetime
) -> Revision:
    """Publish the round as previewed; refuses what ``propose`` does, and ``revised_meanwhile``."""
    tournament, found = _lock_undecided(pk, by, division, now)
    seen = _preview(tournament, found, pairs)
    if not pairs:
        raise Refused("bad_pairs")
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    tables = tuple(enumerate(seen.pairs, 1))
    byes = tuple((board, *each) for board, each in enumerate(seen.byes, len(tables) + 1))
    plan = RoundPlan(seen.number, tables, byes, ENGINE_NOTE, "")
    as_written = draft_kind_of(tournament).with_line_ups(tournament, found, plan)
    publishing.publish_manual_pairing(tournament, found, as_written, now)
    _make_due(tournament, now)
    return log.record_revision(tournament, Revision.Act.BY_HAND, by, now, round=seen.number)


@transaction.atomic
def end_waiting(pk: int, by: Player, division: int, *, now: datetime) -> Revision:
    """End the wait: the next step makes the standings final."""
    tournament, found = _lock_undecided(pk, by, division, now)
    number = found.unpaired_round
    found.unpaired_until = now
    found.save(update_fields=["unpaired_until"])
    _make_due(tournament, now)
    line = log.record_revision(tournament, Revision.Act.ENDED, by, now, round=number)
    emails.notify_no_further_round(line, found, now=now)
    return line


def _make_due(tournament: Tournament, now: datetime) -> None:
    tournament.due_at = now
    tournament.save(update_fields=["due_at"])


def _lock_undecided(
    pk: int, by: Player, division: int, now: datetime
) -> tuple[Tournament, Division]:
    """Lock a tournament and return it with the division that awaits a decision."""
    tournament = lock_tournament(pk)
    if not may_decide(tournament, by):
        raise Refused("not_your_tournament")
    found = tournament.divisions.filter(stage=Division.Stage.MAIN, number=division).first()
    if found is None or not awaits_decision(tournament, found, now):
        raise Refused("nothing_to_decide")
    return tournament, found


def _preview(tournament: Tournament, division: Division, pairs: Sequence[Pair]) -> ManualRound:
    number, side = division.unpaired_round or 0, draft_kind_of(tournament)
    names = side.available(division, number)
    paired = [who for each in pairs for who in each]
    if len(set(paired)) != len(paired) or not set(paired) <= names.keys():
        raise Refused("bad_pairs")
    out = side.bye_kinds(division, number, [who for who in names if who not in paired])
    event = reviewing.pairing_event(tournament, division, number)
    found = reviewing.objections(tournament, division, event, list(pairs))
    remarks = [
        pairing_words.objection_sentence(each.code, [isolated(names[who]) for who in each.entrants])
        for each in found
    ]
    made = tuple(pairs), tuple(out.items()), tuple(remarks)
    return ManualRound(tournament, division, number, names, *made)
