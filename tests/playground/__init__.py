"""The playground's Telegram, held against what is known of the real one."""
