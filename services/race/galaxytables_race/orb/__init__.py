"""The orb game of Alien Artifacts (R20): a map of overlapping cards, teams, and the artifacts that they find."""
