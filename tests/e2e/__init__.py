"""Tests of a whole platform. A package, so that the platform that they share stops with them."""
