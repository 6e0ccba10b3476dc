"""The services of the referees: cases, rulings and the acts they order, the panel, precedents."""
