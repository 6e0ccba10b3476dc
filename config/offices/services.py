"""Offering, accepting and removing roles; log and e-mail are in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models import Player
from accounts.naming import isolated
from accounts.queries import player_named
from accounts.roles import OPERATOR
from accounts.services import roles
from accounts.services.errors import Refused
from config.offices.models import RoleStep
from notifications.models import Message
from notifications.services import outbox

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Role, Step = RoleStep.Role, RoleStep.Step


class OfficeRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "nobody": gettext_lazy("There is no player called “%(name)s”."),
        "unfit": gettext_lazy(
            "“%(name)s” has no account; only people with an account can have a role."
        ),
        "role": gettext_lazy("Choose a role from the list."),
        "held": gettext_lazy("“%(name)s” already has this role."),
        "offered": gettext_lazy("“%(name)s” has been asked already and has not answered yet."),
        "operators": gettext_lazy("Only superusers appoint and remove operators."),
        "no_offer": gettext_lazy("This offer is no longer open."),
        "not_held": gettext_lazy(
            "“%(name)s” does not have this role and has not been asked to take it."
        ),
    }


@transaction.atomic
def offer_role(
    name: str, role: str, *, by: Player | None, over_operators: bool, now: datetime
) -> Player:
    """Offer a role to a person by e-mail; they get it once they accept."""
    _check(role, over_operators=over_operators)
    found = player_named(name.strip()) if name.strip() else None
    if found is None:
        raise OfficeRefused("nobody", name=name.strip())
    player = _lock_player(found.pk)
    if player.kind != Player.Kind.PERSON or player.user is None or player.closed_at is not None:
        raise OfficeRefused("unfit", name=player.name)
    if _has_role(player, role):
        raise OfficeRefused("held", name=player.name)
    if latest_step(player, role) == Step.OFFERED:
        raise OfficeRefused("offered", name=player.name)
    row = _log_step(player, role, Step.OFFERED, by, now)
    with translation.override(player.language):
        names = {"role": str(row.get_role_display()), "site": settings.SITE_NAME}
        headline = _("%(site)s: will you take the role “%(role)s”?") % names
        said = [_("Please log in and accept or decline on this page:")]
    _notify(row, headline, said, reverse("offices:mine"), now)
    return player


@transaction.atomic
def answer_offer(player: Player, role: str, *, accept: bool, now: datetime) -> None:
    """Accept or decline a role; the operator who offered it is notified.

    Accepting twice changes nothing.
    """
    if role not in Role.values:
        raise OfficeRefused("role")
    player = _lock_player(player.pk)
    latest = latest_step(player, role)
    if accept and latest == Step.ACCEPTED:
        return
    if latest != Step.OFFERED:
        raise OfficeRefused("no_offer")
    asked = RoleStep.objects.filter(player=player, role=role).select_related("by__user").first()
    if accept:
        roles.assign_role(player, role)
    row = _log_step(player, role, Step.ACCEPTED if accept else Step.DECLINED, player, now)
    if asked is None or asked.by is None:
        return
    with translation.override(asked.by.language):
        names = {"name": isolated(player.name), "role": str(row.get_role_display())}
        yes, no = (
            _("%(name)s has accepted the role “%(role)s”"),
            _("%(name)s has declined the role “%(role)s”"),
        )
        headline = (yes if accept else no) % names
    _notify(row, headline, [], reverse("admin:offices"), now, to=asked.by)


@transaction.atomic
def remove_role(
    player_id: int, role: str, *, by: Player | None, over_operators: bool, now: datetime
) -> Player:
    """Remove a role or an open offer; the person is notified."""
    _check(role, over_operators=over_operators)
    player = _lock_player(player_id)
    if not _has_role(player, role) and latest_step(player, role) != Step.OFFERED:
        raise OfficeRefused("not_held", name=player.name)
    if player.user is not None:
        roles.remove_role(player, role)
    row = _log_step(player, role, Step.REMOVED, by, now)
    with translation.override(player.language):
        names = {"role": str(row.get_role_display()), "site": settings.SITE_NAME}
        headline = _("%(site)s: your role “%(role)s” has ended") % names
    _notify(row, headline, [], reverse("accounts:settings"), now)
    return player


def latest_step(player: Player, role: str) -> str | None:
    rows = RoleStep.objects.filter(player=player, role=role).order_by("-pk")
    return rows.values_list("step", flat=True).first()


def _check(role: str, *, over_operators: bool) -> None:
    if role not in Role.values:
        raise OfficeRefused("role")
    if role == OPERATOR and not over_operators:
        raise OfficeRefused("operators")


def _lock_player(player_id: int) -> Player:
    """Lock the player, so that steps are serialised."""
    rows = Player.objects.select_for_update(of=("self",), no_key=True).select_related("user")
    player = rows.filter(pk=player_id).first()
    if player is None:
        raise OfficeRefused("nobody", name="")
    return player


def _has_role(player: Player, role: str) -> bool:
    return player.user is not None and player.user.groups.filter(name=role).exists()


def _log_step(player: Player, role: str, step: str, by: Player | None, now: datetime) -> RoleStep:
    return RoleStep.objects.create(player=player, role=role, step=step, by=by, at=now)


def _notify(
    row: RoleStep, headline: str, said: list[str], url: str, now: datetime, to: Player | None = None
) -> None:
    """Notify the person concerned, or ``to``."""
    outbox.post(
        kind="appointment",
        player=to or row.player,
        key=f"office:{row.pk}",
        context={
            "tournament": settings.SITE_NAME,
            "headline": headline,
            "paragraphs": said,
            "url": url,
            **({"row": ["office", row.pk]} if row.step == Step.OFFERED else {}),
        },
        now=now,
    )


def read_offer(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no new facts; None if the offer was answered or withdrawn."""
    row = RoleStep.objects.select_related("player").get(pk=pk)
    steps = RoleStep.objects.filter(player=row.player, role=row.role)
    return None if steps.filter(pk__gt=pk).exists() else {}
