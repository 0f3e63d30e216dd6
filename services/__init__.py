"""The services. Modules that `make native` compiled stand in for their sources; see `services.native`."""

from services.native import use_build

use_build()
