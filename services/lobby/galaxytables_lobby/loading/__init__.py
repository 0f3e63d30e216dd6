"""Tables as they are read: from memory, the store, or the archive."""
