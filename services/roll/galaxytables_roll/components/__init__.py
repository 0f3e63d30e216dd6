"""The data of the dice and tiles of Roll for the Galaxy, with the code that reads and checks it."""
