"""`make demo`: starts a platform of its own, and hosts, watches and checks tables of bots there through the public API.
"""
