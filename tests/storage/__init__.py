"""What storage promises, asked of a real file."""
