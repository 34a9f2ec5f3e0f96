#include <cstdio>

__global__ void fill(float* a) {
    a[threadIdx.x] = undefined_name;  // error: compile
}

int main() { fill<<<1, 32>>>(nullptr); }
