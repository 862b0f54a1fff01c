"""What moves tables without a press: computers, deadlines, start and stop."""
