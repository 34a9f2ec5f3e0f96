// A virtual call on an object that was made on the host: its table of virtual functions lies there.
struct Shape {
    __host__ __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
    float side = 2;
    __host__ __device__ float area() const override { return side * side; }
};

__global__ void measure(const Shape* shape, float* out) {
    *out = shape->area();  // expect: host_object
}

int main() {
    const Square square;
    Square* copy;
    float* out;
    cudaMalloc(&copy, sizeof(Square));
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy((void*)copy, (const void*)&square, sizeof(Square), cudaMemcpyHostToDevice);
    measure<<<1, 1>>>(copy, out);
    cudaDeviceSynchronize();
    cudaFree(copy);
    cudaFree(out);
}
