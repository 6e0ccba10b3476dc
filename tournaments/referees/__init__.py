"""Cases, rulings and the panel of referees; builds on tournaments and games."""
