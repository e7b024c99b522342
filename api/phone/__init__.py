"""A phone as camera: the page it opens, the line its pictures come by, certificate and code to scan."""
