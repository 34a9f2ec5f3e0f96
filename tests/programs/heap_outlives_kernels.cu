// What new and malloc() give in one kernel is used and freed by others, as a ray tracer's world is; cudaLimitMallocHeapSize holds.
// prints: 12 27 48 75
// prints: 5 of 8 blocks of 1 MiB, then 1
// prints: 0 1 4 9
// prints: invalid argument
#include <cstdio>

struct Shape {
    int side;
    __device__ explicit Shape(int side) : side(side) {}
    __device__ virtual int area() const = 0;
};
struct Square : Shape {
    using Shape::Shape;
    __device__ int area() const override { return side * side; }
};
struct Cross : Shape {
    using Shape::Shape;
    __device__ int area() const override { return 3 * side * side; }
};

__global__ void make(Shape** world) {
    for (int i = 0; i < 4; ++i) world[i] = new Cross(i + 2);
    Shape** list = new Shape*[4];
    for (int i = 0; i < 4; ++i) list[i] = world[i];
    world[4] = reinterpret_cast<Shape*>(list);
}
__global__ void measure(Shape** world, int* areas) {
    Shape** list = reinterpret_cast<Shape**>(world[4]);
    areas[threadIdx.x] = list[threadIdx.x]->area();
}
__global__ void end(Shape** world) {
    delete[] reinterpret_cast<Shape**>(world[4]);
    for (int i = 0; i < 4; ++i) delete world[i];
}

__global__ void ask(char** blocks, int* count) {
    *count = 0;
    for (int i = 0; i < 8; ++i)
        if ((blocks[i] = static_cast<char*>(malloc((1 << 20) - 64)))) ++*count;
}
__global__ void free_one(char** blocks) { free(blocks[0]); }
__global__ void ask_again(int* count) { *count = malloc((1 << 20) - 64) != nullptr; }

__global__ void rows(int** table) { cudaMalloc(&table[threadIdx.x], 4 * sizeof(int)); }
__global__ void fill(int** table) { table[blockIdx.x][threadIdx.x] = blockIdx.x * threadIdx.x; }
__global__ void diagonal(int** table, int* out) {
    out[threadIdx.x] = table[threadIdx.x][threadIdx.x];
    cudaFree(table[threadIdx.x]);
}

int main() {
    if (cudaDeviceSetLimit(cudaLimitMallocHeapSize, 5 * ((1 << 20) + 1024) + 64) != cudaSuccess) return 1;
    Shape** world;
    int* out;
    int host[4];
    cudaMalloc(&world, 5 * sizeof(Shape*));
    cudaMalloc(&out, sizeof host);
    make<<<1, 1>>>(world);
    measure<<<1, 4>>>(world, out);
    end<<<1, 1>>>(world);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);

    char** blocks;
    int first, again;
    cudaMalloc(&blocks, 8 * sizeof(char*));
    ask<<<1, 1>>>(blocks, out);
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    free_one<<<1, 1>>>(blocks);
    ask_again<<<1, 1>>>(out);
    cudaMemcpy(&again, out, sizeof again, cudaMemcpyDeviceToHost);
    std::printf("%d of 8 blocks of 1 MiB, then %d\n", first, again);

    int** table;
    cudaMalloc(&table, 4 * sizeof(int*));
    rows<<<1, 4>>>(table);
    fill<<<4, 4>>>(table);
    diagonal<<<1, 4>>>(table, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20)));
    cudaFree(world);
    cudaFree(out);
    cudaFree(blocks);
    cudaFree(table);
}
