// Both particles, but one after the other: every tile is copied and read twice.
__device__ float pull_of(float mass, float x, float y, float z, float softening) {
    float inverse = rsqrtf(x * x + y * y + z * z + softening * softening);
    return mass * inverse * inverse * inverse;
}

__device__ void move(float4* next, float4* velocity, int i, float4 here, float3 pull, float dt) {
    float4 v = velocity[i];
    v.x += pull.x * dt;
    v.y += pull.y * dt;
    v.z += pull.z * dt;
    velocity[i] = v;
    next[i] = make_float4(here.x + v.x * dt, here.y + v.y * dt, here.z + v.z * dt, here.w);
}

__global__ void particles_pairs(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    extern __shared__ float4 tile[];
    for (int half = 0; half < 2; ++half) {
        int i = blockIdx.x * 2 * blockDim.x + half * blockDim.x + threadIdx.x;
        float4 here = now[min(i, n - 1)];
        float3 pull = make_float3(0, 0, 0);
        for (int first = 0; first < n; first += blockDim.x) {
            int count = min(blockDim.x, n - first);
            if (threadIdx.x < count) tile[threadIdx.x] = now[first + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < count; ++j) {
                float4 other = tile[j];
                float x = other.x - here.x, y = other.y - here.y, z = other.z - here.z;
                float p = pull_of(other.w, x, y, z, softening);
                pull.x += p * x;
                pull.y += p * y;
                pull.z += p * z;
            }
            __syncthreads();
        }
        if (i < n) move(next, velocity, i, here, pull, dt);
    }
}
