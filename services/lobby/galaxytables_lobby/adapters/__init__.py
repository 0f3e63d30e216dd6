"""What the lobby stands on, a folder each: Redis, rules services over gRPC, the archive in SQL."""
