"""What is private about persons: `seal` closes it before it is hashed, `person_keys` keeps the keys apart."""
