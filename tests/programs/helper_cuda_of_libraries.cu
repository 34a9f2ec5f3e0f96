// checkCudaErrors() takes the statuses of libraries, too.
#include <cublas_v2.h>
#include <cufft.h>
#include <helper_cuda.h>

#include <cstdio>

int main() {
    cublasHandle_t blas;
    cufftHandle plan;
    checkCudaErrors(cublasCreate(&blas));
    checkCudaErrors(cufftPlan1d(&plan, 16, CUFFT_C2C, 1));
    checkCudaErrors(cufftDestroy(plan));
    checkCudaErrors(cublasDestroy(blas));
    checkCudaErrors(cudaDeviceSynchronize());
    printf("done\n");  // prints: done
}
