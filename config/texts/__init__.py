"""Pages whose text the operators write: privacy, imprint and code of conduct."""
