"""Each power kind once, by phase; `galaxytables_race.components.sets` imports them all, which registers them."""
