"""`openapi.json`: the lobby's calls in Connect JSON, as OpenAPI 3.1 describes them."""
