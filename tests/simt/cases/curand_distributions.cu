//! launch: grid=1 block=64
//! argument: f64[64]:zeros
//! argument: f64[64]:zeros
//! argument: i32[4]:zeros
//! result: 2 = 1 1 1 1
// The mean and the variance of Poisson numbers between 64 and 4000, and what is below and above.
#include <curand_kernel.h>
__device__ bool fits(const double* sums, const double* squares, double lambda) {
    double sum = 0, square = 0;
    for (int i = 0; i < 64; ++i) sum += sums[i], square += squares[i];
    double n = 64 * 200, mean = sum / n, variance = square / n - mean * mean;
    return fabs(mean - lambda) < 4 * sqrt(lambda / n) && fabs(variance / lambda - 1) < 0.06;
}
__global__ void poisson(double* sums, double* squares, int* fine) {
    const double lambdas[4] = {3, 64, 500, 10000};
    curandStatePhilox4_32_10_t state;
    curand_init(7, threadIdx.x, 0, &state);
    for (int i = 0; i < 4; ++i) {
        double sum = 0, square = 0;
        for (int k = 0; k < 50; ++k) {
            uint4 four = curand_poisson4(&state, lambdas[i]);
            for (unsigned value : {four.x, four.y, four.z, four.w}) sum += value, square += (double)value * value;
        }
        sums[threadIdx.x] = sum;
        squares[threadIdx.x] = square;
        __syncthreads();
        if (threadIdx.x == 0) fine[i] = fits(sums, squares, lambdas[i]);
        __syncthreads();
    }
}
