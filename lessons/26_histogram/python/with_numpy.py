# counts[v] = how often the byte v is in a, on the CPU. counts[a] += 1 would lose additions where an index occurs twice.
# --- parameters
n = 2**14
# --- inputs
import numpy as np

a = np.random.default_rng(1).integers(0, 256, n).astype("uint8")
# --- computation
counts = np.bincount(a, minlength=256).astype("int32")
# --- result
result = counts
print(f"{n} bytes: 0 occurs {counts[0]} times, 255 occurs {counts[255]} times")
