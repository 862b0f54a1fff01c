"""The product measured on the machine it runs on; every row is a ratio to something measured in the same run."""
