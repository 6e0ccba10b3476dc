"""Drawing of positions: state → Diagram → SVG, plain text, or sentences for screen readers."""
