"""URLs of the pages about e-mails."""

from django.urls import path

from notifications.web import browsers, mailbox, preferences, unsubscribe, welcome

app_name = "notifications"

urlpatterns = [
    path("settings/emails/", preferences.preferences, name="preferences"),
    path("settings/emails/browser/", browsers.browser, name="browser"),
    path("welcome/", welcome.welcome, name="welcome"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("mailbox/", mailbox.index, name="mailbox"),
    path("mailbox/<str:name>/", mailbox.email, name="mailbox_email"),
    path("mailbox/<str:name>/html/", mailbox.html, name="mailbox_html"),
    path("mailbox/<str:name>/picture/<str:cid>/", mailbox.picture, name="mailbox_picture"),
]
