"""Tests of what stands around the house: settings, documents, contracts, the repository."""
