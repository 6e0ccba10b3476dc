"""Test settings: the same site with fast password hashing and plain static files."""

from config.settings import *  # noqa: F403
from config.settings import DATABASES, STATIC_ROOT, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
DATABASES["default"]["CONN_MAX_AGE"] = 0
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
