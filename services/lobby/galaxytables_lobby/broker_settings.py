"""The setting of the clock's broker, apart from those that need the archive's code: beat loads nothing of that."""

from dataclasses import dataclass

from galaxytables_serving.settings import secret, variable


@dataclass(frozen=True)
class BrokerSettings:
    """The broker that carries the clock's ticks."""

    url: str = variable(
        "GALAXYTABLES_BROKER_URL",
        secret,
        "Celery's broker, by Sentinel too; another database than the store, or another server",
        default="redis://127.0.0.1:6379/1",
    )
