"""The vocabulary of proof: statements, judgements, verdicts, witnesses. No mathematics here."""
