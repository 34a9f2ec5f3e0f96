# Sign, exponent and significand of floats on the GPU. CuPy has view too; in CUDA C++ it is __float_as_uint.
# --- parameters
n = 32
# --- inputs
import cupy as cp
import numpy as np

x = cp.asarray(np.random.default_rng(1).uniform(-16, 16, n).astype(np.float32))
# --- computation
take_apart = cp.ElementwiseKernel(
    "float32 x",
    "int32 sign_bit, int32 exponent, float32 significand",
    """
    unsigned bits = __float_as_uint(x);
    sign_bit = bits >> 31;
    exponent = int(bits >> 23 & 255) - 127;
    significand = 1 + (bits & 0x7fffff) / 8388608.0f;
    """,
    "take_apart",
)
sign_bit, exponent, significand = take_apart(x)
# --- result
result = np.stack([cp.asnumpy(field).astype(np.float64) for field in (sign_bit, exponent, significand)])
print(f"{float(x[0])} = (-1)^{int(result[0, 0])} * {result[2, 0]} * 2^{int(result[1, 0])}")
