// The tile as four arrays.
// Each thread moves two particles, a and b, and uses each particle of the tile for both: half the reads of shared memory per
// particle, and twice the work between two barriers.
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
    extern __shared__ float tile[];
    float *of_x = tile, *of_y = tile + blockDim.x, *of_z = tile + 2 * blockDim.x, *of_mass = tile + 3 * blockDim.x;
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    int k = i + blockDim.x;
    float4 a = now[min(i, n - 1)];
    float4 b = now[min(k, n - 1)];
    float3 pull_a = make_float3(0, 0, 0);
    float3 pull_b = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        int count = min(blockDim.x, n - first);
        if (threadIdx.x < count) {
            float4 p = now[first + threadIdx.x];
            of_x[threadIdx.x] = p.x;
            of_y[threadIdx.x] = p.y;
            of_z[threadIdx.x] = p.z;
            of_mass[threadIdx.x] = p.w;
        }
        __syncthreads();
        for (int j = 0; j < count; ++j) {
            float4 other = make_float4(of_x[j], of_y[j], of_z[j], of_mass[j]);
            float x = other.x - a.x, y = other.y - a.y, z = other.z - a.z;
            float pull = pull_of(other.w, x, y, z, softening);
            pull_a.x += pull * x;
            pull_a.y += pull * y;
            pull_a.z += pull * z;
            x = other.x - b.x, y = other.y - b.y, z = other.z - b.z;
            pull = pull_of(other.w, x, y, z, softening);
            pull_b.x += pull * x;
            pull_b.y += pull * y;
            pull_b.z += pull * z;
        }
        __syncthreads();
    }
    if (i < n) move(next, velocity, i, a, pull_a, dt);
    if (k < n) move(next, velocity, k, b, pull_b, dt);
}
