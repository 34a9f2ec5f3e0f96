// Step 2: removes the distance. One object stands for all particles and has an array for each member; its method takes the
// particle's number. The code that calls it reads as before, and neighbouring lanes read neighbouring numbers.
template <typename T>
struct Particles {
    const T *x, *y, *z, *vx, *vy, *vz;
    __device__ Particles(const T* fields, int n)
        : x(fields), y(fields + n), z(fields + 2 * n), vx(fields + 3 * n), vy(fields + 4 * n), vz(fields + 5 * n) {}
    //[height]
    __device__ T height(int i) const {
        return z[i];  //[load]
    }
    //[/height]
};

template <typename T>
__global__ void heights_of_arrays(const T* fields, T* heights, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particles<T> particles(fields, n);
    heights[i] = particles.height(i);  //[call]
}
