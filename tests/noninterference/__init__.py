"""Non-interference, end to end: what a viewer may not know changes nothing of what that viewer gets.

The same evening is played twice, in two worlds that differ in nothing but secrets: the seed of each game, and how
hidden cards lie. Ids, the clock and the commitment to the seed are held. Whatever goes out is recorded for each viewer,
and must be equal byte by byte until the rules show the difference to that viewer.
"""
