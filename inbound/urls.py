from django.urls import path

from inbound.web import held

app_name = "inbound"

urlpatterns = [
    path("held/<str:token>/", held.confirm_message, name="held"),
]
