"""From the last release to this one and back, with tables running, an archive, and clients of both."""
