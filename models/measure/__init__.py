"""What the models are measured by: cards, groups, reliability and growth."""
