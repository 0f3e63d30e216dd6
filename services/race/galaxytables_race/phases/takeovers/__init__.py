"""The takeovers of Settle (R14): first declared, then fought."""
