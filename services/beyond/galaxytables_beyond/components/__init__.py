"""The components of Beyond the Sun: what is printed on them, how it is read, checked and shown."""
