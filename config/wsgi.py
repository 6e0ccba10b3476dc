"""WSGI entry point for granian and other servers."""

import os

from django.core.wsgi import get_wsgi_application

from config.running import telemetry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

telemetry.start("web")
application = get_wsgi_application()
