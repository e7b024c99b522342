"""What is measured of the product itself: reading, the whole process, the rules, the way to a page."""
