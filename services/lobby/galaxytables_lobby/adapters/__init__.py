"""Adapters of the lobby's ports, a folder each: Redis, rules services over gRPC, the archive in SQL."""
