from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TextsConfig(AppConfig):
    name = "config.texts"
    label = "texts"
    verbose_name = _("Pages of the site")
    default_auto_field = "django.db.models.BigAutoField"
