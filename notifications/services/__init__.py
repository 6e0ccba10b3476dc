"""The services of e-mails."""
