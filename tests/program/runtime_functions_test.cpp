// The functions of CUDA's runtime take the arguments that CUDA's headers say, with the same defaults (runtime_functions.txt).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "base/files.h"
#include "program/compile/compile_program.h"
#include "program/runtime/api_table.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

struct Known {
    std::string name;
    int parameters = 0, needed = 0;
    std::string overloaded;
};

std::vector<Known> known_functions() {
    std::istringstream lines(read_file(std::filesystem::path(WARPWISE_TEST_DATA) / "runtime_functions.txt").value());
    std::vector<Known> out;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        std::istringstream words(line);
        Known& known = out.emplace_back();
        words >> known.name >> known.parameters >> known.needed >> known.overloaded;
    }
    return out;
}

std::string listed(int count, const char* word) {
    std::string out;
    for (int i = 0; i < count; ++i) out += i == 0 ? word : std::string(", ") + word;
    return out;
}

// What is wrong with a program, one line for each error.
std::string errors_of(const std::string& text) {
    const test::TemporaryFolder folder;
    folder.write("calls.cu", text);
    ProgramText program;
    program.file = folder.path() / "calls.cu";
    const auto compiled = compile_host_side(program);
    std::string out;
    if (compiled) return out;
    std::istringstream source(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(source, line);) lines.push_back(line);
    for (const Diagnostic& each : compiled.error())
        if (each.severity == Severity::error && each.line > 0)
            out += fmt::format("{}\n  {}\n", lines.at(static_cast<std::size_t>(each.line - 1)), each.message);
    return out;
}

// An argument that becomes whatever a parameter is.
constexpr const char* kAnyArgument = R"(
#include <type_traits>
struct Any { template <typename T> operator T() const; };
)";

TEST(FunctionsOfTheRuntime, HaveTheDefaultArgumentsOfCuda) {
    std::string text = std::string(kAnyArgument) + "Any any;\nint main() {\n";
    for (const Known& known : known_functions())
        for (int given = known.needed; given <= known.parameters && known.overloaded.empty(); ++given)
            text += fmt::format("    (void)sizeof({}({}));\n", known.name, listed(given, "any"));
    EXPECT_EQ(errors_of(text + "}\n"), "");
}

TEST(FunctionsOfTheRuntime, NeedTheArgumentsThatCudaNeeds) {
    std::string text = std::string(kAnyArgument) + "int main() {\n";
    for (const Known& known : known_functions()) {
        if (known.needed == 0) continue;
        text += fmt::format(
            "    {{ auto f = [](auto... a) -> decltype({}(a...)) {{ throw 0; }}; "
            "static_assert(!std::is_invocable_v<decltype(f){}>); }}\n",
            known.name, known.needed == 1 ? "" : ", " + listed(known.needed - 1, "Any"));
    }
    EXPECT_EQ(errors_of(text + "}\n"), "");
}

// The forms that only C++ has deduce a type from an argument.
TEST(FunctionsOfTheRuntime, HaveTheDefaultArgumentsOfTheirCppForms) {
    const char* calls = R"(
__global__ void kernel(float*) {}
__device__ float variable[4];
size_t shared_of(int) { return 0; }
int main() {
    float* p; void* v; int n; size_t z; cudaStream_t s = 0; cudaEvent_t e; void** a = nullptr; cudaMemPool_t pool = nullptr;
    (void)sizeof(cudaMemAdvise(p, z, cudaMemAdviseSetReadMostly, 0));
    (void)sizeof(cudaMemPrefetchAsync(p, z, 0));
    (void)sizeof(cudaMemPrefetchAsync(p, z, 0, s));
    (void)sizeof(cudaMalloc(&p, z));
    (void)sizeof(cudaMallocHost(&p, z));
    (void)sizeof(cudaMallocHost(&p, z, 0));
    (void)sizeof(cudaMallocHost(&v, z, 0));
    (void)sizeof(cudaHostAlloc(&p, z, 0));
    (void)sizeof(cudaHostGetDevicePointer(&p, v, 0));
    (void)sizeof(cudaMallocManaged(&p, z));
    (void)sizeof(cudaMallocManaged(&p, z, cudaMemAttachGlobal));
    (void)sizeof(cudaMallocPitch(&p, &z, z, z));
    (void)sizeof(cudaMallocAsync(&p, z, s));
    (void)sizeof(cudaMallocAsync(&p, z, pool, s));
    (void)sizeof(cudaMallocFromPoolAsync(&p, z, pool, s));
    (void)sizeof(cudaEventCreate(&e, 0));
    (void)sizeof(cudaStreamAttachMemAsync(s, p));
    (void)sizeof(cudaStreamAttachMemAsync(s, p, z));
    (void)sizeof(cudaStreamAttachMemAsync(s, p, z, cudaMemAttachSingle));
    (void)sizeof(cudaMemcpyToSymbol(variable, p, z));
    (void)sizeof(cudaMemcpyToSymbol(variable, p, z, 0));
    (void)sizeof(cudaMemcpyToSymbol(variable, p, z, 0, cudaMemcpyHostToDevice));
    (void)sizeof(cudaMemcpyToSymbolAsync(variable, p, z));
    (void)sizeof(cudaMemcpyToSymbolAsync(variable, p, z, 0));
    (void)sizeof(cudaMemcpyToSymbolAsync(variable, p, z, 0, cudaMemcpyHostToDevice));
    (void)sizeof(cudaMemcpyToSymbolAsync(variable, p, z, 0, cudaMemcpyHostToDevice, s));
    (void)sizeof(cudaMemcpyFromSymbol(p, variable, z));
    (void)sizeof(cudaMemcpyFromSymbol(p, variable, z, 0));
    (void)sizeof(cudaMemcpyFromSymbol(p, variable, z, 0, cudaMemcpyDeviceToHost));
    (void)sizeof(cudaMemcpyFromSymbolAsync(p, variable, z));
    (void)sizeof(cudaMemcpyFromSymbolAsync(p, variable, z, 0));
    (void)sizeof(cudaMemcpyFromSymbolAsync(p, variable, z, 0, cudaMemcpyDeviceToHost));
    (void)sizeof(cudaMemcpyFromSymbolAsync(p, variable, z, 0, cudaMemcpyDeviceToHost, s));
    (void)sizeof(cudaGetSymbolAddress(&v, variable));
    (void)sizeof(cudaGetSymbolSize(&z, variable));
    (void)sizeof(cudaLaunchKernel(kernel, dim3(1), dim3(1), a));
    (void)sizeof(cudaLaunchKernel(kernel, dim3(1), dim3(1), a, 0));
    (void)sizeof(cudaLaunchKernel(kernel, dim3(1), dim3(1), a, 0, s));
    (void)sizeof(cudaLaunchCooperativeKernel(kernel, dim3(1), dim3(1), a));
    (void)sizeof(cudaLaunchCooperativeKernel(kernel, dim3(1), dim3(1), a, 0));
    (void)sizeof(cudaLaunchCooperativeKernel(kernel, dim3(1), dim3(1), a, 0, s));
    (void)sizeof(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, 1, 0));
    (void)sizeof(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, kernel, 1, 0, 0));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSize(&n, &n, kernel));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSize(&n, &n, kernel, 0));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSize(&n, &n, kernel, 0, 0));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSizeWithFlags(&n, &n, kernel));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSizeWithFlags(&n, &n, kernel, 0, 0, 0));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&n, &n, kernel, shared_of));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&n, &n, kernel, shared_of, 0));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&n, &n, kernel, shared_of));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&n, &n, kernel, shared_of, 0));
    (void)sizeof(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&n, &n, kernel, shared_of, 0, 0));
}
)";
    EXPECT_EQ(errors_of(calls), "");
}

TEST(FunctionsOfTheRuntime, AreAllListed) {
    std::set<std::string> listed_names;
    for (const Known& known : known_functions()) listed_names.insert(known.name);
    std::vector<std::string> missing;
    for (const auto& functions : {api_functions(), peer_functions(), pool_functions(), graph_functions(), graph_launch_functions(),
                                  graph_node_functions(), capture_functions(), attribute_functions()})
        for (const HostFunction& each : functions)
            if (each.name.starts_with("cuda") && !listed_names.contains(std::string(each.name))) missing.emplace_back(each.name);
    EXPECT_EQ(missing, std::vector<std::string>());
}

}  // namespace
}  // namespace warpwise
