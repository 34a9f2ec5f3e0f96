// Compares the emulator's two tiers on the same launches, alternating, in one process and on one host thread; or compiled code on
// one host thread and on several.
//
// usage: build/release/native-ratio [ROUNDS [NAME [TRACE [THREADS]]]]    (target native-ratio; in the root of the repository)
//
// The two tiers: processor time, the median of ROUNDS rounds (5 by default). The last column is how much longer the first native
// launch took, as it compiles the code. With THREADS (2 or more): elapsed time, the lowest of all rounds, as other work on the
// machine takes processors away.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/cpu_isa.h"
#include "simt/compile/compile.h"
#include "simt/execute/block_memory.h"
#include "simt/execute/execute.h"
#include "simt/native/native_store.h"

namespace warpwise {
namespace {

struct Argument {
    enum class Kind { floats, integers, wholes, doubles, scalar_int, scalar_float } kind = Kind::scalar_int;
    std::size_t count = 0;  // of an array
    double value = 0;       // of a scalar
};
Argument floats(std::size_t count) { return {Argument::Kind::floats, count}; }
Argument integers(std::size_t count) { return {Argument::Kind::integers, count}; }
Argument doubles(std::size_t count) { return {Argument::Kind::doubles, count}; }
Argument number(int value) { return {Argument::Kind::scalar_int, 0, static_cast<double>(value)}; }
Argument real(double value) { return {Argument::Kind::scalar_float, 0, value}; }

struct Case {
    std::string name, source, entry;  // `source`: a file, or a text with a line end
    LaunchShape shape;
    std::vector<Argument> arguments;
};

std::string read_text(const std::string& source) {
    if (source.contains('\n')) return source;
    std::ifstream file(source);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

template <typename T>
simt::ArgumentBytes bytes_of(T value) {
    simt::ArgumentBytes out(sizeof value);
    std::memcpy(out.data(), &value, sizeof value);
    return out;
}

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Launch {
    simt::Memory memory;
    std::vector<simt::ArgumentBytes> arguments;

    template <typename T>
    void add_array(const std::string& name, std::size_t count, std::size_t index) {
        const auto base = memory.allocate(name, count * sizeof(T), sizeof(T), index);
        auto* values = reinterpret_cast<T*>(memory.host(*base, count * sizeof(T)));
        for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>((i * 2654435761u >> 7) % 251) / T{1};
        arguments.push_back(bytes_of(*base));
    }
    Launch(const simt::CompiledKernel& kernel, const Case& each) {
        (void)simt::prepare_memory(kernel.program, memory);
        for (std::size_t i = 0; i < each.arguments.size(); ++i) {
            const Argument& from = each.arguments[i];
            const std::string& name = kernel.parameters[i].name;
            switch (from.kind) {
                case Argument::Kind::floats: add_array<float>(name, from.count, i); break;
                case Argument::Kind::integers: add_array<std::int32_t>(name, from.count, i); break;
                case Argument::Kind::wholes: add_array<std::int64_t>(name, from.count, i); break;
                case Argument::Kind::doubles: add_array<double>(name, from.count, i); break;
                case Argument::Kind::scalar_int: arguments.push_back(bytes_of(static_cast<std::int32_t>(from.value))); break;
                case Argument::Kind::scalar_float: arguments.push_back(bytes_of(static_cast<float>(from.value))); break;
            }
        }
    }
};

constexpr const char* traces[] = {"none", "counters", "full"};

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

simt::BlockPool& block_pool() {
    static simt::BlockPool pool;
    return pool;
}

// Nothing: it says why.
std::optional<simt::CompiledKernel> compiled(const Case& each) {
    auto kernel = simt::compile(read_text(each.source), each.entry, each.name);
    if (kernel) return std::move(*kernel);
    fmt::print("{}: {}\n", each.name, text_of(kernel.error()));
    return std::nullopt;
}

double elapsed_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void compare_threads(const Case& each, simt::TraceLevel trace, int rounds, int threads) {
    const auto kernel = compiled(each);
    if (!kernel) return;
    std::vector<double> seconds[2];
    for (int round = 0; round <= rounds; ++round) {
        for (int several = 0; several < 2; ++several) {
            Launch launch(*kernel, each);
            const simt::ExecuteOptions options{
                .threads = several ? threads : 1, .trace = trace, .tier = simt::Tier::native, .pool = &block_pool()};
            const double begin = elapsed_seconds();
            const auto outcome = simt::execute(kernel->program, kernel->program.functions[kernel->entry], each.shape,
                                               launch.arguments, launch.memory, options);
            if (outcome.fault) fmt::print("{}: {}\n", each.name, text_of(*outcome.fault));
            if (round > 0) seconds[several].push_back(elapsed_seconds() - begin);
        }
    }
    const double one = std::ranges::min(seconds[0]), many = std::ranges::min(seconds[1]);
    fmt::print("{:26} {:9} {:10.2f} ms {:10.2f} ms {:7.2f} times\n", each.name, traces[static_cast<int>(trace)], one * 1e3,
               many * 1e3, one / many);
    std::fflush(stdout);
}

void compare(const Case& each, simt::TraceLevel trace, int rounds) {
    const auto kernel = compiled(each);
    if (!kernel) return;
    std::vector<double> seconds[2];
    std::uint64_t instructions[2] = {};
    double first = 0;
    for (int round = 0; round <= rounds; ++round) {
        for (int tier = 0; tier < 2; ++tier) {
            Launch launch(*kernel, each);
            const simt::ExecuteOptions options{
                .threads = 1, .trace = trace, .tier = tier ? simt::Tier::native : simt::Tier::interpreted, .pool = &block_pool()};
            const double begin = processor_seconds();
            const auto outcome = simt::execute(kernel->program, kernel->program.functions[kernel->entry], each.shape,
                                               launch.arguments, launch.memory, options);
            const double taken = processor_seconds() - begin;
            if (outcome.fault) {
                fmt::print("{}: {}\n", each.name, text_of(*outcome.fault));
                return;
            }
            instructions[tier] = outcome.warp_instructions;
            if (round > 0) seconds[tier].push_back(taken);  // the first one warms up, and makes the code
            if (round == 0 && tier) first = taken;
        }
    }
    const double interpreted = median(seconds[0]), native = median(seconds[1]);
    fmt::print("{:26} {:9} {:8.2f} M {:10.2f} ms {:10.2f} ms {:7.2f} times {:7.1f} ms{}\n", each.name,
               traces[static_cast<int>(trace)], static_cast<double>(instructions[0]) * 1e-6, interpreted * 1e3, native * 1e3,
               interpreted / native, (first - native) * 1e3,
               instructions[0] == instructions[1] ? "" : "   THE INSTRUCTIONS DIFFER");
    std::fflush(stdout);
}

LaunchShape shape(Dim3 grid, Dim3 block) { return {grid, block, 0}; }

int run(int rounds, const std::string& wanted, const std::string& only, int threads) {
    const std::size_t million = 1 << 20;
    const std::vector<Case> cases{
        {"vector add, 1 M",
         "kernels/arithmetic/vector_add/1_thread_per_element.cu",
         "vector_add<float>",
         shape({4096, 1, 1}, {256, 1, 1}),
         {floats(million), floats(million), floats(million), number(million)}},
        {"tiled matmul 512^3",
         "kernels/linear_algebra/matmul/2_tiled.cu",
         "matmul_tiled<float>",
         shape({32, 32, 1}, {16, 16, 1}),
         {floats(512 * 512), floats(512 * 512), floats(512 * 512), number(512)}},
        {"Mandelbrot 1024^2 x 256",
         "kernels/images/mandelbrot/1_thread_per_pixel.cu",
         "mandelbrot",
         shape({64, 64, 1}, {16, 16, 1}),
         {integers(million), number(1024), number(1024), real(-2), real(-1.5), real(3.0 / 1024), number(256)}},
        {"atomics to one word",
         "__global__ void k(int* sum, int n) {\n for (int i = 0; i < n; ++i) atomicAdd(sum, i); }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {integers(1), number(64)}},
        {"shuffles",
         "__global__ void k(float* out, int n) {\n float x = out[blockIdx.x * blockDim.x + threadIdx.x]; for (int i = 0; i < n; "
         "++i) "
         "for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d) * 0.01f;\n out[blockIdx.x * blockDim.x + threadIdx.x] = "
         "x; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {floats(64 * 256), number(200)}},
        {"f64",
         "__global__ void k(double* out, int n) {\n double x = out[blockIdx.x * blockDim.x + threadIdx.x]; for (int i = 0; i < n; "
         "++i) x "
         "= x * 1.0000001 + 0.5 / (x + 1.0);\n out[blockIdx.x * blockDim.x + threadIdx.x] = x; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {doubles(64 * 256), number(1000)}},
        {"f16",
         "#include <cuda_fp16.h>\n__global__ void k(float* out, int n) {\n __half x = __float2half(out[blockIdx.x * blockDim.x + "
         "threadIdx.x]); "
         "for (int i = 0; i < n; ++i) x = __hfma(x, __float2half(0.5f), __float2half(1.0f));\n out[blockIdx.x * blockDim.x + "
         "threadIdx.x] = "
         "__half2float(x); }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {floats(64 * 256), number(1000)}},
        {"divergent loops",
         "__global__ void k(int* out, int n) {\n int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0; for (int j = 0; j < n + i % "
         "32 * "
         "7; ++j) { if ((i + j) % 3) x += j * i; else x ^= j; }\n out[i] = x; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {integers(64 * 256), number(300)}},
        {"calls",
         "__device__ __noinline__ int f(int x, int y) { return x > y ? x - y : y * 3 + x; }\n__global__ void k(int* out, int n) "
         "{\n int i = "
         "blockIdx.x * blockDim.x + threadIdx.x, x = i; for (int j = 0; j < n; ++j) x = f(x, j);\n out[i] = x; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {integers(64 * 256), number(500)}},
        {"local array",
         "__global__ void k(float* out, int n) {\n float a[64]; int i = blockIdx.x * blockDim.x + threadIdx.x; for (int j = 0; j < "
         "64; ++j) "
         "a[j] = out[i] + j; for (int j = 0; j < n; ++j) a[(j * 7 + i) % 64] += a[j % 64];\n out[i] = a[i % 64]; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {floats(64 * 256), number(300)}},
        {"switch",
         "__global__ void k(int* out, int n) {\n int i = blockIdx.x * blockDim.x + threadIdx.x, x = i; for (int j = 0; j < n; ++j) "
         "switch (j % 7) { case 0: x += 3; break; case 1: x ^= j; break; case 2: x *= 5; break; case 3: x -= i; break; case 4: "
         "x |= 1; break; default: x = x / 3 + out[i]; }\n out[i] = x; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {integers(64 * 256), number(500)}},
        {"histogram",
         "__global__ void k(int* out, int n) {\n __shared__ int s[256]; s[threadIdx.x] = 0; __syncthreads(); int i = blockIdx.x * "
         "blockDim.x + threadIdx.x; for (int j = 0; j < n; ++j) atomicAdd(&s[(i * 2654435761u + j * 40503u) >> 24], 1); "
         "__syncthreads(); atomicAdd(&out[threadIdx.x], s[threadIdx.x]); }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {integers(256), number(100)}},
        {"strided reads",
         "__global__ void k(float* out, const float* in, int n) {\n int i = blockIdx.x * blockDim.x + threadIdx.x; float x = 0; "
         "for (int j = "
         "0; j < n; ++j) x += in[(i * 17 + j * 129) % 65536];\n out[i] = x; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {floats(64 * 256), floats(65536), number(300)}},
        {"shared reduction",
         "__global__ void k(float* out, const float* in, int n) {\n __shared__ float s[256]; float t = 0; for (int j = 0; j < n; "
         "++j) { "
         "s[threadIdx.x] = in[(blockIdx.x * 256 + threadIdx.x + j) % 16384]; __syncthreads(); for (int d = 128; d; d /= 2) { if "
         "(threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); } t += s[0]; __syncthreads(); }\n "
         "out[blockIdx.x * "
         "256 + threadIdx.x] = t; }",
         "k",
         shape({64, 1, 1}, {256, 1, 1}),
         {floats(64 * 256), floats(16384), number(30)}},
    };
    if (threads > 1)
        fmt::print("{}\n{:26} {:9} {:>13} {:>10} threads\n", name_of(isa_here()), "", "trace", "1 thread", threads);
    else
        fmt::print("{}, one thread\n{:26} {:9} {:>10} {:>13} {:>13} {:>13} {:>10}\n", name_of(isa_here()), "", "trace",
                   "warp instr.", "interpreted", "native", "", "code made");
    for (const simt::TraceLevel trace : {simt::TraceLevel::none, simt::TraceLevel::counters, simt::TraceLevel::full})
        for (const Case& each : cases)
            if (each.name.contains(wanted) && (only.empty() || only == traces[static_cast<int>(trace)]))
                threads > 1 ? compare_threads(each, trace, rounds, threads) : compare(each, trace, rounds);
    return 0;
}

}  // namespace
}  // namespace warpwise

int main(int count, char** arguments) {
    return warpwise::run(count > 1 ? std::max(1, std::atoi(arguments[1])) : 5, count > 2 ? arguments[2] : "",
                         count > 3 ? arguments[3] : "", count > 4 ? std::atoi(arguments[4]) : 1);
}
