"""The effects of commands in e-mails."""
