"""E-mails to the organisers when a step of their tournament fails, and when it succeeds at last."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.naming import isolated
from tournaments import staff_queries
from tournaments.models import Tournament
from tournaments.services.emails import news


def notify_delayed(tournament: Tournament, *, now: datetime) -> None:
    """Notify the organisers that a step has failed or takes too long and will be retried."""

    def content() -> dict[str, object]:
        return {
            "headline": _("%(name)s is delayed") % {"name": isolated(tournament.title)},
            "paragraphs": [
                _(
                    "The next step has failed or is taking too long: pairing a round or "
                    "starting a match. Running matches go on, and nothing is lost. The site "
                    "tries again automatically at least once an hour. We will e-mail you when "
                    "the tournament continues."
                ),
                _("If this lasts longer than a day, please contact the operators of this site."),
            ],
        }

    for each in staff_queries.organisers_of(tournament):
        news.notify_news(tournament, each, _key_suffix(tournament, "held"), content, now)


def notify_continued(tournament: Tournament, *, now: datetime) -> None:
    """Notify the organisers that the step has succeeded.

    If the e-mail about the delay is still unsent, both are dropped.
    """

    def content() -> dict[str, object]:
        return {
            "headline": _("%(name)s continues") % {"name": isolated(tournament.title)},
            "paragraphs": [_("The delayed step has been completed. Nothing was lost.")],
        }

    held, goes_on = _key_suffix(tournament, "held"), _key_suffix(tournament, "goes_on")
    for each in staff_queries.organisers_of(tournament):
        if not news.withdraw_news(tournament, each, [held], now):
            news.notify_news(tournament, each, goes_on, content, now)


def _key_suffix(tournament: Tournament, what: str) -> str:
    since = tournament.held_since
    return f"{what}_{since.isoformat() if since is not None else ''}"
