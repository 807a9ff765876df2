"""Carrying out the texts of cards: the frames of their lists, and the operations in them."""
