"""Whether a rules service keeps the contract: laws that can be said over `galaxy.rules.v1` alone, in any language."""
