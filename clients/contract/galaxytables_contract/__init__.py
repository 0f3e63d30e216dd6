"""Checks a rules service, written in any language, against the contract.

The checks are laws: statements that hold for every service. They need only `galaxytables.rules.v1`.
"""
