"""Test settings: the same site with fast password hashing and plain static files."""

from config.settings import *  # noqa: F403
from config.settings import DATABASES, INSTALLED_APPS, STATIC_ROOT, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MAIL_DOMAIN = "ampelpost.example"
DATABASES["default"]["CONN_MAX_AGE"] = 0
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
SOCIAL_LOGIN = {"dummy": {}}  # allauth's fake service for tests
INSTALLED_APPS += ["allauth.socialaccount.providers.dummy"]
VISITOR_COPIES = False  # tests request pages again at once
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# The live server of tests serves static files where it finds the application by Django's own name.
INSTALLED_APPS[INSTALLED_APPS.index("config.static_config.UsedFilesConfig")] = (
    "django.contrib.staticfiles"
)
