"""Makes `openapi.json`, which describes the lobby's calls in Connect JSON as OpenAPI 3.1."""
