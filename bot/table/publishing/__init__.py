"""Bringing boards, hands and secrets to the people they are for."""
