"""News of a tournament: put off, called off, a place, no further round."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments import panel_queries
from tournaments.models import Division, Entrant, Tournament
from tournaments.services.emails.notices import Said, post
from tournaments.services.tables.engine_words import why_left


def tell_news(tournament: Tournament, player: Player, what: str, said: Said, now: datetime) -> None:
    """Tell a player what has changed about a tournament."""
    key = f"tournament_news:{tournament.pk}:{what}:{player.pk}"
    post("tournament_news", player, key, tournament, said, now)


def tell_called_off(tournament: Tournament, player: Player, *, now: datetime) -> None:
    """Tell an entrant that the tournament is called off."""
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
    """Tell an entrant that the start is postponed because there are too few entrants."""
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
    """Tell somebody on the waiting list that they have a place now."""
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


def tell_skipped(
    tournament: Tournament, division: Division, numbers: Sequence[int], *, now: datetime
) -> None:
    """Tell everybody that a round, or all that are left, is skipped because players are missing."""
    words = {"round": numbers[0], "last": numbers[-1], "name": tournament.title}
    last = numbers[-1] >= (tournament.rounds or 0)

    def said() -> dict[str, object]:
        if len(numbers) > 1:
            headline = _("Rounds %(round)d to %(last)d of %(name)s are skipped") % words
        else:
            headline = _("Round %(round)d of %(name)s is skipped") % words
        lines = [
            _(
                "Too few players are there to pair it. Nobody wins or loses anything by it, and "
                "nobody’s half-point bye is used up."
            )
        ]
        if last:
            lines.append(_("No other round follows; the table stands."))
        else:
            lines.append(_("The next round follows when the time of this one is over."))
        return {"headline": headline, "paragraphs": lines}

    own = Entrant.objects.playing().filter(division=division).select_related("player__user")
    readers = _answerable(tournament) | {each.player_id: each.player for each in own}
    for player in readers.values():
        tell_news(tournament, player, f"skipped_{division.pk}_{numbers[0]}", said, now)


def tell_fallback(
    tournament: Tournament, division: Division, number: int, note: str, *, now: datetime
) -> None:
    """Tell the organiser and the referees why FIDE's engine did not pair; each reason once."""
    words = {"round": number, "name": tournament.title}

    def said() -> dict[str, object]:
        why = why_left(note)
        return {
            "headline": _("Round %(round)d of %(name)s was paired by our own matching") % words,
            "paragraphs": [*(why or ()), _("The pairings stand: nobody meets anybody twice.")],
        }

    for player in _answerable(tournament).values():
        tell_news(tournament, player, f"fallback_{division.pk}_{note}", said, now)


def _answerable(tournament: Tournament) -> dict[int, Player]:
    """Return the organiser and the referees of a tournament."""
    readers = {each.pk: each for each in panel_queries.referees(tournament)}
    return readers | {tournament.organiser_id: tournament.organiser}


def tell_unpaired(tournament: Tournament, division: Division, *, now: datetime) -> None:
    """Tell the organiser and the referees that a round cannot be paired, once."""
    words = {"round": division.unpaired_round, "name": tournament.title}
    for player in _answerable(tournament).values():
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


def tell_held(tournament: Tournament, *, now: datetime) -> None:
    """Tell the organiser that a step has failed or takes too long, and that it is tried again."""
    tell_news(
        tournament,
        tournament.organiser,
        f"held_{_written(tournament.held_since)}",
        lambda: {
            "headline": _("%(name)s is held up") % {"name": tournament.title},
            "paragraphs": [
                _(
                    "Its next step has failed or takes too long: a round to pair, a match to "
                    "start. Matches that run go on, and nothing is lost. The site tries the "
                    "step again by itself, at least once an hour; we will write when it goes on."
                ),
                _("If it lasts for a day, please write to the operators of this site."),
            ],
        },
        now,
    )


def tell_goes_on(tournament: Tournament, *, now: datetime) -> None:
    """Tell the organiser that the step has been taken after all."""
    tell_news(
        tournament,
        tournament.organiser,
        f"goes_on_{_written(tournament.held_since)}",
        lambda: {
            "headline": _("%(name)s goes on") % {"name": tournament.title},
            "paragraphs": [_("The step that was held up has been taken. Nothing was lost.")],
        },
        now,
    )


def _written(instant: datetime | None) -> str:
    """Write an instant for the key of a message."""
    return instant.isoformat() if instant is not None else ""
