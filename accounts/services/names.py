"""Validating and saving player names, which are unique."""

from __future__ import annotations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts import naming
from accounts.models import Player
from accounts.roles import OFFICIALS
from accounts.services.errors import NameRefused


def check_name(name: str, *, besides: Player | None = None) -> str:
    """Return the name as it will be stored; raise NameRefused if it is not allowed.

    Only officials can use titles and the site's own name. Players keep an existing name even if the
    rules have changed, or if it resembles that of a new official.
    """
    name = naming.normalize_name(name)
    unchanged = besides is not None and besides.name == name
    if not unchanged and (error := naming.name_error(name)):
        raise NameRefused(error, most=naming.MAX_NAME_LENGTH, length=len(name))
    others = Player.objects.filter(name_key=naming.get_name_key(name))
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    if others.exists():
        raise NameRefused("taken", name=name)
    kept = besides is not None and besides.name_key == naming.get_name_key(name)
    if not kept and (besides is None or not _officials().filter(pk=besides.pk).exists()):
        _refuse_official_names(name)
    if not kept and naming.mixes_scripts(name):
        raise NameRefused("mixed", name=name)
    if not kept and (other := _find_lookalike(name, besides)) is not None:
        same = naming.get_name_key(other) == naming.get_name_key(name)  # it has just been taken
        raise NameRefused("taken" if same else "alike", name=name, other=other)
    return name


def _find_lookalike(name: str, besides: Player | None) -> str | None:
    """Return the name of a member or bot that looks the same.

    Guests and closed accounts are ignored.
    """
    others = Player.objects.filter(likeness=naming.appearance(name), closed_at=None)
    others = others.exclude(kind=Player.Kind.GUEST)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    return others.values_list("name", flat=True).first()


def _officials() -> QuerySet[Player]:
    """Return the referees and operators."""
    return Player.objects.filter(
        Q(user__is_staff=True) | Q(user__groups__name__in=OFFICIALS), user__is_active=True
    )


def _refuse_official_names(name: str) -> None:
    """Refuse titles, the site's own name, and look-alikes of officials' names."""
    if naming.is_reserved(name, settings.SITE_NAME):
        raise NameRefused("reserved", name=name)
    if naming.looks_like_any(name, _officials().values_list("name", flat=True)):
        raise NameRefused("official", name=name)


def save_unique_name(player: Player) -> None:
    """Save the player; raise NameRefused if the name has been taken in the meantime."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        others = Player.objects.filter(name_key=naming.get_name_key(player.name)).exclude(
            pk=player.pk
        )
        if others.exists():
            raise NameRefused("taken", name=player.name) from error
        raise


@transaction.atomic
def replace_name(player: Player) -> str:
    """Replace a player's name by a neutral one, such as “Player 12”, and return it."""
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    name, more = f"Player {row.pk}", 0
    while Player.objects.filter(name_key=naming.get_name_key(name)).exclude(pk=row.pk).exists():
        more += 1
        name = f"Player {row.pk}-{more}"
    row.name = name
    save_unique_name(row)
    return name
