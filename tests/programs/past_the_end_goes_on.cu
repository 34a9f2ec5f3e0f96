// A GPU has mapped what lies a little outside an array: it reads something there, and goes on. Here that is 0, and what is written
// there is dropped, except up to the next multiple of 512 bytes, which belong to the allocation.
// prints: 0 0 0 | 7 | 99 4950 | no error
#include <cstdio>

__global__ void sum(const int* in, int* out, int n) {
    int total = 0;
    for (int i = 0; i <= n + 200; ++i) total += in[i];  // expect: out_of_bounds
    out[0] = total;
    out[1] = in[-1];           // expect: out_of_bounds
    out[2] = in[n + 300'000];  // expect: out_of_bounds
}

__global__ void mark(int* a, int n) {
    a[n + 20] = 7;       // expect: out_of_bounds
    a[n + 400'000] = 9;  // expect: out_of_bounds
}

__global__ void look(int* a, int* found, int n) {
    found[0] = a[n + 20];                 // expect: out_of_bounds
    found[1] = a[n + 400'000];            // expect: out_of_bounds
    found[2] = atomicAdd(&a[n + 30], 5);  // expect: out_of_bounds
}

struct Row {
    int cells[4], sum;
};

__global__ void add_up(Row* row, int n) {
    for (int i = 0; i < n; ++i) row->sum += row->cells[i];  // expect: out_of_bounds
}

int main() {
    const int n = 100;
    int in[n], *a = nullptr, *found = nullptr, out[3] = {-1, -1, -1}, marks[3] = {-1, -1, -1};
    for (int i = 0; i < n; ++i) in[i] = i;
    if (cudaMalloc(&a, sizeof in) != cudaSuccess || cudaMalloc(&found, sizeof out) != cudaSuccess) return 1;
    if (cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    sum<<<1, 1>>>(a, found, n);
    if (cudaMemcpy(out, found, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    mark<<<1, 1>>>(a, n);
    look<<<1, 1>>>(a, found, n);
    if (cudaMemcpy(marks, found, sizeof marks, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    if (cudaMemcpy(in, a, sizeof in, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d %d | %d | %d %d | %s\n", out[1], out[2], marks[1] + marks[2], marks[0], in[n - 1], out[0],
                cudaGetErrorString(cudaGetLastError()));
    Row row{{1, 2, 3, 4}, 0}, *d_row = nullptr;
    if (cudaMalloc(&d_row, sizeof row) != cudaSuccess) return 1;
    if (cudaMemcpy(d_row, &row, sizeof row, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    add_up<<<1, 1>>>(d_row, 5);
    if (cudaMemcpy(&row, d_row, sizeof row, cudaMemcpyDeviceToHost) != cudaSuccess || row.sum != 20) return 1;
    return cudaFree(a) == cudaSuccess && cudaFree(found) == cudaSuccess && cudaFree(d_row) == cudaSuccess ? 0 : 1;
}
