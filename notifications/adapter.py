"""Django-allauth's hook for mail: its letters go through the outbox like all others."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from django.conf import settings
from django.utils import timezone, translation

from notifications.services import letters
from notifications.services.security import player_at, post_security


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sends the letters of login and sign-up through the outbox."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Render the words in the reader's language and leave the sending to the post office."""
        player = player_at(email)
        language = player.language if player else _page_language()
        filled = {
            "request": allauth_context.request,
            "email": email,
            "site_name": settings.SITE_NAME,
            **context,
        }
        with translation.override(language):
            subject = _words(f"{template_prefix}_subject.txt", filled)
            text = _words(f"{template_prefix}_message.txt", filled)
        now = timezone.now()  # noqa: TID251 (a door: allauth calls it from a request)
        post_security(email, " ".join(subject.split()), text, language=language, now=now)


def _page_language() -> str:
    """Return the language of the page that caused the letter."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]


def _words(template: str, context: dict[str, Any]) -> str:
    """Render plain text: no HTML escapes in a letter's words."""
    return letters.fill(template, context, escape=False).strip()
