"""Lessons: a game learnt by playing a prepared deal, with the real rules, board and buttons."""
