"""What every game kernel uses: random streams, bit helpers, kernel cache."""
