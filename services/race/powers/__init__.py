"""Each power kind once, by phase; `services.race.components.sets` imports them all, which registers them."""
