"""WSGI entry point for granian and other servers."""

import os

from django.core.wsgi import get_wsgi_application

from config.running import observing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

observing.start("web")
application = get_wsgi_application()
