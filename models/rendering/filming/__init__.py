"""Films of a table: hands throw dice, push them and take them up."""
