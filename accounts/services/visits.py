"""Visits, stored as keyed fingerprints of address and device."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.utils.crypto import salted_hmac

from accounts.models import Player, Visit

RETENTION = dt.timedelta(days=180)
NETWORK_BITS = {4: 24, 6: 48}
FINGERPRINT_LENGTH = 16  # characters of a fingerprint


@dataclass(frozen=True)
class Origin:
    """Where a request came from: IP address and device cookie."""

    address: str
    device: str


def record_visit(player: Player, origin: Origin, *, now: dt.datetime) -> None:
    """Record today's visit, once; an invalid address is left out."""
    address = _parse_address(origin.address)
    Visit.objects.bulk_create(
        [
            Visit(
                player=player,
                day=now.date(),
                address=_fingerprint("address", str(address)) if address else "",
                network=_fingerprint("network", _format_network(address)) if address else "",
                device=_fingerprint("device", origin.device) if origin.device else "",
            )
        ],
        ignore_conflicts=True,
    )


def delete_old_visits(*, now: dt.datetime) -> int:
    """Delete visits older than half a year; return how many."""
    return Visit.objects.filter(day__lt=(now - RETENTION).date()).delete()[0]


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address, IPv4-mapped ones as IPv4; None if it is invalid."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def network_of(text: str) -> str:
    """Return the network of an IP address given as text; empty if it is invalid."""
    address = _parse_address(text)
    return _format_network(address) if address else ""


def _format_network(address: IPv4Address | IPv6Address) -> str:
    """Return the network around an address, as a household or company usually has."""
    return str(ip_network(f"{address}/{NETWORK_BITS[address.version]}", strict=False))


def _fingerprint(kind: str, value: str) -> str:
    """Return a keyed fingerprint, which does not reveal the value."""
    return salted_hmac(f"accounts.visit.{kind}", value, algorithm="sha256").hexdigest()[
        :FINGERPRINT_LENGTH
    ]
