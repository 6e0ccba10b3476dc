"""Orders as tests write them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Order, Ply
from games.rules.base import RulesError
from games.services.errors import Refused

HOUR = timedelta(hours=1)


def ledger(match):
    return [(ply.seat, ply.text, ply.source) for ply in Ply.objects.filter(match=match)]


def states(match):
    return list(Order.objects.filter(match=match).values_list("text", "state", "reason"))


def refuses(call, *args, **kwargs):
    with pytest.raises((Refused, RulesError)) as error:
        call(*args, **kwargs)
    return getattr(error.value, "code")  # noqa: B009 (both have one, their base has none)
