"""The lobby's public services: requests in, answers out. What may be done is decided elsewhere."""
