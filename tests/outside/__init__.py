"""The whole process, driven from outside: only its settings and the Bot API it talks to are known here."""
