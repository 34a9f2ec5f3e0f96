# Adds one to every element, on the CPU. The loop and the index are inside NumPy's compiled code.
# --- parameters
n = 128
dtype = "float64"  # also NumPy's default
# --- inputs
import numpy as np

a = np.ones(n, dtype=dtype)
# --- computation
a += 1  # in place, like the kernel; a = a + 1 would allocate a second array
# --- result
result = a
print(f"{n} elements, all equal to 2: {(result == 2).all()}")
