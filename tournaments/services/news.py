"""Letters about what has changed for an event: put off, called off, a place, no further round."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Player
from games import judge_queries
from tournaments.models import Division, Tournament
from tournaments.services.letters import Said, post


def tell_news(tournament: Tournament, player: Player, what: str, said: Said, now: datetime) -> None:
    """Tell a player what has changed about a tournament."""
    key = f"tournament_news:{tournament.pk}:{what}:{player.pk}"
    post("tournament_news", player, key, tournament, said, now)


def tell_called_off(tournament: Tournament, player: Player, *, now: datetime) -> None:
    """Tell an entrant that nothing comes of it."""
    tell_news(
        tournament,
        player,
        "called_off",
        lambda: {
            "headline": _("%(name)s was called off") % {"name": tournament.title},
            "paragraphs": [_("It does not take place; your entry has no further effect.")],
        },
        now,
    )


def tell_postponed(tournament: Tournament, player: Player, *, now: datetime) -> None:
    """Tell an entrant that the start is put off for want of entrants."""
    starts = tournament.starts_at.isoformat() if tournament.starts_at else None
    tell_news(
        tournament,
        player,
        f"postponed_{starts}",
        lambda: {
            "headline": _("%(name)s starts later") % {"name": tournament.title},
            "paragraphs": [_("Not enough players have entered yet; your entry stands.")],
            "starts_at": starts,
            "rounds_at": tournament.round_dates,
        },
        now,
    )


def tell_moved_up(tournament: Tournament, player: Player, *, now: datetime) -> None:
    """Tell somebody on the waiting list that he has a place now."""
    tell_news(
        tournament,
        player,
        f"moved_up_{now.isoformat()}",
        lambda: {
            "headline": _("You have a place in %(name)s") % {"name": tournament.title},
            "paragraphs": [_("Somebody has withdrawn; you move up from the waiting list.")],
        },
        now,
    )


def tell_unpaired(tournament: Tournament, division: Division, *, now: datetime) -> None:
    """Tell the organiser and the referees that a round cannot be paired, once."""
    words = {"round": division.unpaired_round, "name": tournament.title}
    readers = {each.pk: each for each in judge_queries.referees(tournament.get_absolute_url())}
    for player in (readers | {tournament.organiser_id: tournament.organiser}).values():
        tell_news(
            tournament,
            player,
            f"unpaired_{division.pk}_{division.unpaired_round}",
            lambda: {
                "headline": _("Round %(round)d of %(name)s cannot be paired") % words,
                "paragraphs": [
                    _(
                        "No pairing is left in which nobody meets the same opponent again. It "
                        "ends with the rounds that were played, and the table stands."
                    )
                ],
            },
            now,
        )
