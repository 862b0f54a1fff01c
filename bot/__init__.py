"""Underhat: hidden-information board games inside group chats."""
