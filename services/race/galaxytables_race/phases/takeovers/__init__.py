"""The takeovers of a Settle phase (R14): first they are declared, then they are fought."""
