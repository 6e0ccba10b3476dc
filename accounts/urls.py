"""URLs of settings pages; allauth's are in the site's root URL configuration."""

from django.urls import path

from accounts.web import keys, pages

app_name = "accounts"
urlpatterns = [
    path("settings/", pages.settings_page, name="settings"),
    path("settings/token/", keys.keys_page, name="keys"),
    path("language/", pages.set_language, name="set_language"),
]
