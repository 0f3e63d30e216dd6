"""Seats by their numbers, for tables made by hand."""

from galaxytables_lobby.ids import SEAT_NUMBERS

S0, S1, S2, S3 = SEAT_NUMBERS[:4]
