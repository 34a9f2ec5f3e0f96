// new and delete in device code: objects with virtual destructors, arrays, and objects in memory that is given.
// prints: areas 12 and 27
// prints: destroyed: 3 circles, 2 squares
// prints: placed 40, sum of an array 45
// prints: on the host: 16
#include <cstdio>
#include <new>

__device__ int circles_gone, squares_gone;

struct Shape {
    __host__ __device__ virtual ~Shape() {}
    __host__ __device__ virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    __host__ __device__ explicit Square(int side) : side(side) {}
    __host__ __device__ ~Square() override {
#ifdef __CUDA_ARCH__
        atomicAdd(&squares_gone, 1);
#endif
    }
    __host__ __device__ int area() const override { return side * side; }
};
struct Circle : Shape {
    int radius;
    __host__ __device__ Circle() : radius(2) {}
    __host__ __device__ explicit Circle(int radius) : radius(radius) {}
    __host__ __device__ ~Circle() override {
#ifdef __CUDA_ARCH__
        atomicAdd(&circles_gone, 1);
#endif
    }
    __host__ __device__ int area() const override { return 3 * radius * radius; }
};

__global__ void shapes(int* out) {
    Shape* shapes[2] = {new Circle, new Circle(3)};
    for (int i = 0; i < 2; ++i) out[i] = shapes[i]->area();
    for (int i = 0; i < 2; ++i) delete shapes[i];
    Shape* nothing = nullptr;
    delete nothing;
    Square* squares = new Square[2]{Square(1), Square(2)};
    delete[] squares;
}

template <typename T>
class Stack {
  public:
    __device__ Stack(T* place, int most) : items_(place), most_(most) {}
    __device__ void push(T value) { items_[atomicAdd(&count_, 1)] = value; }
    __device__ T sum() const {
        T total = 0;
        for (int i = 0; i < count_; ++i) total += items_[i];
        return total;
    }

  private:
    T* items_;
    int most_, count_ = 0;
};

__global__ void placed(int* out) {
    __shared__ alignas(8) unsigned char room[sizeof(Stack<int>)];
    __shared__ alignas(8) unsigned char for_circle[sizeof(Circle)];
    __shared__ int items[32];
    __shared__ Stack<int>* stack;
    if (threadIdx.x == 0) stack = new (room) Stack<int>(items, 32);
    __syncthreads();
    if (threadIdx.x % 8 == 0) stack->push(10);
    __syncthreads();
    if (threadIdx.x > 0) return;
    out[0] = stack->sum();
    Circle* circle = new (for_circle) Circle(1);
    circle->~Circle();
    int* many = new int[10];
    out[1] = 0;
    for (int i = 0; i < 10; ++i) many[i] = i;
    for (int i = 0; i < 10; ++i) out[1] += many[i];
    delete[] many;
}

int main() {
    int *device, h[2];
    cudaMalloc(&device, sizeof h);
    shapes<<<1, 1>>>(device);
    cudaMemcpy(h, device, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("areas %d and %d\n", h[0], h[1]);
    int sum[2];
    placed<<<1, 32>>>(device);
    cudaMemcpy(sum, device, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&h[0], circles_gone, sizeof(int));
    cudaMemcpyFromSymbol(&h[1], squares_gone, sizeof(int));
    std::printf("destroyed: %d circles, %d squares\n", h[0], h[1]);
    std::printf("placed %d, sum of an array %d\n", sum[0], sum[1]);
    Shape* shape = new Square(4);
    std::printf("on the host: %d\n", shape->area());
    delete shape;
    alignas(Square) unsigned char room[sizeof(Square)];
    Square* square = new (room) Square(5);
    square->~Square();
    cudaFree(device);
}
