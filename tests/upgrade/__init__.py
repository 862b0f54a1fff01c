"""Databases of earlier versions with games in progress, which the present code has to continue and finish."""
