"""Admission: requests that organisers answer, links, and invitations."""
