"""Properties are held for what they say, not for how fast a busy machine says it.

Here and not beside the rules: a profile counts for tests that are imported after it is loaded, and other
folders import some of those. `RESOLVER_PROFILE=resolver-long` holds each for ten thousand examples.
"""

import os

from hypothesis import settings

settings.register_profile("resolver", deadline=None, max_examples=60)
settings.register_profile("resolver-long", deadline=None, max_examples=10_000)
settings.load_profile(os.environ.get("RESOLVER_PROFILE", "resolver"))
