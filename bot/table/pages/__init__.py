"""What people read at a table, as posts made of plain values."""
