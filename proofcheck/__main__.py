"""`python -m proofcheck` is the command `proofcheck`."""

from proofcheck.surfaces.cli import entry

if __name__ == "__main__":
    entry()
