"""Underhat: hidden-information board games inside group chats."""

__version__ = "0.2.0"
