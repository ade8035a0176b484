"""Where people meet the project: command line, text and JSON renderings, the Python entry points."""
