"""Report files of any event: read, reckoned with in a process of their own, and put into words."""
