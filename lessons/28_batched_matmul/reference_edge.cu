// The reference of the products of any edge: one thread, one matrix after another.
__global__ void reference(const float* a, const float* b, float* c, int n, int edge) {
    for (int i = 0; i < n; ++i)
        for (int row = 0; row < edge; ++row)
            for (int column = 0; column < edge; ++column) {
                float sum = 0;
                for (int k = 0; k < edge; ++k)
                    sum = fmaf(a[(i * edge + row) * edge + k], b[(i * edge + k) * edge + column], sum);
                c[(i * edge + row) * edge + column] = sum;
            }
}
