"""What an outage means to tournaments: open rounds and claims end later by its length."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F

from games.models import Outage
from games.services.time.outages import length_beside
from tournaments.models import Fixture, OutageShift, Round


def follow_outages(*, now: datetime) -> int:
    """Put off what each new outage has touched; return how many there were."""
    done = 0
    for outage in list(Outage.objects.filter(shift=None).order_by("pk")):
        try:
            _follow(outage, now)
        except IntegrityError:  # another worker was quicker, and all of it is done
            continue
        done += 1
    return done


@transaction.atomic
def _follow(outage: Outage, now: datetime) -> None:
    """Put off by one outage what ends after it began; time in an earlier outage counts once."""
    OutageShift.objects.create(outage=outage, at=now)
    fresh = length_beside(outage, Outage.objects.filter(pk__lt=outage.pk, until__gt=outage.since))
    since, until = outage.since, outage.until
    rounds = Round.objects.filter(closed_at=None, opens_at__lt=until, closes_at__gt=since)
    rounds.update(closes_at=F("closes_at") + fresh)
    open_fixtures = Fixture.objects.unsettled()
    open_fixtures.filter(closes_at__gt=since).update(closes_at=F("closes_at") + fresh)
    open_fixtures.filter(claims_until__gt=since).update(claims_until=F("claims_until") + fresh)
