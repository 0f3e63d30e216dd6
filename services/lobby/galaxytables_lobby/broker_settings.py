"""The setting of the clock's broker. It has a module of its own so that beat need not load the archive's code."""

from dataclasses import dataclass

from galaxytables_serving.settings import secret, variable


@dataclass(frozen=True)
class BrokerSettings:
    """The address of the broker that carries the clock's ticks."""

    url: str = variable(
        "GALAXYTABLES_BROKER_URL",
        secret,
        "Celery's broker, by Sentinel too; another database than the store, or another server",
        default="redis://127.0.0.1:6379/1",
    )
