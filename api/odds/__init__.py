"""What is to be expected: odds before a throw, luck after it, advice before a secret choice."""
