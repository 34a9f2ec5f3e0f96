// Step 2: removes the strided access. A matrix of four floats is one 16-byte access, one of four doubles is two;
// neighbouring lanes then access neighbouring bytes.
__device__ float4 product(float4 x, float4 y) {
    return make_float4(x.x * y.x + x.y * y.z, x.x * y.y + x.y * y.w, x.z * y.x + x.w * y.z, x.z * y.y + x.w * y.w);
}

__global__ void products_2x2_whole(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    reinterpret_cast<float4*>(c)[i] = product(reinterpret_cast<const float4*>(a)[i], reinterpret_cast<const float4*>(b)[i]);
}

__global__ void products_2x2_whole_f64(const double* a, const double* b, double* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double2* rows = reinterpret_cast<const double2*>(a) + 2ll * i;
    const double2* others = reinterpret_cast<const double2*>(b) + 2ll * i;
    double2* out = reinterpret_cast<double2*>(c) + 2ll * i;
    double2 top = rows[0], bottom = rows[1], first = others[0], second = others[1];
    out[0] = make_double2(top.x * first.x + top.y * second.x, top.x * first.y + top.y * second.y);
    out[1] = make_double2(bottom.x * first.x + bottom.y * second.x, bottom.x * first.y + bottom.y * second.y);
}
