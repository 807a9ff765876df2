"""How kernels become machine code: their sources, the decorator, linking, and what is kept."""
