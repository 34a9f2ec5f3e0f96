// References to the matrices in a grid-stride loop, and a loop over rows and columns on copies in registers.
__global__ void commutators(const float* a, const float* b, float* c, int n) {
    const float4 *from = (const float4*)a, *with = (const float4*)b;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4 &p = from[i], &q = with[i];
        const float x[2][2] = {{p.x, p.y}, {p.z, p.w}}, y[2][2] = {{q.x, q.y}, {q.z, q.w}};
        float out[2][2] = {};
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column)
                for (int k = 0; k < 2; ++k) out[row][column] += x[row][k] * y[k][column] - y[row][k] * x[k][column];
        ((float4*)c)[i] = make_float4(out[0][0], out[0][1], out[1][0], out[1][1]);
    }
}
