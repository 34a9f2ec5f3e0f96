# Marks every element, with an index of 64 bits and with one of 16, which starts again at 0 after 65,535.
# --- parameters
n = 12
# --- inputs
import numpy as np

marked = np.zeros(n, dtype=np.uint8)
# --- computation
i = np.arange(n)  # 64 bits: NumPy's default
marked[i] = 1

short = np.zeros(n, dtype=np.uint8)
short[i.astype(np.uint16)] = 1  # the lowest 16 bits of each index
# --- result
result = marked
print(f"of {n} elements, {marked.sum()} are marked; with a 16-bit index {short.sum()}")
