"""The form in which readings, questions, events and matches go out to programs."""
