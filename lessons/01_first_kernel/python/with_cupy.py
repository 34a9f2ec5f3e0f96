# Adds one to every element on the GPU. CuPy generates a kernel for the expression and compiles it at the first call.
# --- parameters
n = 128
dtype = "float64"
# --- inputs
import cupy as cp

a = cp.ones(n, dtype=dtype)  # in the GPU's memory
# --- computation
a += 1  # one launch; it returns before the GPU is done

# The same with a kernel of your own: CuPy adds the index, the guard and the launch around this one statement.
add_one = cp.ElementwiseKernel("T x", "T y", "y = x + 1", "add_one")
b = add_one(cp.ones(n, dtype=dtype))
# --- result
result = cp.asnumpy(a)  # waits for the kernel and copies to the host
print(f"{n} elements, all equal to 2: {(result == 2).all()}; both agree: {bool((a == b).all())}")
