"""Addresses of the pages about oneself; those of allauth stand beside them in the house's table."""

from django.urls import path

from accounts.web import pages

app_name = "accounts"
urlpatterns = [
    path("settings/", pages.settings_page, name="settings"),
    path("settings/token/", pages.token_page, name="token"),
    path("language/", pages.set_language, name="set_language"),
]
