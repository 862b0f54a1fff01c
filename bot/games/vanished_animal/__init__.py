"""The Vanished Animal: five hats in a ring, one in a box, and six animals of which one is missing."""
