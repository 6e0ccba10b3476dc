"""Roles belong to the login; closing the account removes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player, User
from accounts.roles import OPERATOR, ROLES
from accounts.services.errors import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class RoleRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "unknown_role": _("There is no role “%(role)s”. Choose one of %(known)s."),
        "no_login": _("“%(name)s” has no account; only people with an account can have a role."),
    }


@transaction.atomic
def assign_role(player: Player, role: str) -> None:
    """Assign a role; operators also get access to the admin."""
    user, group = _login(player), _group(role)
    user.groups.add(group)
    if role == OPERATOR and not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])


@transaction.atomic
def remove_role(player: Player, role: str) -> None:
    user = _login(player)
    user.groups.remove(_group(role))
    if role == OPERATOR and user.is_staff and not user.is_superuser:
        user.is_staff = False
        user.save(update_fields=["is_staff"])


def _login(player: Player) -> User:
    if player.user is None:
        raise RoleRefused("no_login", name=player.name)
    return player.user


def _group(role: str) -> Group:
    """Return the group of a role, creating it if needed; operators can view every row."""
    if role not in ROLES:
        raise RoleRefused("unknown_role", role=role, known=", ".join(ROLES))
    group, _made = Group.objects.get_or_create(name=role)
    if role == OPERATOR:
        group.permissions.set(Permission.objects.filter(codename__startswith="view_"))
    return group
