# Counts past the largest integer on the GPU. Arrays wrap around as NumPy's do, and no operation warns.
# --- parameters
n = 12
dtype = "uint64"
# --- inputs
import cupy as cp
import numpy as np

largest = np.iinfo(dtype).max
i = cp.arange(n, dtype=cp.uint64)
# --- computation
count = i + np.uint64(largest - 3)  # modulo 2^64
value = count.astype(dtype)  # keeps the lowest bits
# --- result
result = cp.asnumpy(value)
print(f"after {largest} comes {result[4] if n > 4 else '...'}")
