// One workload on one GPU and shared by all that there are: how many times as fast?
//     split_work [ELEMENTS of a vector] [EDGE of the heat map] [STEPS] [EDGE of the matrices]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CHECK(call)                                                                                       \
    do {                                                                                                  \
        if (const cudaError_t error = (call); error != cudaSuccess) {                                     \
            std::printf("%s in line %d: %s\n", #call, __LINE__, cudaGetErrorString(error));               \
            std::exit(1);                                                                                 \
        }                                                                                                 \
    } while (false)

__global__ void add(const float* a, const float* b, float* c, size_t n) {
    const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void fill(float* a, size_t n, size_t first) {
    const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
    if (i < n) a[i] = static_cast<float>((first + i) % 1000) * 0.001f;
}

// Rows `first` to `end` of a step; row 0 of the arrays is the halo above.
__global__ void heat(const float* before, float* after, int width, int first, int end) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = first + blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= end) return;
    const size_t i = size_t(y) * width + x;
    const float here = before[i], left = x > 0 ? before[i - 1] : here, right = x + 1 < width ? before[i + 1] : here;
    after[i] = here + 0.2f * (left + right + before[i - width] + before[i + width] - 4 * here);
}

constexpr int kTile = 16;
__global__ void multiply(const float* a, const float* b, float* c, int n, int rows) {
    __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
    const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += kTile) {
        tile_a[threadIdx.y][threadIdx.x] = y < rows && k + int(threadIdx.x) < n ? a[size_t(y) * n + k + threadIdx.x] : 0.0f;
        tile_b[threadIdx.y][threadIdx.x] = x < n && k + int(threadIdx.y) < n ? b[size_t(k + threadIdx.y) * n + x] : 0.0f;
        __syncthreads();
        for (int i = 0; i < kTile; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads();
    }
    if (x < n && y < rows) c[size_t(y) * n + x] = sum;
}

unsigned blocks(size_t n, unsigned size) { return static_cast<unsigned>((n + size - 1) / size); }

float* make(size_t n, size_t first) {
    float* a = nullptr;
    CHECK(cudaMalloc(&a, n * sizeof(float)));
    fill<<<blocks(n, 256), 256>>>(a, n, first);
    CHECK(cudaGetLastError());
    return a;
}

void wait_for_all(int gpus) {
    for (int g = 0; g < gpus; ++g) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaDeviceSynchronize());
    }
}

// The median of five, after one to warm up; milliseconds.
double time_of(int gpus, const std::function<void()>& work) {
    std::vector<double> times;
    for (int i = 0; i < 6; ++i) {
        wait_for_all(gpus);
        const auto begin = std::chrono::steady_clock::now();
        work();
        wait_for_all(gpus);
        if (i > 0) times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

double sum_of(const float* a, size_t n) {
    std::vector<float> host(n);
    CHECK(cudaMemcpy(host.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (const float x : host) sum += x;
    return sum;
}

struct Outcome {
    double ms = 0, sum = 0;  // of what was computed: the same on one GPU and on several
};

Outcome vectors(int gpus, size_t n) {
    std::vector<float*> a, b, c;
    std::vector<size_t> count;
    for (int g = 0; g < gpus; ++g) {
        const size_t first = n * g / gpus, end = n * (g + 1) / gpus;
        CHECK(cudaSetDevice(g));
        count.push_back(end - first);
        a.push_back(make(end - first, first));
        b.push_back(make(end - first, first));
        c.push_back(make(end - first, 0));
    }
    Outcome out;
    out.ms = time_of(gpus, [&] {
        for (int repeat = 0; repeat < 10; ++repeat)
            for (int g = 0; g < gpus; ++g) {
                CHECK(cudaSetDevice(g));
                add<<<blocks(count[g], 256), 256>>>(a[g], b[g], c[g], count[g]);
            }
    });
    for (int g = 0; g < gpus; ++g) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaGetLastError());
        out.sum += sum_of(c[g], count[g]);
        CHECK(cudaFree(a[g]));
        CHECK(cudaFree(b[g]));
        CHECK(cudaFree(c[g]));
    }
    return out;
}

// Each GPU has its rows and a halo row above and below. The rows at an edge come first, in a stream of their own, and are
// copied to the neighbour while the rows inside are computed.
Outcome rows_of_heat(int gpus, int edge, int steps) {
    struct Part {
        float* field[2] = {};
        int rows = 0;
        cudaStream_t inside = nullptr, edges = nullptr;
        cudaEvent_t inside_done = nullptr, edges_sent = nullptr;
    };
    std::vector<Part> parts(gpus);
    for (int g = 0; g < gpus; ++g) {
        CHECK(cudaSetDevice(g));
        for (const int other : {g - 1, g + 1}) {
            int can = 0;
            if (other < 0 || other >= gpus) continue;
            CHECK(cudaDeviceCanAccessPeer(&can, g, other));
            if (can != 0 && cudaDeviceEnablePeerAccess(other, 0) == cudaErrorPeerAccessAlreadyEnabled) cudaGetLastError();
        }
        Part& part = parts[g];
        const int first = static_cast<int>(size_t(edge) * g / gpus);
        part.rows = static_cast<int>(size_t(edge) * (g + 1) / gpus) - first;
        for (float*& field : part.field) field = make(size_t(part.rows + 2) * edge, size_t(first) * edge);
        CHECK(cudaStreamCreateWithFlags(&part.inside, cudaStreamNonBlocking));
        CHECK(cudaStreamCreateWithFlags(&part.edges, cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&part.inside_done, cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&part.edges_sent, cudaEventDisableTiming));
    }
    wait_for_all(gpus);
    const auto row = [&](int g, int field, int y) { return parts[g].field[field] + size_t(y) * edge; };
    const size_t bytes = size_t(edge) * sizeof(float);
    Outcome out;
    out.ms = time_of(gpus, [&] {
        for (int step = 0; step < steps; ++step) {
            const int from = step % 2, to = 1 - from;
            for (int g = 0; g < gpus; ++g) {
                CHECK(cudaSetDevice(g));
                Part& part = parts[g];
                const dim3 threads(128, 2);
                // what the step before sent here, and what it computed here
                for (const int other : {g - 1, g, g + 1})
                    if (step > 0 && other >= 0 && other < gpus) {
                        CHECK(cudaStreamWaitEvent(part.edges, parts[other].edges_sent, 0));
                        CHECK(cudaStreamWaitEvent(part.inside, parts[other].edges_sent, 0));
                    }
                if (step > 0) CHECK(cudaStreamWaitEvent(part.edges, part.inside_done, 0));
            }
            for (int g = 0; g < gpus; ++g) {
                CHECK(cudaSetDevice(g));
                Part& part = parts[g];
                const dim3 line(blocks(edge, 256)), threads(256);
                heat<<<line, threads, 0, part.edges>>>(part.field[from], part.field[to], edge, 1, 2);
                heat<<<line, threads, 0, part.edges>>>(part.field[from], part.field[to], edge, part.rows, part.rows + 1);
                if (g > 0) CHECK(cudaMemcpyPeerAsync(row(g - 1, to, parts[g - 1].rows + 1), g - 1, row(g, to, 1), g, bytes, part.edges));
                if (g + 1 < gpus) CHECK(cudaMemcpyPeerAsync(row(g + 1, to, 0), g + 1, row(g, to, part.rows), g, bytes, part.edges));
                const dim3 area(blocks(edge, 128), blocks(part.rows - 2, 2));
                heat<<<area, dim3(128, 2), 0, part.inside>>>(part.field[from], part.field[to], edge, 2, part.rows);
            }
            for (int g = 0; g < gpus; ++g) {
                CHECK(cudaSetDevice(g));
                CHECK(cudaEventRecord(parts[g].edges_sent, parts[g].edges));
                CHECK(cudaEventRecord(parts[g].inside_done, parts[g].inside));
            }
        }
    });
    for (int g = 0; g < gpus; ++g) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaGetLastError());
        out.sum += sum_of(row(g, 0, 1), size_t(parts[g].rows) * edge);
        for (float* field : parts[g].field) CHECK(cudaFree(field));
        CHECK(cudaStreamDestroy(parts[g].inside));
        CHECK(cudaStreamDestroy(parts[g].edges));
        CHECK(cudaEventDestroy(parts[g].inside_done));
        CHECK(cudaEventDestroy(parts[g].edges_sent));
    }
    return out;
}

Outcome matrices(int gpus, int n) {
    std::vector<float*> a, b, c;
    std::vector<int> rows;
    for (int g = 0; g < gpus; ++g) {
        const int first = static_cast<int>(size_t(n) * g / gpus), end = static_cast<int>(size_t(n) * (g + 1) / gpus);
        CHECK(cudaSetDevice(g));
        rows.push_back(end - first);
        a.push_back(make(size_t(end - first) * n, size_t(first) * n));
        b.push_back(make(size_t(n) * n, 0));
        c.push_back(make(size_t(end - first) * n, 0));
    }
    Outcome out;
    out.ms = time_of(gpus, [&] {
        for (int g = 0; g < gpus; ++g) {
            CHECK(cudaSetDevice(g));
            multiply<<<dim3(blocks(n, kTile), blocks(rows[g], kTile)), dim3(kTile, kTile)>>>(a[g], b[g], c[g], n, rows[g]);
        }
    });
    for (int g = 0; g < gpus; ++g) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaGetLastError());
        out.sum += sum_of(c[g], size_t(rows[g]) * n);
        CHECK(cudaFree(a[g]));
        CHECK(cudaFree(b[g]));
        CHECK(cudaFree(c[g]));
    }
    return out;
}

int main(int argc, char** argv) {
    const auto given = [&](int i, long usual) { return argc > i ? std::atol(argv[i]) : usual; };
    const size_t n = given(1, 1 << 28);
    const int edge = static_cast<int>(given(2, 16384)), steps = static_cast<int>(given(3, 200)), size = static_cast<int>(given(4, 8192));
    int gpus = 0;
    CHECK(cudaGetDeviceCount(&gpus));
    std::printf("%-10s %5s %12s %8s\n", "workload", "GPUs", "ms", "speedup");
    const auto compare = [&](const char* name, const std::function<Outcome(int)>& run) {
        const Outcome one = run(1);
        std::printf("%-10s %5d %12.3f %8s\n", name, 1, one.ms, "1.00");
        for (int some = 2; some <= gpus; some *= 2) {
            const Outcome several = run(some);
            const bool same = std::abs(several.sum - one.sum) <= 1e-6 * std::abs(one.sum);
            std::printf("%-10s %5d %12.3f %8.2f%s\n", name, some, several.ms, one.ms / several.ms, same ? "" : "  WRONG");
        }
    };
    compare("vectors", [&](int some) { return vectors(some, n); });
    compare("heat", [&](int some) { return rows_of_heat(some, edge, steps); });
    compare("matrices", [&](int some) { return matrices(some, size); });
}
