# Counts past the largest integer. Array elements wrap around silently, NumPy scalars warn, and Python's own integers grow.
# --- parameters
n = 12
dtype = "uint64"
# --- inputs
import numpy as np

largest = np.iinfo(dtype).max
i = np.arange(n, dtype=np.uint64)
# --- computation
count = np.uint64(largest - 3) + i  # modulo 2^64, with no message
value = count.astype(dtype)  # keeps the lowest bits
# --- result
result = value
print(f"after {largest} comes {value[4] if n > 4 else '...'}; as a Python integer {largest + 1}")
try:
    print("np.uint64(-1) is", np.uint64(-1))  # NumPy 1 wraps around here
except OverflowError as error:
    print("OverflowError:", error)  # since NumPy 2
