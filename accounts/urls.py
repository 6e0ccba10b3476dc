"""URLs of settings pages; allauth's are in the site's root URL configuration."""

from django.urls import path

from accounts.web import keys, pages, public_profile, sessions

app_name = "accounts"
urlpatterns = [
    path("settings/", pages.settings_page, name="settings"),
    path("settings/profile/", public_profile.public_profile_page, name="card"),
    path("settings/sessions/", sessions.sessions_page, name="sessions"),
    path("settings/token/", keys.keys_page, name="keys"),
    path("language/", pages.set_language, name="set_language"),
]
