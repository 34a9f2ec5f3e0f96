// The reference of the addition along four axes.
__global__ void reference(const float* a, const float* b, float* c, int p, int q, int r, int s) {
    for (int i = 0; i < p; ++i)
        for (int j = 0; j < r; ++j)
            for (int k = 0; k < q; ++k)
                for (int l = 0; l < s; ++l) *c++ = a[i * q + k] + b[j * s + l];
}
