"""How players find each other: challenges, invitations, seats, and leaving the site."""
