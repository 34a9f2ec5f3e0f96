#include <mpi.h>
#include <cstdio>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2000; ++i) printf("line %d of rank %d, with some words behind it\n", i, rank);
    MPI_Finalize();
}
