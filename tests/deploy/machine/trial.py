"""What happens on the machine: bots play, the page is there, and no service can do what it has no need of."""

import asyncio
import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from galaxytables_client import ClientError, Guest, Lobby

UNITS = [line.strip() for line in sys.argv[2].split(",")]
SECONDS = 60


async def play() -> int:
    """Play a game of Jump Drive against a bot; return how many have points."""
    async with Lobby("127.0.0.1:5100", Guest("Ada"), patience=1.0) as ada:
        end = time.monotonic() + SECONDS
        while True:
            try:
                table = await ada.tables.create("jump", seats=2)
                await ada.tables.add_bot(table.id, "random")
                break
            except ClientError:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.5)
        await ada.tables.start(table.id)
        seat = ada.play.seat(table.id)
        async for prompt in seat.prompts():
            await seat.answer(prompt, prompt.default_picks)
        return len(seat.last.scores)


def shown(unit: str, *names: str) -> dict[str, str]:
    """What systemd says of a unit."""
    command = ["systemctl", "show", unit, *(f"--property={name}" for name in names)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(line.split("=", 1) for line in lines)


def main(folder: Path) -> None:
    """Write what was seen into the folder."""
    seen: dict[str, object] = {"scores": asyncio.run(play())}
    with urllib.request.urlopen("http://127.0.0.1:5180/health", timeout=10) as page:
        seen["web"] = page.read().decode()
    with urllib.request.urlopen("http://127.0.0.1:5200/metrics", timeout=10) as page:
        seen["figures"] = "process_resident_memory_bytes" in page.read().decode()
    units = {unit: shown(unit, "ActiveState", "NRestarts", "MainPID") for unit in UNITS}
    for told in units.values():
        status = Path(f"/proc/{told['MainPID']}/status").read_text(encoding="utf-8")
        lines = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        told |= {name: lines[name].split()[0] for name in ("Uid", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp")}
    seen["units"] = units
    seen["archive"] = [path.name for path in Path("/var/lib/galaxytables").glob("archive.db")]
    (folder / "seen.json").write_text(json.dumps(seen), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
