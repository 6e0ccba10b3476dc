"""E-mails: written to the outbox with their cause and sent later."""
