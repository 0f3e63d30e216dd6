"""OpenID providers, at which players sign in. Only this package calls them.

`settings.py` says which providers there are, `fetching.py` limits what they send, and `provider.py` follows OpenID
Connect: discovery, the authorization address with PKCE, the exchange of a code, and the checks of an ID token. The
libraries are loaded only if a provider is configured, since loading takes a while.
"""

from galaxytables_lobby.adapters.oidc.providers import Providers, open_provider, open_providers
from galaxytables_lobby.adapters.oidc.settings import ProviderSettings, SignInSettings, allowed_redirects

__all__ = ["ProviderSettings", "Providers", "SignInSettings", "allowed_redirects", "open_provider", "open_providers"]
