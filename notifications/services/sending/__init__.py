"""Sending due e-mails, at the pace of each domain, and recording the outcome."""
