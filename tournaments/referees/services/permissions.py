"""Permissions of referees; nobody judges where they have a stake."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from games import match_queries
from games.models import Match
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.models import Tournament
from tournaments.referees.models import Case, Juror, Ruling
from tournaments.referees.queries import cases as case_queries, jury as jury_queries

UPHOLDING = frozenset({"uphold", "dismiss"})


def require_referee(player: Player, tournament: Tournament | None) -> None:
    """Refuse people who are not referees, or not of this tournament."""
    if not panel_queries.is_referee(player):
        raise Refused("not_a_referee")
    if not panel_queries.may_judge(player, tournament):
        raise Refused("not_your_event")


def require_unbiased(
    referee: Player, case: Case, player: Player | None = None, *, now: datetime
) -> None:
    """Refuse parties (players, opener, subject) and people with a stake in event or subject.

    Also refuses a referee who is currently playing with one of the players. The opener of a case of
    a referee's own motion is not a party.
    """
    require_referee(referee, case.tournament)
    seated = match_queries.ever_seated_ids(case.match)
    own = set(seated)
    if case.about_id is not None:
        own.add(case.about_id)
    if player is not None:
        own.add(player.pk)
    if not case.own_motion:
        own.add(case.opened_by_id)
    if referee.pk in own:
        raise Refused("own_case")
    require_no_stake(referee, case.tournament)
    require_no_stake_in_people(referee, [case.about, player], now)
    require_not_playing_with(referee, seated)


def require_impartial(referee: Player, match: Match) -> None:
    """Refuse players of the match, anybody playing with them, and people with a stake."""
    tournament = panel_queries.tournament_of(match)
    require_referee(referee, tournament)
    seated = match_queries.ever_seated_ids(match)
    if referee.pk in seated:
        raise Refused("own_case")
    require_no_stake(referee, tournament)
    require_not_playing_with(referee, seated)


def require_no_stake(referee: Player, tournament: Tournament | None) -> None:
    """Refuse a referee who organises the event or plays in it."""
    if panel_queries.has_stake(referee, tournament):
        raise Refused("own_case")


def require_no_stake_in_people(
    referee: Player, people: Iterable[Player | None], now: datetime
) -> None:
    """Refuse a referee who plays or recently played with any of these people."""
    named = {each.pk: each.name for each in people if each is not None}
    found = panel_queries.associates_among(referee, named, now)
    if found:
        name = next(name for pk, name in named.items() if pk in found)
        raise Refused("stake_in_person", player=name, days=panel_queries.STAKE_DURATION.days)


def require_not_playing_with(referee: Player, seated: Iterable[int]) -> None:
    """Refuse a referee who is playing with them now; past matches are fine, as clubs are small."""
    found = panel_queries.current_associates_among(referee, seated)
    if found:
        name = Player.objects.filter(pk__in=found).order_by("pk").values_list("name", flat=True)[0]
        raise Refused("plays_with_person", player=name)


def require_no_case_between(player: Player, others: Iterable[Player], refusal: Refused) -> None:
    """Refuse a match of a referee with somebody whose case they decide: it would disqualify them.

    Only the referee reads why; players get ``refusal``, for they may not know of the case.
    """
    people = {each.pk: each.name for each in others if each.pk != player.pk and not each.is_bot}
    for judges, judged in case_queries.judges_and_judged([player.pk, *people]):
        if player.pk in judges and (found := judged & people.keys()):
            raise Refused("judging_player", player=people[min(found)])
        if player.pk in judged and judges & people.keys():
            raise refusal


def require_can_rule(
    referee: Player,
    *,
    case: Case | None,
    match: Match | None = None,
    player: Player | None = None,
    tournament: Tournament | None = None,
    now: datetime,
) -> None:
    """Refuse referees who may not rule in a case, or on a match, an event or a player.

    Further people whom the act concerns are checked when it is carried out.
    """
    if case is not None:
        require_unbiased(referee, case, now=now)
        if case.state == Case.State.APPEALED:
            require_other_judge(referee, case)
            require_verdict(referee, case)
    elif match is not None:
        require_impartial(referee, match)
    else:
        require_referee(referee, tournament)
        require_no_stake(referee, tournament)
        require_no_stake_in_people(referee, [player], now)


def require_can_rule_or_vote(referee: Player, case: Case, *, now: datetime) -> None:
    """Refuse referees who may neither rule in a case nor vote on its appeal."""
    require_unbiased(referee, case, now=now)
    if case.state == Case.State.APPEALED:
        require_other_judge(referee, case)
        if jury_queries.sitting_jurors(case) and jury_queries.seat_of(case, referee) is None:
            raise Refused("jury_decides")


def require_verdict(referee: Player, case: Case, act: str | None = None) -> None:
    """Refuse unless a juror of the majority signs its verdict; without a jury, do nothing."""
    jurors = jury_queries.sitting_jurors(case)
    if not jurors:
        return
    verdict = jury_queries.verdict_of(jurors)
    if not verdict:
        raise Refused("jury_decides")
    if referee.pk not in {each.player_id for each in jurors if each.vote == verdict}:
        raise Refused("jury_decided")
    if act is not None and contradicting_acts(verdict, [act]):
        raise Refused("against_verdict")


def contradicting_acts(verdict: str, acts: Iterable[str]) -> set[str]:
    """Return the acts that contradict the verdict of a jury."""
    return {act for act in acts if (act in UPHOLDING) != (verdict == Juror.Vote.STANDS)}


def can_vote(juror: Player, case: Case, *, now: datetime) -> bool:
    """Whether the juror may still vote on an appeal."""
    try:
        require_unbiased(juror, case, now=now)
        require_other_judge(juror, case)
    except Refused:
        return False
    return juror.closed_at is None


def can_rule(referee: Player, case: Case, *, now: datetime) -> bool:
    """Whether the referee may rule in a case in its present state."""
    try:
        require_can_rule(referee, case=case, now=now)
    except Refused:
        return False
    return True


def require_other_judge(referee: Player, case: Case) -> None:
    """Refuse a referee who has already ruled in the case; called on appeal."""
    if Ruling.objects.filter(case=case, by=referee).exists():
        raise Refused("own_ruling")


def require_can_undo(referee: Player, ruling: Ruling) -> None:
    """Refuse undoing other referees' rulings, except by head referees."""
    if ruling.by_id != referee.pk and not panel_queries.is_head_referee(referee):
        raise Refused("not_your_ruling")
