// One thread moves all particles.
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
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    for (int i = 0; i < n; ++i) {
        float4 here = now[i];
        float3 pull = make_float3(0, 0, 0);
        for (int j = 0; j < n; ++j) {
            float4 other = now[j];
            float x = other.x - here.x, y = other.y - here.y, z = other.z - here.z;
            float p = pull_of(other.w, x, y, z, softening);
            pull.x += p * x;
            pull.y += p * y;
            pull.z += p * z;
        }
        move(next, velocity, i, here, pull, dt);
    }
}
