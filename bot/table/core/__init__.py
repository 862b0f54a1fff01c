"""What a table is while it lives, and the services that most parts need."""
