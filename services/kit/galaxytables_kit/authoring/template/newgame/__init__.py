"""New Game. README.md explains its rules."""
