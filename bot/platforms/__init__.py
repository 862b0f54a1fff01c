"""The chat platforms: adapters with the same interface, and the protocol they share."""
