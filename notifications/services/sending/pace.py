"""How fast each domain is sent to: not at all for a while after it deferred, and not too fast.

A domain that defers two e-mails in a row is paused for a minute, then longer; the e-mails to it
wait without an attempt, and those to others go out. One accepted e-mail ends that. At first an
e-mail counts only once, so that a single full mailbox does not hold up its neighbours.

``settings.EMAIL_PACE`` has the maximum of attempts a minute for a domain, ``*`` for any other.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from notifications.models import Domain, Message, domain_of

PAUSE_AFTER = 2
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15))
MINUTE = timedelta(minutes=1)
ANY = "*"


class DomainPace:
    """One sender run's view of the domains; their rows are shared by all senders."""

    def __init__(self, now: datetime) -> None:
        rows = Domain.objects.filter(Q(deferrals__gt=0) | Q(held_until__gt=now))
        self.deferring = {row.name: row.held_until for row in rows}
        self.full: dict[str, datetime] = {}

    def closed(self, now: datetime) -> list[str]:
        """Return the domains to which nothing is sent now."""
        held = [name for name, until in self.deferring.items() if until and until > now]
        return [*held, *(name for name, until in self.full.items() if until > now)]

    def allows(self, address: str, now: datetime) -> bool:
        """Whether an e-mail may be tried now; counts the attempt if its domain has a limit."""
        name = domain_of(address)
        if not name:
            return True  # only for browsers
        if name in self.closed(now):
            return False
        most = settings.EMAIL_PACE.get(name, settings.EMAIL_PACE.get(ANY))
        if most is None:
            return True
        until = _count_attempt(name, most, now)
        if until is not None:
            self.full[name] = until
        return until is None

    def deferred(self, message: Message, now: datetime) -> None:
        """Record that the domain has refused an e-mail for now."""
        name = domain_of(message.address)
        self.deferring[name] = _record_deferral(name, now, again=message.attempts > 1)

    def accepted(self, address: str) -> None:
        """Record that the domain has accepted an e-mail, which ends its pause."""
        name = domain_of(address)
        if name in self.deferring:
            del self.deferring[name]
            Domain.objects.filter(name=name).update(deferrals=0, held_until=None)


@transaction.atomic
def _record_deferral(name: str, now: datetime, *, again: bool) -> datetime | None:
    """Count a deferral; return until when the domain is paused, or None."""
    Domain.objects.bulk_create([Domain(name=name)], ignore_conflicts=True)
    row = Domain.objects.select_for_update().get(name=name)
    if row.held_until is not None and row.held_until > now:
        return row.held_until  # another sender has just paused it
    if again and row.deferrals < PAUSE_AFTER:
        return None
    row.deferrals += 1
    if row.deferrals >= PAUSE_AFTER:
        row.held_until = now + PAUSES[min(row.deferrals - PAUSE_AFTER, len(PAUSES) - 1)]
    row.save(update_fields=["deferrals", "held_until"])
    return row.held_until


@transaction.atomic
def _count_attempt(name: str, most: int, now: datetime) -> datetime | None:
    """Count an attempt; if the minute's limit is reached, return when it ends instead."""
    Domain.objects.bulk_create([Domain(name=name)], ignore_conflicts=True)
    mine = Domain.objects.filter(name=name)
    over = Q(minute_from=None) | Q(minute_from__lte=now - MINUTE)
    if mine.filter(over).update(minute_from=now, tried=1):
        return None
    if mine.filter(tried__lt=most).update(tried=F("tried") + 1):
        return None
    return now + MINUTE
