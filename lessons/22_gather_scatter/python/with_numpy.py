# c[i] = table[index[i]], on the CPU: a gather. Indexing by an array copies the elements.
# --- parameters
n = 32
# --- inputs
import numpy as np

table = np.arange(8, dtype="float32")
index = np.random.default_rng(1).integers(0, 8, n, dtype=np.int32)
# --- computation
c = table[index]
# --- result
result = c
print(f"c[0] = table[{index[0]}] = {c[0]}")
