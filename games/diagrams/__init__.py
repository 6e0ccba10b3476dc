"""Pictures of positions: state → Diagram → SVG, text for plain mail, words for ears."""
