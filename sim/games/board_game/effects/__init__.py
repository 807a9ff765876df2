"""What the words of the effect language do: texts at work, statement by statement (BG-20)."""
