"""Notes from where somebody plays, as marks that cannot be turned back into an address."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.utils.crypto import salted_hmac

from accounts.models import Player, Visit

KEPT = dt.timedelta(days=180)
NETWORK_BITS = {4: 24, 6: 48}
MARK = 16  # signs of a mark


@dataclass(frozen=True)
class Origin:
    """From where a request came: the address as text, and what its browser keeps for us."""

    address: str
    device: str


def note_visit(player: Player, origin: Origin, *, now: dt.datetime) -> None:
    """Write today's visit, once; a text that is no address leaves no mark of one."""
    address = _address(origin.address)
    Visit.objects.bulk_create(
        [
            Visit(
                player=player,
                day=now.date(),
                address=_mark("address", str(address)) if address else "",
                network=_mark("network", _network(address)) if address else "",
                device=_mark("device", origin.device) if origin.device else "",
            )
        ],
        ignore_conflicts=True,
    )


def forget_visits(*, now: dt.datetime) -> int:
    """Delete what is older than half a year; return how many."""
    return Visit.objects.filter(day__lt=(now - KEPT).date()).delete()[0]


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a text names; an IPv4 one inside an IPv6 one as itself."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _network(address: IPv4Address | IPv6Address) -> str:
    """Return the network around an address: what one household or firm usually has."""
    return str(ip_network(f"{address}/{NETWORK_BITS[address.version]}", strict=False))


def _mark(kind: str, value: str) -> str:
    """Return a keyed fingerprint: equal for equal values, and nothing can be read from it."""
    return salted_hmac(f"accounts.visit.{kind}", value, algorithm="sha256").hexdigest()[:MARK]
