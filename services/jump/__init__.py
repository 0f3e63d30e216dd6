"""Jump Drive as a rules service; the game is told in rules.py."""
