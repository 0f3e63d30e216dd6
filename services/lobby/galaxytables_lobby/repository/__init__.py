"""Tables of this process and where they come from: memory, store, archive; `tables.py` is the one way to change one."""
