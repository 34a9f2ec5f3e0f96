// A matrix that is smaller than its sizes say, and a status that is never checked.
#include <cusolverDn.h>

int main() {
    cusolverDnHandle_t h;
    if (cusolverDnCreate(&h)) return 1;
    float *a, *work;
    int *pivots, *info, size = 0;
    cudaMalloc(&a, 8 * sizeof(float));
    cudaMemset(a, 0, 8 * sizeof(float));
    cudaMalloc(&pivots, 3 * sizeof(int));
    cudaMalloc(&info, sizeof(int));
    cusolverDnSgetrf_bufferSize(h, 3, 3, a, 2, &size);  // expect: unchecked_error
    if (cusolverDnSgetrf_bufferSize(h, 3, 3, a, 3, &size)) return 1;
    cudaMalloc(&work, size * sizeof(float));
    const cusolverStatus_t status = cusolverDnSgetrf(h, 3, 3, a, 3, work, pivots, info);  // expect: out_of_bounds
    return status;
}
