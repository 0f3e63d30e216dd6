"""The components of Beyond the Sun: their data, and how it is read and checked."""
