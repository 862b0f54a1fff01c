"""List the packages: `locales` is installed as `bot/_locales`, which pyproject.toml cannot say beside a search."""

from setuptools import find_namespace_packages, setup

setup(packages=[*find_namespace_packages(include=["bot", "bot.*", "storage", "storage.*"]), "bot._locales"])
