// A structure for the matrix, made from a float4, and fused multiply-adds.
struct Matrix {
    float m00, m01, m10, m11;

    __device__ explicit Matrix(float4 v) : m00(v.x), m01(v.y), m10(v.z), m11(v.w) {}
    __device__ float4 values() const { return make_float4(m00, m01, m10, m11); }
};

// sign x y + z
__device__ Matrix add_product(float sign, const Matrix& x, const Matrix& y, const Matrix& z) {
    return Matrix(make_float4(fmaf(sign * x.m00, y.m00, fmaf(sign * x.m01, y.m10, z.m00)),
                              fmaf(sign * x.m00, y.m01, fmaf(sign * x.m01, y.m11, z.m01)),
                              fmaf(sign * x.m10, y.m00, fmaf(sign * x.m11, y.m10, z.m10)),
                              fmaf(sign * x.m10, y.m01, fmaf(sign * x.m11, y.m11, z.m11))));
}

__global__ void commutators(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Matrix x(((const float4*)a)[i]), y(((const float4*)b)[i]);
    const Matrix zero(make_float4(0, 0, 0, 0));
    ((float4*)c)[i] = add_product(-1, y, x, add_product(1, x, y, zero)).values();
}
