"""Who may judge what: referees, and never where they have a stake."""

from __future__ import annotations

from accounts.models import Player
from games import match_queries
from games.models import Match
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.models import Tournament
from tournaments.referees.models import Case, Ruling


def require_referee(player: Player, tournament: Tournament | None = None) -> None:
    """Refuse whoever does not judge, or not here: a referee of events judges those events only."""
    if not panel_queries.is_referee(player):
        raise Refused("not_a_referee")
    if not panel_queries.may_judge(player, tournament):
        raise Refused("not_your_event")


def require_unbiased(referee: Player, case: Case, player: Player | None = None) -> None:
    """Refuse parties (players, opener, whom it is about) and who has a stake in its event.

    A case that referees have opened as such does not make them parties.
    """
    require_referee(referee, case.tournament)
    own = match_queries.ever_seated(case.match)
    if case.about_id is not None:
        own.add(case.about_id)
    if player is not None:
        own.add(player.pk)
    if not case.own_motion:
        own.add(case.opened_by_id)
    if referee.pk in own:
        raise Refused("own_case")
    require_no_stake(referee, case.tournament)


def require_impartial(referee: Player, match: Match) -> None:
    """Refuse who sits, or sat, at the match, and who has a stake in its event."""
    tournament = panel_queries.tournament_of(match)
    require_referee(referee, tournament)
    if referee.pk in match_queries.ever_seated(match):
        raise Refused("own_case")
    require_no_stake(referee, tournament)


def require_no_stake(referee: Player, tournament: Tournament | None) -> None:
    """Refuse who organises an event or plays in it."""
    if panel_queries.has_stake(referee, tournament):
        raise Refused("own_case")


def require_may_rule(
    referee: Player,
    *,
    case: Case | None = None,
    match: Match | None = None,
    tournament: Tournament | None = None,
) -> None:
    """Refuse whoever may not rule in a case, else about a match, else about an event or a player.

    What the act itself concerns besides is looked at when it is carried out.
    """
    if case is not None:
        require_unbiased(referee, case)
        if case.state == Case.State.APPEALED:
            require_other_judge(referee, case)
    elif match is not None:
        require_impartial(referee, match)
    else:
        require_referee(referee, tournament)
        require_no_stake(referee, tournament)


def can_rule(referee: Player, case: Case) -> bool:
    """Whether somebody may rule in a case as it stands."""
    try:
        require_may_rule(referee, case=case)
    except Refused:
        return False
    return True


def require_other_judge(referee: Player, case: Case) -> None:
    """Refuse on appeal whoever has ruled in the case before."""
    if Ruling.objects.filter(case=case, by=referee).exists():
        raise Refused("own_ruling")


def require_may_undo(referee: Player, ruling: Ruling) -> None:
    """Allow referees to undo their own rulings, and head referees anybody's."""
    if ruling.by_id != referee.pk and not panel_queries.is_head_referee(referee):
        raise Refused("not_your_ruling")
