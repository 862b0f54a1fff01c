"""The rows of the bench: what is measured, against what, and what is wanted."""

from __future__ import annotations

from tests.bench import calls, hits, jobs, latency, memory, pictures, play, rules, several, storage, throughput
from tests.bench.figures import TOLD, Row, at_least, at_most

TELEGRAM, DISCORD = "bare handler", "bare view"

ROWS = (
    Row(
        "throughput", "presses a second, Telegram, 20 groups", TELEGRAM, at_least(0.6), throughput.on_loopback,
        short=at_least(0.03),
    ),
    Row("far", "presses a second with 50 ms on every call, 64 groups", TELEGRAM, at_least(0.8), throughput.far_away),
    Row("discord", "presses a second, Discord, 20 channels", DISCORD, at_least(0.6), throughput.in_discord),
    Row("answer", "press to answer, p99, 200 groups playing", TELEGRAM, at_most(1.0), latency.to_answer),
    Row(
        "board", "press to board at rest, one group, p50", TELEGRAM, at_most(2.0), latency.to_board,
        short=at_most(30.0),
    ),
    Row("calls", "API calls a press", "the least possible", at_most(1.1), calls.a_press),
    Row("cpu", "CPU a press, all processes", TELEGRAM, at_most(2.5), throughput.cpu, short=at_most(40.0)),
    Row(
        "pictures", "CPU of a picture", "the same compressed by Pillow at level 6", at_most(0.7), pictures.cpu,
        short=at_most(6.0),
    ),
    Row("bytes", "bytes of a picture", "the same through oxipng", at_most(1.25), pictures.weight, short=at_most(1.6)),
    Row("hits", "pictures that were drawn before, 20 groups on Telegram", "-", TOLD, hits.of_pictures),
    Row("rules", "random games a second and core", "-", TOLD, rules.games_a_second),
    Row(
        "idle", "memory, all processes idle, on both platforms", "both libraries imported", at_most(100.0),
        memory.idle, short=at_most(4.0),
    ),
    Row("running", "memory of 1,000 running games", "-", at_most(20.0), memory.games),
    Row("day", "memory after 24 hours of play", "after 8", at_most(1.03), memory.day),
    Row("stored", "press to answer, p50, one group", "10 games stored", at_most(1.25), storage.a_press),
    Row("start", "start with 100,000 stored games, 10,000 running", "none", at_most(1.0), storage.a_start),
    Row("jobs", "CPU of a job on PostgreSQL", "a move's commit there", at_most(1.5), jobs.a_job, short=at_most(15.0)),
    Row("transactions", "transactions a press", "-", at_most(1.0), storage.transactions),
    Row(
        "database", "presses a second on PostgreSQL, one process", "one on SQLite", TOLD, several.databases, short=TOLD
    ),
    Row(
        "processes", "presses a second of two processes on PostgreSQL", "one of them", TOLD, several.processes,
        short=TOLD,
    ),
    Row("play", "`make play` in a fresh clone to the first board", "pip install alone", at_most(1.3), play.first_board),
)  # fmt: skip
