"""Mail programs as they write: each takes a reply and gives the bytes that it would send."""
