"""Each power kind once, by phase; `services.race.sets` imports them all, which registers them."""
