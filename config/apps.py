"""The application for the site's own commands and checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The application with the commands for the whole site: up, test, demo."""

    name = "config"

    def ready(self) -> None:
        """Register the checks of the settings."""
        from config import checks  # noqa: F401
