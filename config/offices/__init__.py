"""Appointing referees and operators: offered on a page, accepted by the person, logged."""
