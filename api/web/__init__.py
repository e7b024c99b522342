"""The service: requests in, answers and events out, and who may ask for what."""
