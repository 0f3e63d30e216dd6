"""A release: the version goes up, the changelog says when, the protos become what later ones are held against."""
