"""Small asyncio building blocks: task helpers, keyed queues, rate limits."""
