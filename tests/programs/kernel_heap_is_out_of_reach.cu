// The host cannot copy what malloc() gave in a kernel.
__global__ void make(int** p) {
    *p = static_cast<int*>(malloc(sizeof(int)));
    **p = 7;
}

int main() {
    int **p, *there, value = 0;
    cudaMalloc(&p, sizeof *p);
    make<<<1, 1>>>(p);
    cudaMemcpy(&there, p, sizeof there, cudaMemcpyDeviceToHost);
    const cudaError_t error = cudaMemcpy(&value, there, sizeof value, cudaMemcpyDeviceToHost);  // expect: copy_out_of_bounds
    cudaFree(p);
    return error == cudaErrorInvalidValue && value == 0 ? 0 : 1;
}
