"""The parts that every game kernel uses: random streams, sets, the work stack, the kernel cache."""
