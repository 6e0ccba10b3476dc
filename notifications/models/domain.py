"""Domains that defer e-mails or have a rate limit, and counts of deliveries."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Domain(models.Model):
    """A recipient domain that has deferred e-mails or has a rate limit.

    ``deferrals`` counts temporary refusals in a row, ``tried`` the attempts in the minute that
    began at ``minute_from``.
    """

    name = models.CharField(_("domain"), max_length=254)
    deferrals = models.PositiveSmallIntegerField(_("deferred in a row"), default=0)
    held_until = models.DateTimeField(_("held until"), null=True, blank=True)
    minute_from = models.DateTimeField(_("minute began"), null=True, blank=True)
    tried = models.PositiveIntegerField(_("tried in that minute"), default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["name"], name="domain_once"),)

    def __str__(self) -> str:
        return self.name


def domain_of(address: str) -> str:
    """Return the domain of an address, in lower case."""
    return address.rpartition("@")[2].lower()


class DeliveryDay(models.Model):
    """The number of e-mails to a domain with one event on one day (UTC), from the ledger."""

    day = models.DateField(_("day"))
    domain = models.CharField(_("domain"), max_length=254)
    event = models.CharField(_("event"), max_length=10)
    count = models.PositiveIntegerField(_("e-mails"), default=0)

    class Meta:
        ordering: ClassVar = ["-day", "domain", "event"]
        constraints = (
            models.UniqueConstraint(fields=["day", "domain", "event"], name="delivery_day_once"),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.domain} {self.event}: {self.count}"


class DeliveryCount(models.Model):
    """How far the delivery ledger has been counted; a single row."""

    until = models.PositiveBigIntegerField(_("counted as far as event"), default=0)
    at = models.DateTimeField(_("counted at"), null=True, blank=True)

    def __str__(self) -> str:
        return str(self.until)
