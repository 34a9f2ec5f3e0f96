# Counts how often each index occurs, on the CPU. counts[index] += 1 loses updates, because it gathers, adds and scatters; np.add.at
# adds one element after another.
# --- parameters
n = 32
# --- inputs
import numpy as np

index = np.random.default_rng(1).integers(0, 8, n, dtype=np.int32)
# --- computation
lost = np.zeros(8, dtype=np.int32)
lost[index] += 1
counts = np.zeros(8, dtype=np.int32)
np.add.at(counts, index, 1)
# --- result
result = counts
print(f"counts[0] = {counts[0]}, and {lost[0]} with counts[index] += 1")
