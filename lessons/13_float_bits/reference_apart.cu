// The reference of take_apart, without looking at bits: halves and doubles the number until it lies between 1 and 2.
__global__ void reference(const float* x, int* sign_bit, int* exponent, float* significand, int n) {
    for (int i = 0; i < n; ++i) {
        float size = fabsf(x[i]);
        int power = 0;
        for (; size >= 2; size /= 2) ++power;
        for (; size < 1 && power > -127; size *= 2) --power;
        sign_bit[i] = x[i] < 0;
        exponent[i] = power;
        significand[i] = size;
    }
}
