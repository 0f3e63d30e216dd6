"""Makes a release: raises the version, dates the changelog, and stores the protos to compare later ones with."""
