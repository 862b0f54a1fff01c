"""The long proofs, `make soak`: each part repeats, with other seeds, what a slice of it shows in `make test`."""
