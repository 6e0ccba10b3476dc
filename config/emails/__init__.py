"""Composes the e-mails of all packages when they are sent."""
