#include <mpi.h>
#include <cstdio>
__global__ void square(int* a) { a[threadIdx.x] *= a[threadIdx.x]; }
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int a[4] = {rank, rank + 1, rank + 2, rank + 3}, *d;
    cudaMalloc(&d, sizeof a);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    square<<<1, 4>>>(d);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(d);
    int sum = 0, all = 0;
    for (int x : a) sum += x;
    MPI_Reduce(&sum, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("rank %d of %d: %d\n", rank, ranks, sum);
    if (rank == 0) printf("total %d\n", all);
    MPI_Finalize();
    return 0;
}
