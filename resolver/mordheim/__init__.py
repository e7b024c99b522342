"""The Mordheim-derived draft: a melee phase, in a strict profile and one that leans on Mordheim."""
