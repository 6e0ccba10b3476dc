"""Report files of any event: read, computed with in a process of their own, and put into words."""
