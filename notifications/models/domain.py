"""Domains whose mail servers take e-mails slowly, or not for the moment."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Domain(models.Model):
    """One domain of our readers' addresses that has deferred e-mails or is sent to at a pace.

    ``deferrals`` counts the e-mails that it refused for now, one after the other; ``minute_from``
    and ``tried`` how many were tried in the minute that began then.
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
    """How many e-mails to a domain met one event on one day (UTC); counted from the ledger."""

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
