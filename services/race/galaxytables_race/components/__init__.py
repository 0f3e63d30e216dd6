"""The data of the cards of all sets and of the other components, with the code that reads and checks it."""
