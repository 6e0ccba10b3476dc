"""Who may be called what: the rules of naming, and that no two players share a name."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from accounts import naming
from accounts.models import Player
from accounts.services.errors import NameRefused


def check_name(name: str, *, besides: Player | None = None) -> str:
    """Return the name as it will be stored; raise NameRefused if ``besides`` cannot have it."""
    name = naming.tidy(name)
    if fault := naming.fault_in(name):
        raise NameRefused(fault, most=naming.LONGEST, length=len(name))
    if naming.is_reserved(name):
        raise NameRefused("reserved", name=name)
    others = Player.objects.filter(name_key=naming.key_of(name))
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    if others.exists():
        raise NameRefused("taken", name=name)
    return name


def store_name(player: Player) -> None:
    """Save the row; a name that somebody took in the meantime is NameRefused."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as fault:
        others = Player.objects.filter(name_key=naming.key_of(player.name)).exclude(pk=player.pk)
        if others.exists():
            raise NameRefused("taken", name=player.name) from fault
        raise
