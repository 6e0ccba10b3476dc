"""axe in a page: only what it finds wrong is told, which is half the work of a whole report."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

RUN = """async (rules) => (await axe.run({resultTypes: ["violations"], ...rules})).violations
  .map(found => found.id + ": " + found.nodes.map(node => node.html.slice(0, 160)).join(" | "))"""
ALL = {"rules": {"target-size": {"enabled": True}}}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # all that a scheme decides


def violations(page: Any, rules: Any = ALL) -> list[str]:
    """Return what axe finds wrong with the page as it is shown now."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN, rules)
    return found
