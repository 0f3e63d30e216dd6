"""The lobby's public services: they check requests and build answers. Other packages decide what is allowed."""
