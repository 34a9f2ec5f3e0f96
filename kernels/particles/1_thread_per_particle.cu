// Step 1: one thread per particle. It reads the position and mass of every particle from global memory, sums their pull,
// and advances its own particle by one time step dt. A position is x, y, z and the mass; a velocity is x, y, z and an
// unused fourth number.
__global__ void particles_step(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 here = now[i];
    float pull_x = 0, pull_y = 0, pull_z = 0;
    //[all]
    for (int j = 0; j < n; ++j) {
        float4 other = now[j];
        float x = other.x - here.x;
        float y = other.y - here.y;
        float z = other.z - here.z;
        float inverse = rsqrtf(x * x + y * y + z * z + softening * softening);
        float pull = other.w * inverse * inverse * inverse;
        pull_x += pull * x;
        pull_y += pull * y;
        pull_z += pull * z;
    }
    //[/all]
    //[move]
    float4 v = velocity[i];
    v.x += pull_x * dt;
    v.y += pull_y * dt;
    v.z += pull_z * dt;
    velocity[i] = v;
    next[i] = make_float4(here.x + v.x * dt, here.y + v.y * dt, here.z + v.z * dt, here.w);
    //[/move]
}
