"""The rules of Race for the Galaxy."""
