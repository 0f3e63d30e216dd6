"""The dice and tiles of Roll for the Galaxy: their data, and how it is read and checked."""
