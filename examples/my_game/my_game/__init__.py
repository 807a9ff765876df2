"""My Game: two seats play cards against each other, and the stronger one takes the round."""
