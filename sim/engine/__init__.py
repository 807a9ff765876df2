"""The parts that every game kernel uses: random streams, sets, records, the work stack, the list machine."""
