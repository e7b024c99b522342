"""The network that compares dice with colours: is this a die whose body and marks have these?"""
