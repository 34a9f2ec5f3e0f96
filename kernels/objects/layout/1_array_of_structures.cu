// Step 1: particles as objects of six numbers, one after another. A method is a function that gets the object's address: it costs
// what its loads cost. Neighbouring lanes have neighbouring objects, so they read z at a distance of a whole object.
template <typename T>
struct Particle {
    T x, y, z, vx, vy, vz;
    //[height]
    __device__ T height() const {
        return z;  //[load]
    }
    //[/height]
};

template <typename T>
__global__ void heights_of_objects(const T* particles, T* heights, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Particle<T>* objects = reinterpret_cast<const Particle<T>*>(particles);
    heights[i] = objects[i].height();  //[call]
}
