"""The door for programs: who is calling."""
