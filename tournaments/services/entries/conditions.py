"""Conditions of entry, for pages, the API and e-mails alike."""

from __future__ import annotations

from accounts.models import Player
from games import rating_queries, ratings
from games.models import Rating
from games.rules import registry
from games.services.errors import Refused
from tournaments import club_queries
from tournaments.models import UNANSWERED, Club, EntryRequest, EventInvitation, Revision, Tournament


def check(tournament: Tournament, player: Player) -> None:
    """Refuse players who do not meet the conditions; bots are exempt.

    Callers skip this for players invited by name. Refuses ``rating_outside``, ``rating_too_low``,
    ``rating_too_high``, ``too_few_finished``, ``reliability_unknown``, ``not_reliable_enough``.
    """
    if player.is_bot:
        return
    _check_rating(tournament, player)
    _check_finished(tournament, player)
    _check_reliability(tournament, player)


def check_access(tournament: Tournament, player: Player) -> None:
    """Refuse ``club_members_only``, ``by_invitation_only`` and ``approval_needed``; bots are
    exempt.
    """
    if player.is_bot:
        return
    check_club(tournament, player)
    _check_invited(tournament, player)
    if needs_approval(tournament, player):
        raise Refused("approval_needed")


def check_known(tournament: Tournament, player: Player, *, let_in: bool = False) -> None:
    """Refuse ``no_such_tournament`` to players who may not know of a private club's event.

    ``let_in``: an organiser has admitted them.
    """
    if let_in:
        return
    known = Tournament.objects.visible_to(player).filter(pk=tournament.pk)
    if tournament.is_private and not player.is_bot and not known.exists():
        raise Refused("no_such_tournament")


def check_club(tournament: Tournament, player: Player) -> None:
    """Refuse ``club_members_only`` if the event is for members; bots and invited players are
    exempt.
    """
    club = tournament.club
    if club is None or not tournament.for_members or player.is_bot:
        return
    if not club_queries.is_member(club, player) and not is_invited(tournament, player):
        raise Refused("club_members_only", club=club.name)


def club_of_team(player: Player, key: str) -> Club | None:
    """Return the club that a captain names for a team; None for an empty key.

    Refuses ``no_such_club``, ``club_closed`` and ``not_in_club``.
    """
    if not key:
        return None
    club = club_queries.visible_club(player, key)
    if club is None:
        raise Refused("no_such_club")
    if club.closed_at is not None:
        raise Refused("club_closed")
    if not club_queries.is_member(club, player):
        raise Refused("not_in_club")
    return club


def check_not_removed(tournament: Tournament, player: Player) -> None:
    """Refuse players whom an organiser has removed and not admitted again; bots are exempt."""
    acts = (Revision.Act.REMOVED, Revision.Act.ENTERED, Revision.Act.ACCEPTED)
    lines = Revision.objects.filter(tournament=tournament, about=player, act__in=acts)
    last = lines.order_by("-pk").values_list("act", flat=True).first()
    if last == Revision.Act.REMOVED and not player.is_bot:
        raise Refused("removed_before")


def check_not_declined(tournament: Tournament, player: Player) -> None:
    """Refuse players whose request was declined, unless invited by name since."""
    asked = EntryRequest.objects.filter(tournament=tournament, player=player).first()
    if asked is not None and asked.is_declined and not is_invited(tournament, player):
        raise Refused("entry_declined", reason=asked.reason)


def _check_invited(tournament: Tournament, player: Player) -> None:
    if tournament.access == Tournament.Access.INVITED and not is_invited(tournament, player):
        raise Refused("by_invitation_only")


def needs_approval(tournament: Tournament, player: Player, *, invited: bool | None = None) -> bool:
    """Whether an organiser has to accept this player first; ``invited`` as in
    ``refusal_to_enter``.
    """
    if tournament.access != Tournament.Access.APPROVAL or player.is_bot:
        return False
    return not (is_invited(tournament, player) if invited is None else invited)


def is_invited(tournament: Tournament, player: Player) -> bool:
    """Whether an organiser has invited the player by name and they have not answered yet."""
    asked = EventInvitation.objects.filter(UNANSWERED, tournament=tournament, player=player)
    return asked.filter(kind=EventInvitation.Kind.ENTER).exists()


def refusal_to_enter(
    tournament: Tournament, player: Player, *, invited: bool | None = None
) -> Refused | None:
    """Return why a player can neither enter nor request to, or None.

    Pass ``invited`` if it is known whether an organiser has invited them.
    """
    try:
        if not (is_invited(tournament, player) if invited is None else invited):
            check(tournament, player)
            check_not_removed(tournament, player)
            check_club(tournament, player)
            _check_invited(tournament, player)
    except Refused as refusal:
        return refusal
    return None


def _check_rating(tournament: Tournament, player: Player) -> None:
    low, high = tournament.rating_from, tournament.rating_to
    pool = registry.get(tournament.ruleset).pool
    if pool is None or not (low or high):
        return
    known = Rating.objects.filter(player=player, pool=pool).values_list("value", flat=True).first()
    value = round((ratings.START_RATING if known is None else known) / ratings.POINT)
    if (low or value) <= value <= (high or value):
        return
    code = "rating_outside" if low and high else "rating_too_low" if low else "rating_too_high"
    limits = {name: limit for name, limit in (("low", low), ("high", high)) if limit}
    raise Refused(code, rating=value, pool=pool, **limits)


def _check_finished(tournament: Tournament, player: Player) -> None:
    least = tournament.finished_least
    if not least:
        return
    finished = rating_queries.counted_finished_seats(player).count()
    if finished < least:
        raise Refused("too_few_finished", least=least, finished=finished)


def _check_reliability(tournament: Tournament, player: Player) -> None:
    least = tournament.reliability_least
    if not least:
        return
    found = rating_queries.reliability_of(player)
    if found is None:
        needed = rating_queries.MIN_MATCHES_FOR_RELIABILITY
        raise Refused("reliability_unknown", least=least, needed=needed)
    if found.percent < least:
        raise Refused(
            "not_reliable_enough",
            least=least,
            percent=found.percent,
            kept=found.kept,
            counted=found.counted,
        )
