"""System checks: what a public site needs, and that every game has its pages."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from games.rules import registry
from games.services.wording.rules_text import has_template, template_name
from notifications import pushing
from notifications.services import push_keys

MIN_KEY_LENGTH = 50
MIN_DIFFERENT_CHARACTERS = 10
MIN_HSTS_SECONDS = 60 * 60 * 24 * 30


@register(Tags.templates)
def check_rules_pages(*_apps: object, **_options: object) -> list[CheckMessage]:
    return [
        Error(
            f"The rules of “{key}” have no page in the language {language!r}.",
            hint=f"Write templates/{template_name(key, language)} (docs/add-a-game.md).",
            id="ampelpost.E020",
        )
        for key in registry.offered_keys()
        for language, _name in settings.LANGUAGES
        if not has_template(template_name(key, language))
    ]


@register(Tags.security, deploy=True)
def production(*_apps: object, **_options: object) -> list[CheckMessage]:
    """Check the settings that a public site needs; each hint has the right value."""
    return [*_check_hosts(), *_check_keys(), *_check_transport(), *_check_mode()]


def _check_hosts() -> Iterator[CheckMessage]:
    if not settings.ALLOWED_HOSTS:
        yield _error(
            1,
            "ALLOWED_HOSTS is empty: every request would be refused.",
            "Leave it unset, then the host of SITE_URL counts, or name your hosts.",
        )
    elif "*" in settings.ALLOWED_HOSTS:
        yield _error(
            2,
            "ALLOWED_HOSTS holds “*”: anybody may pass the site off under another name.",
            "Name the hosts of this site, such as play.example.org.",
        )


def _check_keys() -> Iterator[CheckMessage]:
    for name, key in (
        ("SECRET_KEY", settings.SECRET_KEY),
        *(("SECRET_KEY_FALLBACKS", each) for each in settings.SECRET_KEY_FALLBACKS),
    ):
        if len(key) < MIN_KEY_LENGTH or len(set(key)) < MIN_DIFFERENT_CHARACTERS:
            yield _error(
                3,
                f"{name} is too easy to guess: {len(key)} characters, {len(set(key))} different.",
                f"Write at least {MIN_KEY_LENGTH} random ones: "
                'python3 -c "import secrets; print(secrets.token_urlsafe(50))".',
            )

    if settings.PUSH_KEY and settings.PUSH_KEY != push_keys.OFF:
        try:
            pushing.public_key_of(settings.PUSH_KEY)
        except ValueError as error:
            yield _error(
                8,
                f"PUSH_KEY is no key for notifications: {error}.",
                'Write 32 random bytes: python3 -c "import secrets; '
                'print(secrets.token_urlsafe(32))", or leave it unset.',
            )


def _check_transport() -> Iterator[CheckMessage]:
    if not settings.SITE_URL.startswith("https://"):
        yield _error(
            4,
            f"SITE_URL is {settings.SITE_URL}: passwords would travel in the clear.",
            "Give the address that readers type, beginning with https://.",
        )
    if settings.SECURE_HSTS_SECONDS < MIN_HSTS_SECONDS:
        yield _error(
            5,
            f"HSTS lasts {settings.SECURE_HSTS_SECONDS} seconds: browsers may still come by http.",
            "Begin SITE_URL with https:// and leave HSTS_SECONDS unset (one year), or write "
            f"at least {MIN_HSTS_SECONDS} (30 days).",
        )


def _check_mode() -> Iterator[CheckMessage]:
    if settings.DEVELOPMENT or settings.DEBUG:
        yield _error(
            6,
            "DEVELOPMENT or DEBUG is on: pages for developers and the demonstration are open.",
            "Set DEVELOPMENT=0 and leave DEBUG unset.",
        )
    if not settings.SECOND_FACTOR:
        yield _error(
            7,
            "SECOND_FACTOR is off: a stolen password of an operator opens the admin.",
            "Leave it unset.",
        )


def _error(number: int, message: str, hint: str) -> Error:
    return Error(message, hint=hint, id=f"ampelpost.E{number:03}")
