from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OfficesConfig(AppConfig):
    name = "config.offices"
    label = "offices"
    verbose_name = _("Roles")
    default_auto_field = "django.db.models.BigAutoField"
