"""Runs a small platform for authors of a game, which reloads the rules whenever their files change."""
