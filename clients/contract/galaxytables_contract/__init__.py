"""Whether a rules service keeps the contract: laws that `galaxytables.rules.v1` alone can say, in any language."""
