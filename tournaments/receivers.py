"""Signal receivers: what tournaments do about events in the packages below."""

from __future__ import annotations

from datetime import datetime

from django.dispatch import receiver

from accounts.models import Player
from games.models import Match, Outage
from games.signals import account_closing, match_finished, outage_shortened
from notifications.models import Message
from notifications.signals import spam_reported
from tournaments.models import Tournament
from tournaments.services.admission import by_address
from tournaments.services.clubs import departures
from tournaments.services.organisers import succession
from tournaments.services.revisions import invitation_emails
from tournaments.services.rounds.results import record_result, reopen_fixture
from tournaments.services.seasons import outage_shift
from tournaments.services.signals import tournament_announced


@receiver(match_finished, dispatch_uid="tournaments.record_result")
def settle_fixture(match: Match, now: datetime, **_signal: object) -> None:
    """Record the result of a finished match in its fixture, or reopen it after a ruling."""
    if match.finished_at is not None:
        record_result(match, now=match.finished_at)
    else:
        reopen_fixture(match, now=now)


@receiver(account_closing, dispatch_uid="tournaments.leave_clubs_and_events")
def leave_clubs_and_events(player: Player, now: datetime, **_signal: object) -> None:
    """End the memberships of a closing account and pass on its clubs, then its events."""
    led = departures.leave_all_clubs(player, now)
    succession.hand_over_events(player, led, now)


@receiver(outage_shortened, dispatch_uid="tournaments.take_back")
def shorten_rounds(outage: Outage, planned: datetime, **_signal: object) -> None:
    """Bring postponed rounds and claims forward by the time an outage was shortened."""
    outage_shift.shorten_shift(outage, planned)


@receiver(tournament_announced, dispatch_uid="tournaments.ask_invitees")
def ask_invitees(tournament: Tournament, now: datetime, **_signal: object) -> None:
    """Notify everybody whose invitation to help with the draft is still unanswered."""
    invitation_emails.ask_all_invitees(tournament, now=now)


@receiver(spam_reported, dispatch_uid="tournaments.refuse_address")
def refuse_address(message: Message, now: datetime, **_signal: object) -> None:
    """Never again invite an address that has marked an invitation as spam."""
    if message.kind == by_address.EMAIL_KIND:
        by_address.unsubscribe_address(message.address, now=now)
