"""The texts that people read: found in the sources, kept with their translations in replay/answers/locale."""
