"""The methods of the Bot API, one module to a field; each is `async (world, params) -> result` or raises ApiError."""
