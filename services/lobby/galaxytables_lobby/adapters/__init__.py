"""Adapters that implement the lobby's ports, one folder each: Redis, rules services over gRPC, the archive in SQL."""
