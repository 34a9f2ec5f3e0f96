#include <mpi.h>
#include <cstdio>
__global__ void fill(int* a, int v) { a[threadIdx.x] = v; }
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, *d, h[32];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc(&d, 128);
    fill<<<1, 32>>>(d, rank + 10);
    cudaDeviceSynchronize();
    if (rank == 0) MPI_Send(d, 32, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) { MPI_Recv(d, 32, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost); printf("%d\n", h[31]); }
    cudaFree(d);
    MPI_Finalize();
}
