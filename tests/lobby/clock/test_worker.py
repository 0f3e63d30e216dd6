"""What a worker does at a tick: each job when it is due, none in the way of another."""

import asyncio

from structlog.testing import capture_logs

from galaxytables_lobby.clock.worker import Job


async def begun_at(job: Job, *ticks: float) -> list[float]:
    """The ticks at which a job is begun."""
    begun = []
    for now in ticks:
        if job.is_due(now):
            begun.append(now)
            await job.run(now, "")
    return begun


async def nothing(_: object) -> None:
    pass


async def test_a_job_is_done_at_the_first_tick_and_then_every_so_many_seconds_though_ticks_are_early_or_late():
    ticks = (100.0, 101.1, 101.9, 102.9, 104.2, 105.0, 105.8)
    assert await begun_at(Job("each", nothing), *ticks) == list(ticks)
    assert await begun_at(Job("third", nothing, every=3.0), *ticks) == [100.0, 102.9, 105.8]


async def test_after_ticks_that_did_not_come_a_job_is_done_once():
    assert await begun_at(Job("third", nothing, every=3.0), 100.0, 190.0, 191.0) == [100.0, 190.0]


async def test_only_jobs_that_overlap_begin_before_they_have_ended():
    go_on = asyncio.Event()

    async def long(_: object) -> None:
        await go_on.wait()

    alone, overlapping = Job("alone", long), Job("sweep", long, overlap=True)
    running = [asyncio.create_task(job.run(100.0, "")) for job in (alone, overlapping)]
    await asyncio.sleep(0)
    assert not alone.is_due(101.0)
    assert overlapping.is_due(101.0)
    go_on.set()
    await asyncio.gather(*running)
    assert alone.is_due(101.0)


async def test_a_job_that_fails_or_hangs_ends_and_is_done_again():
    async def fail(_: object) -> None:
        raise RuntimeError("at work")

    async def hang(_: object) -> None:
        await asyncio.Event().wait()

    for job, event in (
        (Job("archive", fail), "clock_job_failed"),
        (Job("archive", hang, patience=0.01), "clock_job_took_too_long"),
    ):
        with capture_logs() as logs:
            await job.run(100.0, "")
        assert [(line["event"], line["job"]) for line in logs] == [(event, "archive")]
        assert job.is_due(101.0)
