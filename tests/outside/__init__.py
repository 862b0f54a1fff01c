"""The whole process, driven from outside, with its settings and a platform's API alone."""
