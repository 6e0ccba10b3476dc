"""The course of a season: announced, started, step by step to its end and on to the next."""
