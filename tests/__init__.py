"""The tests of Underhat, one folder for each part of the bot."""
