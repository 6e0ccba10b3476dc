from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereesConfig(AppConfig):
    name = "tournaments.referees"
    label = "referees"
    verbose_name = _("Referees")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("tournaments.referees.receivers")
