#include <mpi.h>
#include <cstdio>
#include <vector>
__global__ void one() {}
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    one<<<1, 1>>>();
    cudaDeviceSynchronize();
    std::vector<double> mine(1 << 20), other(1 << 20);
    if (rank == 0) {
        MPI_Send(mine.data(), 1 << 20, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
        MPI_Recv(other.data(), 1 << 20, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(mine.data(), 1 << 20, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
        MPI_Recv(other.data(), 1 << 20, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}
