"""Registers the application with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """The notifications room of the house."""

    name = "notifications"
    verbose_name = _("Letters")
    default_auto_field = "django.db.models.BigAutoField"
