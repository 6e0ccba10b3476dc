"""E-mails about events: which goes to whom, in the reader's language."""
