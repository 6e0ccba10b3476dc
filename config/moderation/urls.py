"""Where names, profiles, messages and clubs are reported; the operators' page is in the admin."""

from django.urls import path

from config.moderation.web import pages

app_name = "moderation"
urlpatterns = [
    path("players/<int:pk>/report/", pages.report_player, name="player"),
    path("clubs/<slug:key>/report/", pages.report_club, name="club"),
    path("matches/<int:pk>/report/", pages.report_message, name="message"),
]
