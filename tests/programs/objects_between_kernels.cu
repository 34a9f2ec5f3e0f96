// Objects with virtual functions that one kernel makes, another one calls, and a third one deletes.
// prints: 12 27 4
// prints: gone: 2 1
#include <cstdio>

struct Shape {
    __device__ virtual ~Shape() {}
    __device__ virtual int area() const = 0;
};
__device__ int discs_gone, squares_gone;
struct Disc : Shape {
    int radius;
    __device__ explicit Disc(int radius) : radius(radius) {}
    __device__ ~Disc() override { ++discs_gone; }
    __device__ int area() const override { return 3 * radius * radius; }
};
struct Square : Shape {
    int* side;
    __device__ explicit Square(int length) : side(new int(length)) {}
    __device__ ~Square() override {
        ++squares_gone;
        delete side;
    }
    __device__ int area() const override { return *side * *side; }
};

__global__ void make(Shape** shapes) {
    printf("%s", "");  // a literal, which the other kernels do not have
    shapes[0] = new Disc(2);
    shapes[1] = new Disc(3);
    shapes[2] = new Square(2);
}
__global__ void measure(Shape** shapes, int* areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void drop(Shape** shapes) {
    for (int i = 0; i < 3; ++i) delete shapes[i];
}

int main() {
    Shape** shapes;
    int *areas, h[3];
    cudaMalloc(&shapes, 3 * sizeof(Shape*));
    cudaMalloc(&areas, sizeof h);
    make<<<1, 1>>>(shapes);
    measure<<<1, 3>>>(shapes, areas);
    cudaMemcpy(h, areas, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d\n", h[0], h[1], h[2]);
    drop<<<1, 1>>>(shapes);
    cudaMemcpyFromSymbol(&h[0], discs_gone, sizeof(int));
    cudaMemcpyFromSymbol(&h[1], squares_gone, sizeof(int));
    std::printf("gone: %d %d\n", h[0], h[1]);
    cudaFree(shapes);
    cudaFree(areas);
}
