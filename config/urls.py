"""Addresses of the whole house; every room brings its own table."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("allauth.account.urls")),
    path("", include("accounts.urls")),
]
