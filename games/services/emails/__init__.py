"""E-mails about matches: written as facts with the move, composed when they are sent."""
