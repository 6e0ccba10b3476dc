"""Registers the application with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InboundConfig(AppConfig):
    """The application for e-mails that come in."""

    name = "inbound"
    verbose_name = _("Incoming e-mails")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to e-mail providers, and to accounts that are closed."""
        from inbound import receivers  # noqa: F401
