"""Telling open pages at once that something has changed, by server-sent events.

What is sent is the name of a channel and nothing else: the page then asks the site, which knows
who may see what. Only clients that were given a channel know it: its name is a keyed digest.
Losing an event costs seconds, because pages also ask from time to time.
"""
