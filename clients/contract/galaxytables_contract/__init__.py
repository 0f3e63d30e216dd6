"""Checks whether a rules service, written in any language, keeps the contract.

The checks are laws: statements that hold for every service. They need only `galaxytables.rules.v1`.
"""
