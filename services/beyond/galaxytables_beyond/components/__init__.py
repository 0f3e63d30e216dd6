"""The data of the components of Beyond the Sun, with the code that reads and checks it."""
