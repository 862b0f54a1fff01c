"""Each class of proof is shown to find a breach that is planted for it."""
