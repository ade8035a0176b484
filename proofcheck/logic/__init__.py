"""The vocabulary of proof: statements, judgements, verdicts, witnesses, and the rules of general proofs."""
