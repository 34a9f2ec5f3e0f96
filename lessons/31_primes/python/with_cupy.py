# How many divisors are tried for each number below n, with CuPy. A kernel of its own per number: NumPy's masks would run over all
# numbers once per divisor.
# --- parameters
n = 2**12
# --- inputs
import cupy as cp

i = cp.arange(n, dtype="int32")
# --- computation
tries_of = cp.ElementwiseKernel(
    "int32 number",
    "int32 tried",
    """
    tried = 0;
    bool found = number > 1;
    for (int d = 2; found && d * d <= number; ++d) {
        ++tried;
        found = number % d != 0;
    }
    """,
    "tries_of",
)
tries = tries_of(i)
# --- result
result = cp.asnumpy(tries)
print(f"{result.sum()} divisions for {n} numbers; at most {result.max()} for one of them")
