// A structure for a particle and what pulls it.
struct Body {
    float4 at;
    float3 pull;
    __device__ void by(const float4& o, float soft) {
        float x = o.x - at.x, y = o.y - at.y, z = o.z - at.z, q = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, soft * soft)))),
              m = o.w * q * q * q;
        pull.x += m * x, pull.y += m * y, pull.z += m * z;
    }
};
__global__ void particles_pairs(const float4* __restrict__ now, float4* __restrict__ next, float4* __restrict__ velocity, int n,
                                float dt, float softening) {
    extern __shared__ float4 tile[];
    const int b = blockDim.x, i = 2 * b * blockIdx.x + threadIdx.x;
    Body one{now[min(i, n - 1)], make_float3(0, 0, 0)}, two{now[min(i + b, n - 1)], make_float3(0, 0, 0)};
    for (int f = 0; f < n; f += b) {
        if (f + threadIdx.x < n) tile[threadIdx.x] = now[f + threadIdx.x];
        __syncthreads();
        for (int j = min(b, n - f) - 1; j >= 0; --j) {
            const float4 o = tile[j];
            one.by(o, softening);
            two.by(o, softening);
        }
        __syncthreads();
    }
    auto end = [&](const Body& p, int k) {
        if (k >= n) return;
        float4 v = velocity[k];
        v.x += dt * p.pull.x, v.y += dt * p.pull.y, v.z += dt * p.pull.z;
        velocity[k] = v;
        float4 q = p.at;
        q.x += dt * v.x, q.y += dt * v.y, q.z += dt * v.z;
        next[k] = q;
    };
    end(one, i), end(two, i + b);
}
