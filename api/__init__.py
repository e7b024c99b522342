"""Puts camera, reader and rules together and shows the result: command line, service, pages."""
