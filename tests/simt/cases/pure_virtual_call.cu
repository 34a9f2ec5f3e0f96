//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! fault: pure_virtual_call
//! says: calls a pure virtual function
struct Shape {
    __device__ Shape() { call(); }
    __device__ virtual int area() = 0;
    __device__ __noinline__ void call() { last = area(); }  // the derived class is not there yet
    int last;
};
struct Square : Shape {
    __device__ int area() override { return 1; }
};
__global__ void k(int* a) {
    Square square;
    a[threadIdx.x] = square.last;
}
