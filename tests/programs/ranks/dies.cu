#include <mpi.h>
#include <cstdio>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, got;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) *(volatile int*)0 = 1;
    MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
