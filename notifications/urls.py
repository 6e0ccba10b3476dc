"""URLs of the pages about e-mails."""

from django.urls import path

from notifications.web import mailbox, preferences, unsubscribe

app_name = "notifications"

urlpatterns = [
    path("settings/letters/", preferences.preferences, name="preferences"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("mailbox/", mailbox.index, name="mailbox"),
    path("mailbox/<str:name>/", mailbox.letter, name="mailbox_letter"),
    path("mailbox/<str:name>/html/", mailbox.html, name="mailbox_html"),
    path("mailbox/<str:name>/picture/<str:cid>/", mailbox.picture, name="mailbox_picture"),
]
