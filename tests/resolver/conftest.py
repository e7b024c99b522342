"""Properties are held for what they say, not for how fast a busy machine says it."""

from hypothesis import settings

settings.register_profile("resolver", deadline=None, max_examples=60)
settings.load_profile("resolver")
