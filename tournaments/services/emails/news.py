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
            "headline": _("%(name)s has been cancelled") % {"name": tournament.title},
            "paragraphs": [_("It will not take place, and your entry no longer counts.")],
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
            "headline": _("%(name)s will start later") % {"name": tournament.title},
            "paragraphs": [_("Not enough players have entered yet. Your entry remains valid.")],
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
            "headline": _("You now have a place in %(name)s") % {"name": tournament.title},
            "paragraphs": [_("Somebody has withdrawn, so you move up from the waiting list.")],
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
                "Too few players were available. Nobody wins or loses anything, and nobody’s "
                "half-point bye is used up."
            )
        ]
        if last:
            lines.append(_("There are no more rounds, and the standings are final."))
        else:
            lines.append(_("The next round starts when the time for this one is over."))
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
            "headline": _("Round %(round)d of %(name)s was paired by our own program") % words,
            "paragraphs": [
                *(why or ()),
                _("The pairings are valid: nobody meets the same opponent twice."),
            ],
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
                        "There is no pairing left without two players meeting again. No further "
                        "round is played, and the standings are final."
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
            "headline": _("%(name)s is delayed") % {"name": tournament.title},
            "paragraphs": [
                _(
                    "The next step has failed or is taking too long: pairing a round or "
                    "starting a match. Running matches go on, and nothing is lost. The site "
                    "tries again automatically at least once an hour. We will e-mail you when "
                    "the tournament continues."
                ),
                _("If this lasts longer than a day, please contact the operators of this site."),
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
            "headline": _("%(name)s continues") % {"name": tournament.title},
            "paragraphs": [_("The delayed step has been completed. Nothing was lost.")],
        },
        now,
    )


def _written(instant: datetime | None) -> str:
    """Write an instant for the key of a message."""
    return instant.isoformat() if instant is not None else ""
