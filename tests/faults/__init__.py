"""Games on both platforms while everything goes wrong that can: a slice of the soak's part `faults`."""
