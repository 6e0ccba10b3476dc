"""The house itself as an application, so that its commands are found."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """Holds the commands that reach over all rooms: up, test, demo."""

    name = "config"
