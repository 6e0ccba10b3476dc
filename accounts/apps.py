"""Registers the application with Django."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The accounts room of the house."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for confirmed addresses."""
        from accounts import receivers  # noqa: F401
