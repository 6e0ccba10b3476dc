"""The course of a season: announced, started, advanced step by step, followed by the next."""
