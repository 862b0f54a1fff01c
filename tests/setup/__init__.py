"""Tests of the process and of the repository: settings, documents, contracts, the repository."""
