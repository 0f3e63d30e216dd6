"""Each power kind, by phase; `galaxytables_race.components.sets` imports the modules, which registers the kinds."""
