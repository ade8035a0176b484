"""The vocabulary of proof: statements, judgements, verdicts, witnesses. The calculus of general proofs is here too; no statement is."""
