# i / n == 1 - (n - i) / n on the GPU, in one kernel.
# --- parameters
n = 32
dtype = "float32"
# --- inputs
import cupy as cp

i = cp.arange(n)
number, rest = i.astype(dtype), (n - i).astype(dtype)
# --- computation
fractions = cp.ElementwiseKernel(
    "T number, T rest, T whole",
    "uint8 equal",
    """
    T left = number / whole;  // each assignment rounds to T
    T part = rest / whole;
    T right = T(1) - part;
    equal = left == right;
    """,
    "fractions",
)
equal = fractions(number, rest, n)  # a scalar takes the type T of the arrays
# --- result
result = cp.asnumpy(equal)
print(f"equal: {result.sum()} of {n}")
