// Six floats in a class with a virtual function. The compiler adds a pointer to the class's table of virtual functions in front
// of them: 24 bytes become 32. The objects are made here, on the device, and then z of each is read. Because of the barrier, a
// compiler reads it from memory, and does not keep it in a register.
struct Body {
    float x, y, z, vx, vy, vz;
    __device__ explicit Body(float height) : x(0), y(0), z(height), vx(0), vy(0), vz(0) {}
    __device__ virtual float energy() const { return 0.5f * (vx * vx + vy * vy + vz * vz); }
};

__global__ void heights_of_bodies(unsigned long long* objects, float* heights, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Body* bodies = reinterpret_cast<Body*>(objects);
    if (i < n) new (&bodies[i]) Body(0.5f * i);  //[make]
    __syncthreads();
    if (i < n) heights[i] = bodies[i].z;  //[load]
}
