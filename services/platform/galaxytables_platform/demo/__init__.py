"""`make demo`: starts a platform, and hosts, watches and checks tables of bots there through the public API."""
