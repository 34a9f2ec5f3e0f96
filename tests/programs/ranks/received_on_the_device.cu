// A message goes to memory of the GPU that nothing else has written: the kernel that reads it is right.
#include <cuda_runtime.h>
#include <mpi.h>

#include <cstdio>

__global__ void twice(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *in = nullptr, *out = nullptr, host[32];
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < 32; ++i) host[i] = i;
    if (rank == 0) cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    MPI_Bcast(in, 32, MPI_INT, 0, MPI_COMM_WORLD);
    twice<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("rank %d: %d\n", rank, host[31]);
    cudaFree(in);
    cudaFree(out);
    MPI_Finalize();
}
