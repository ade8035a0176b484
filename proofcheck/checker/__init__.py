"""The trusted checker of certificates: the standard library alone. README.md says what it trusts."""
