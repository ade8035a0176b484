"""What the experiment implies, without any claim: history trees, distributions, privacy loss."""
