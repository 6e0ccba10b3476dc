"""Who may judge what: those with the office, and never in a matter of their own."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from accounts.roles import EVENT_REFEREE
from accounts.services import roles
from games import case_queries, judge_queries, match_queries
from games.models import Case, EventReferee, Match, Ruling
from games.services.errors import Refused


def require_referee(player: Player, event: str = "") -> None:
    """Refuse whoever does not judge, or not here: a referee of events judges his events only."""
    if not judge_queries.is_referee(player):
        raise Refused("not_a_referee")
    if not judge_queries.may_judge(player, event):
        raise Refused("not_your_event")


def require_unbiased(referee: Player, case: Case, player: Player | None = None) -> None:
    """Refuse who is a party himself: at the table, as opener, or as the one it is about.

    A case that a referee has opened as such, being no party, is no matter of his own.
    """
    require_referee(referee, case_queries.event_of(case))
    own = match_queries.ever_seated(case.match)
    if case.about_id is not None:
        own.add(case.about_id)
    if player is not None:
        own.add(player.pk)
    if not case.own_motion:
        own.add(case.opened_by_id)
    if referee.pk in own:
        raise Refused("own_case")


def require_impartial(referee: Player, match: Match) -> None:
    """Refuse who sits, or sat, at the match himself."""
    require_referee(referee, judge_queries.event_of_match(match))
    if referee.pk in match_queries.ever_seated(match):
        raise Refused("own_case")


def require_other_judge(referee: Player, case: Case) -> None:
    """Refuse on appeal whoever has ruled in the case before."""
    if Ruling.objects.filter(case=case, by=referee).exists():
        raise Refused("own_ruling")


def require_may_undo(referee: Player, ruling: Ruling) -> None:
    """Let a referee mend his own slip, and the head referee anybody's."""
    if ruling.by_id != referee.pk and not judge_queries.is_head_referee(referee):
        raise Refused("not_your_ruling")


def appoint(event: str, player: Player, *, by: Player, now: datetime) -> None:
    """Let a person judge what happens in one event; twice is once."""
    if player.kind != Player.Kind.PERSON or player.user is None or player.closed_at is not None:
        raise Refused("unfit_referee", player=player.name)
    roles.give_role(player, EVENT_REFEREE)
    EventReferee.objects.get_or_create(
        event=event, player=player, defaults={"appointed_by": by, "at": now}
    )


def dismiss(event: str, player_id: int) -> None:
    """Let somebody judge an event no more; with the last event the office ends."""
    for row in EventReferee.objects.filter(event=event, player=player_id):
        player = row.player
        row.delete()
        if not EventReferee.objects.filter(player=player).exists() and player.user is not None:
            roles.take_role(player, EVENT_REFEREE)
