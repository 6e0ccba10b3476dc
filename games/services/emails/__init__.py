"""E-mails about matches: facts are stored with the move, the text is composed on sending."""
