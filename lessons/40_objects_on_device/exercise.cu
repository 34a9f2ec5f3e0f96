// Moves n particles for some steps of 1/64 s. What pulls a particle is the class of its object: kinds[i] says which one.
struct Force {
    __device__ virtual float at(float x, float v) const = 0;
};
struct Spring : Force {
    __device__ float at(float x, float v) const override { return -4 * x; }
};
struct DampedSpring : Force {
    __device__ float at(float x, float v) const override { return -4 * x - 0.5f * v; }
};
struct Falling : Force {
    __device__ float at(float x, float v) const override { return -9.81f; }
};
struct Sinking : Force {
    __device__ float at(float x, float v) const override { return -9.81f - 2 * v; }
};

__device__ const Force* make(int kind, void* room) {
    switch (kind) {
        case 0: return new (room) Spring;
        case 1: return new (room) DampedSpring;
        case 2: return new (room) Falling;
        default: return new (room) Sinking;
    }
}

__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = places[i], v = speeds[i];
    // TODO: the warp calls up to four functions in each step, one after another. Do the four differ in what they compute?
    alignas(8) unsigned char room[sizeof(Spring)];
    const Force* force = make(kinds[i], room);
    for (int step = 0; step < steps; ++step) {
        v += 0.015625f * force->at(x, v);
        x += 0.015625f * v;
    }
    moved[i] = x;
}
