from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InboundConfig(AppConfig):
    name = "inbound"
    verbose_name = _("Incoming e-mails")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal receivers."""
        from inbound import receivers  # noqa: F401
