"""E-mails about events, in the reader's language."""
