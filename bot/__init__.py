"""Underhat: hidden-information board games inside group chats."""

__version__ = "0.1.0"
