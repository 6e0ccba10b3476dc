"""URLs of the report forms; the operators' page is in the admin."""

from django.urls import path

from config.moderation.web import pages

app_name = "moderation"
urlpatterns = [
    path("players/<int:pk>/report/", pages.report_player, name="player"),
    path("clubs/<slug:key>/report/", pages.report_club, name="club"),
    path("tournaments/<int:pk>/report/", pages.report_tournament, name="tournament"),
    path("tournaments/teams/<int:pk>/report/", pages.report_team, name="team"),
    path("series/<int:pk>/report/", pages.report_series, name="series"),
    path("matches/<int:pk>/report/", pages.report_message, name="message"),
]
