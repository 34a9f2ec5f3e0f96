// Takes floats apart: x = (-1)^sign * significand * 2^exponent, with 1 <= significand < 2. Zero, infinity, NaN and numbers below
// 2^-126 are stored in another way and not meant here.
__global__ void take_apart(const float* x, int* sign_bit, int* exponent, float* significand, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    //[bits]
    unsigned bits = __float_as_uint(x[i]);
    sign_bit[i] = bits >> 31;
    exponent[i] = int(bits >> 23 & 255) - 127;
    significand[i] = 1 + (bits & 0x7fffff) / 8388608.0f;  // 2^23
    //[/bits]
}
