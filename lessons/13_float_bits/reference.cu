// The reference of gap_above: the power of two below |x|, times the spacing of floats above 1.
__global__ void reference(const float* x, float* gap, int n) {
    for (int i = 0; i < n; ++i) {
        float power = 1;
        while (power <= fabsf(x[i]) / 2) power *= 2;
        while (power > fabsf(x[i])) power /= 2;
        gap[i] = fmaxf(power / 8388608, 1.4e-45f);  // the gap above 0 is the smallest float
    }
}
