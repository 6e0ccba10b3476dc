"""What players tell about themselves, and who can see it and challenge them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.languages import is_language
from accounts.models import Player
from accounts.services.errors import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MAX_LINKS = 3
MAX_LINK_LENGTH = 200
MAX_LANGUAGES = 8
_validate_link = URLValidator(schemes=["https"])


class PublicProfileRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "link": _("“%(value)s” is not a valid address. It should look like https://example.org."),
        "too_many_links": _("You can give up to %(most)d links; you have given %(given)d."),
        "spoken": _("“%(value)s” is not a language from the list."),
        "too_many_languages": _(
            "You can choose up to %(most)d languages; you have chosen %(given)d."
        ),
        "audience": _("“%(value)s” is not a valid choice. Choose one of %(known)s."),
    }


@dataclass(frozen=True)
class PublicProfile:
    links: tuple[str, ...]
    speaks: tuple[str, ...]
    shows_country: bool
    shown_to: str
    challenged_by: str


@transaction.atomic
def change_public_profile(player: Player, card: PublicProfile) -> Player:
    """Replace a player's public profile. Raises PublicProfileRefused."""
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    row.links = check_links(card.links)
    row.speaks = _check_languages(card.speaks)
    row.shows_country = card.shows_country
    row.shown_to = _check_choice(card.shown_to, Player.Audience.values)
    row.challenged_by = _check_choice(card.challenged_by, Player.Challengers.values)
    row.save(update_fields=["links", "speaks", "shows_country", "shown_to", "challenged_by"])
    return row


def check_links(links: Iterable[str]) -> list[str]:
    """Return the links without duplicates; refuses all but public https URLs."""
    found = list(dict.fromkeys(each.strip() for each in links if each.strip()))
    if len(found) > MAX_LINKS:
        raise PublicProfileRefused("too_many_links", most=MAX_LINKS, given=len(found))
    for link in found:
        if len(link) > MAX_LINK_LENGTH or not _is_public_link(link):
            raise PublicProfileRefused("link", value=_printable(link)[:60])
    return found


def _is_public_link(link: str) -> bool:
    """Whether this is an https URL with a host name, no credentials and no hidden characters."""
    if link != _printable(link):
        return False
    try:
        _validate_link(link)
        parts = urlsplit(link)
    except (ValidationError, ValueError):
        return False
    host = parts.hostname or ""
    named = "." in host and not host.replace(".", "").isdigit() and "[" not in parts.netloc
    return named and "@" not in parts.netloc


def _printable(text: str) -> str:
    """Return the text without control, format and other hidden characters."""
    return "".join(sign for sign in text if unicodedata.category(sign)[0] not in "CZ")


def _check_languages(codes: Iterable[str]) -> list[str]:
    found = list(dict.fromkeys(codes))
    if len(found) > MAX_LANGUAGES:
        raise PublicProfileRefused("too_many_languages", most=MAX_LANGUAGES, given=len(found))
    for code in found:
        if not is_language(code):
            raise PublicProfileRefused("spoken", value=code[:20])
    return found


def _check_choice(value: str, known: list[str]) -> str:
    if value not in known:
        raise PublicProfileRefused("audience", value=value[:20], known=", ".join(known))
    return value
