"""One module a command, named like it, with `add_arguments(parser)` and `run(args) -> int`.

The table is written out, and holds the help lines, so that `--help` imports no command.
"""

# (name, what it does in one line)
COMMANDS: tuple[tuple[str, str], ...] = (
    ("check", "check the proof on the instances in FILE..., exactly"),
    ("bound", "is eps' = EXPR a valid bound for n-fold adaptive composition?"),
    ("certify", "write a certificate of what `check` finds, for the trusted checker"),
    ("verify", "check a certificate with the trusted checker, which shares no code with the rest"),
    ("prove", "the general statements, symbolically, with their derivations printed"),
    ("errata", "the source's own slips, each with the computed witness"),
)
