"""Small asyncio building blocks: tasks, queues, publishers, locks over processes, rate limits."""
