"""Rendered rolls: seeded scenes with exact labels, drawn by Cycles or by a quick draft renderer."""
