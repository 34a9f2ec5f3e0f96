// cuRAND's host interface. The integers and uniform numbers are those of cuRAND's own generators of the CPU.
// prints: XORWOW 624778773 3522650202 2363946744
// prints: MRG32k3a 3379073520 653317650 4012281984
// prints: Philox 546353992 3665621163 1140953199
// prints: uniform 0.145468 0.820181, third 0.550399
// prints: doubles 0.853469 0.796055 0.112276
// prints: normal 0.780974 -1.801578, log-normal 2.183597
// prints: mean 5.0, deviation 2.0; Poisson mean 12.0, variance 12.0
// prints: a graph: 624778773, then 2363946744
// prints: destroyed: 101, odd: 105
#include <curand.h>
#include <cmath>
#include <cstdio>
#include <vector>

template <typename T>
std::vector<T> read(const T* d, int n) {
    std::vector<T> h(n);
    cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return h;
}

int main() {
    constexpr int n = 1 << 16;
    unsigned* bits;
    float* f;
    double* d;
    cudaMalloc(&bits, n * sizeof(unsigned));
    cudaMalloc(&f, n * sizeof(float));
    cudaMalloc(&d, n * sizeof(double));
    curandGenerator_t g;
    const struct {
        curandRngType_t type;
        const char* name;
    } types[] = {{CURAND_RNG_PSEUDO_XORWOW, "XORWOW"}, {CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a"}, {CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox"}};
    for (const auto& [type, name] : types) {
        if (curandCreateGenerator(&g, type) != CURAND_STATUS_SUCCESS) return 1;
        curandSetPseudoRandomGeneratorSeed(g, 1234);
        if (curandGenerate(g, bits, 3) != CURAND_STATUS_SUCCESS) return 2;
        const auto h = read(bits, 3);
        std::printf("%s %u %u %u\n", name, h[0], h[1], h[2]);
        if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) break;
        curandDestroyGenerator(g);
    }
    curandGenerator_t host;
    float two[2], third;
    if (curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_DEFAULT)) return 3;
    curandSetPseudoRandomGeneratorSeed(host, 1234);
    if (curandGenerateUniform(host, two, 2)) return 4;
    curandSetGeneratorOffset(host, 2);
    if (curandGenerateUniform(host, &third, 1)) return 5;
    std::printf("uniform %.6f %.6f, third %.6f\n", two[0], two[1], third);

    curandSetPseudoRandomGeneratorSeed(g, 1234);
    if (curandGenerateUniformDouble(g, d, 3)) return 6;
    const auto doubles = read(d, 3);
    std::printf("doubles %.6f %.6f %.6f\n", doubles[0], doubles[1], doubles[2]);
    curandSetGeneratorOffset(host, 0);
    if (curandGenerateNormal(host, two, 2, 0, 1)) return 7;
    float pair[2];
    curandSetGeneratorOffset(host, 0);
    if (curandGenerateLogNormal(host, pair, 2, 0, 1)) return 8;
    std::printf("normal %.6f %.6f, log-normal %.6f\n", two[0], two[1], pair[0]);

    if (curandGenerateNormalDouble(g, d, n, 5, 2) || curandGeneratePoisson(g, bits, n, 12)) return 9;
    double mean = 0, square = 0, poisson = 0, poisson_square = 0;
    for (const double x : read(d, n)) mean += x / n, square += x * x / n;
    for (const double x : read(bits, n)) poisson += x / n, poisson_square += x * x / n;
    const double variance = poisson_square - poisson * poisson;
    std::printf("mean %.1f, deviation %.1f; Poisson mean %.1f, variance %.1f\n", mean, std::sqrt(square - mean * mean),
                std::round(poisson * 10) / 10, std::round(variance * 2) / 2);

    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    curandGenerator_t captured;
    cudaStreamCreate(&stream);
    if (curandCreateGenerator(&captured, CURAND_RNG_PSEUDO_DEFAULT)) return 10;
    curandSetPseudoRandomGeneratorSeed(captured, 1234);
    curandSetStream(captured, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    if (curandGenerate(captured, bits, 2)) return 11;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    const unsigned first = read(bits, 1)[0];
    cudaGraphLaunch(exec, stream);
    std::printf("a graph: %u, then %u\n", first, read(bits, 1)[0]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    const int odd = curandGenerateNormal(captured, f, 3, 0, 1);
    curandDestroyGenerator(captured);
    const int gone = curandGenerate(captured, bits, 2);
    std::printf("destroyed: %d, odd: %d\n", gone, odd);
    curandDestroyGenerator(g);
    curandDestroyGenerator(host);
    cudaStreamDestroy(stream);
    cudaFree(bits);
    cudaFree(f);
    cudaFree(d);
}
