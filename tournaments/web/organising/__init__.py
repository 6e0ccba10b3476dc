"""Pages for organisers: staff, entrants, their order, pairings, messages, invitations."""
