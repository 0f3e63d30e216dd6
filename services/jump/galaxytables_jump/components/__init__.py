"""The data of the cards of Jump Drive, with the code that reads and checks it."""
