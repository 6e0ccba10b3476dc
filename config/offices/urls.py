"""URLs for people who are offered a role; the operators' page is in the admin."""

from django.urls import path

from config.offices.web import pages

app_name = "offices"
urlpatterns = [path("settings/office/", pages.my_roles, name="mine")]
