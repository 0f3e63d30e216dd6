"""All OpenID providers that the operator has configured."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.oidc.settings import ProviderSettings, SignInSettings

if TYPE_CHECKING:
    from galaxytables_lobby.adapters.oidc.provider import OpenIdProvider


def open_providers(settings: SignInSettings) -> "Providers":
    """Return the providers that the settings configure."""
    if not settings.providers:
        return Providers({})
    from galaxytables_lobby.adapters.oidc.provider import OpenIdProvider

    return Providers({each.name: OpenIdProvider(each) for each in settings.providers})


def open_provider(name: str, settings: ProviderSettings | None, *, scope: str, groups_claim: str) -> "Providers":
    """Return `Providers` with only the provider of these settings, called `name`; with none if `settings` is None."""
    if settings is None:
        return Providers({})
    from galaxytables_lobby.adapters.oidc.provider import OpenIdProvider

    return Providers({name: OpenIdProvider(settings, scope=scope, groups_claim=groups_claim)})


class Providers:
    """The configured OpenID providers, by name; call `close` after use."""

    def __init__(self, providers: "Mapping[str, OpenIdProvider]") -> None:
        self._providers = providers

    @property
    def labels(self) -> dict[str, str]:
        """Return what players see each OpenID provider called, by its name in the settings, in the settings' order."""
        return {name: each.label for name, each in self._providers.items()}

    def named(self, name: str) -> "OpenIdProvider":
        """Return the OpenID provider that has this name in the settings. Raises UNKNOWN_PROVIDER."""
        found = self._providers.get(name)
        if found is None:
            raise errors.unknown_provider(name, self._providers)
        return found

    async def close(self) -> None:
        """Close all connections."""
        for each in self._providers.values():
            await each.close()
