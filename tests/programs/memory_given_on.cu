// The memory that a thread frees may be given to another thread: that is not a race. Two new owners that both write there are one.
#include <cstdio>

__global__ void each_its_own(int* out) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    int* place = static_cast<int*>(malloc(16));
    *place = t;
    out[t] = *place;
    free(place);
}

__global__ void of_the_runtime(int* out) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    int* place;
    cudaMalloc(&place, 16);
    *place = t;
    out[t] = *place;
    cudaFree(place);
}

__device__ int* shared_by_all;

__global__ void one_for_all(int* out) {
    if (threadIdx.x == 0) {
        int* first = new int;
        *first = 1;
        delete first;
        shared_by_all = new int;
    }
    __syncthreads();
    *shared_by_all = threadIdx.x;  // expect: data_race
    out[threadIdx.x] = *shared_by_all;
}

int main() {
    int* out;
    cudaMalloc(&out, 1024 * sizeof(int));
    each_its_own<<<4, 256>>>(out);
    of_the_runtime<<<4, 256>>>(out);
    one_for_all<<<1, 256>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
