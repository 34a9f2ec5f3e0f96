//! entry: add_one
//! launch: grid=1 block=4
//! argument: f32[4]:iota
//! argument: i32:4
//! result: 0 = 1 2 3 4
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <iostream>
#include <vector>
#include "../common/book.h"
using namespace std;
#define CHECK(call) if ((call) != cudaSuccess) exit(1)

__global__ void add_one(float* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1.0f;
}

void fill(vector<float>& values) {
    for (auto& v : values) v = 1.0f;
}

int main() {
    vector<float> values(4);
    fill(values);
    float* d;
    CHECK(cudaMalloc(&d, 4 * sizeof(float)));
    CHECK(cudaMemcpy(d, values.data(), 4 * sizeof(float), cudaMemcpyHostToDevice));
    add_one<<<1, 4>>>(d, 4);
    cout << "done " << values[0] << endl;
    return 0;
}
