"""Login services for third-party accounts, as configured in the environment."""

from __future__ import annotations

from typing import Any

from config import env

# The origin of each service, for form-action in the Content-Security-Policy, and its settings.
SERVICES = {
    "google": ("https://accounts.google.com", {"SCOPE": ["email"]}),
    "github": ("https://github.com", {"SCOPE": ["user:email"]}),
    "gitlab": ("https://gitlab.com", {"SCOPE": ["read_user"]}),
    "discord": ("https://discord.com", {"SCOPE": ["identify", "email"]}),
}


def configured_providers() -> dict[str, dict[str, Any]]:
    """Return the services whose id and secret are set, as allauth expects them.

    Raises ValueError if only one of the two is set.
    """
    found = {}
    for name, (_origin, more) in SERVICES.items():
        variable = f"LOGIN_{name.upper()}"
        key, secret = env.text(f"{variable}_ID"), env.text(f"{variable}_SECRET")
        if bool(key) != bool(secret):
            raise ValueError(f"{variable}_ID and {variable}_SECRET: set both or none")
        if key:
            found[name] = {"APPS": [{"client_id": key, "secret": secret}], **more}
    return found


def provider_apps(services: dict[str, dict[str, Any]]) -> list[str]:
    """Return the Django applications for these services."""
    return [f"allauth.socialaccount.providers.{name}" for name in services]


def provider_origins(services: dict[str, dict[str, Any]]) -> list[str]:
    """Return the origins to which the forms of the login page may lead."""
    return [SERVICES[name][0] for name in services]
