// Each rank sends its parts of the chunks straight to the ranks that add them up, and the sums straight back.
// The sum of an array over all ranks, on every rank, around a ring: program N
#include <cuda_runtime.h>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void add(float* x, const float* incoming, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) x[i] += incoming[i];
}

// Adds `count` received numbers to the numbers at x, on this rank's GPU.
void add_on_gpu(float* x, const float* incoming, int count) {
    if (count == 0) return;
    float *d_x = nullptr, *d_incoming = nullptr;
    cudaMalloc(&d_x, count * sizeof(float));
    cudaMalloc(&d_incoming, count * sizeof(float));
    cudaMemcpy(d_x, x, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_incoming, incoming, count * sizeof(float), cudaMemcpyHostToDevice);
    add<<<(count + 127) / 128, 128>>>(d_x, d_incoming, count);
    cudaMemcpy(x, d_x, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_incoming);
}

// Afterwards, x of every rank holds the sum of the x of all ranks.
void sum_over_ranks(float* x, int n, int rank, int ranks) {
    const int each = (n + ranks - 1) / ranks;
    const auto begin = [&](int chunk) { return std::min(n, chunk * each); };
    const auto length = [&](int chunk) { return std::min(n, (chunk + 1) * each) - begin(chunk); };
    std::vector<float> incoming(each);
    for (int step = 1; step < ranks; ++step) {
        const int to = (rank + step) % ranks, from = (rank - step + ranks) % ranks;
        MPI_Sendrecv(x + begin(to), length(to), MPI_FLOAT, to, 0, incoming.data(), length(rank), MPI_FLOAT, from, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        add_on_gpu(x + begin(rank), incoming.data(), length(rank));
    }
    for (int step = 1; step < ranks; ++step) {
        const int to = (rank + step) % ranks, from = (rank - step + ranks) % ranks;
        MPI_Sendrecv(x + begin(rank), length(rank), MPI_FLOAT, to, 1, x + begin(from), length(from), MPI_FLOAT, from, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    std::vector<float> x(n);
    for (int i = 0; i < n; ++i) x[i] = float(i % 13 + rank);
    sum_over_ranks(x.data(), n, rank, ranks);
    double all = 0, weighted = 0;
    for (int i = 0; i < n; ++i) all += x[i], weighted += double(x[i]) * (i % 101);
    std::printf("rank %d of %d: sum %.0f, weighted %.0f, first %.0f, last %.0f\n", rank, ranks, all, weighted, x[0], x[n - 1]);
    MPI_Finalize();
    return 0;
}
