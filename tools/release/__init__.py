"""Makes a release: raises the version, dates the changelog, and stores the protos for comparison with later ones."""
