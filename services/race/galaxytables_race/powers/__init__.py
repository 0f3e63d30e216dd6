"""Each power kind, by phase; `galaxytables_race.sets` imports the modules, which registers the kinds."""
