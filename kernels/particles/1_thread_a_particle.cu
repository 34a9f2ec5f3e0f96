// Step 1: a thread a particle. It reads the place and the mass of every particle from global memory, adds up their pull, and
// moves its own particle on by a step of dt. Places are x, y, z and the mass; velocities are x, y, z and nothing.
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
