"""Checks a rules service against the contract, by laws that need only `galaxytables.rules.v1`, in any language."""
