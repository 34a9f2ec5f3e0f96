// Both ends of every copy: null, freed, too small, and on the wrong side. No call crashes, each fails, and says why.
#include <sys/mman.h>

#include <cstdlib>
#include <functional>

#include "program/graphs/graphs.h"
#include "program/runtime/copies.h"
#include "program/runtime/host_allocations.h"
#include "runtime_fixture.h"

namespace warpwise {
namespace {

constexpr std::size_t kBytes = 64, kShort = 16;

// malloc() as the program is linked to it: the runtime knows how much it gave.
void* host_memory(std::size_t bytes) {
    for (const HostFunction& function : host_allocation_functions())
        if (function.name == "malloc") return reinterpret_cast<void* (*)(std::size_t)>(function.address)(bytes);
    return nullptr;
}

enum class End { host, device, fixed };  // fixed: a variable or an array, which the call names itself

struct Call {
    const char* name;
    End to, from;
    std::function<cudaError_t(void* to, const void* from, std::size_t bytes)> run;
};

cudaMemcpy3DParms box(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    cudaMemcpy3DParms p{};
    p.dstPtr = {to, bytes / 2, bytes / 2, 2};
    p.srcPtr = {const_cast<void*>(from), bytes / 2, bytes / 2, 2};
    p.extent = {bytes / 2, 2, 1};
    p.kind = kind;
    return p;
}

class EveryCopy : public RuntimeTest {
  protected:
    std::vector<Call> calls() {
        const auto h2d = cudaMemcpyHostToDevice, d2h = cudaMemcpyDeviceToHost, d2d = cudaMemcpyDeviceToDevice;
        const void* values = &values_shadow();
        if (texels == nullptr) {
            const cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
            EXPECT_EQ(cudaMallocArray(&texels, &format, kBytes / 4, 1, 0), cudaSuccess);
        }
        cudaArray_t array = texels;
        return {
            {"cudaMemcpy to the device", End::device, End::host,
             [=](void* to, const void* from, std::size_t n) { return __warpwise_memcpy(to, from, n, h2d, kAny, kAny); }},
            {"cudaMemcpy to the host", End::host, End::device,
             [=](void* to, const void* from, std::size_t n) { return __warpwise_memcpy(to, from, n, d2h, kAny, kAny); }},
            {"cudaMemcpy on the device", End::device, End::device,
             [=](void* to, const void* from, std::size_t n) { return __warpwise_memcpy(to, from, n, d2d, kAny, kAny); }},
            {"cudaMemcpyAsync", End::device, End::host,
             [=](void* to, const void* from, std::size_t n) {
                 return __warpwise_memcpy_async(to, from, n, h2d, kAny, kAny, nullptr);
             }},
            {"cudaMemcpyPeer", End::device, End::device,
             [=](void* to, const void* from, std::size_t n) { return cudaMemcpyPeer(to, 0, from, 0, n); }},
            {"cudaMemcpyPeerAsync", End::device, End::device,
             [=](void* to, const void* from, std::size_t n) { return cudaMemcpyPeerAsync(to, 0, from, 0, n, nullptr); }},
            {"cudaMemcpy2D", End::device, End::host,
             [=](void* to, const void* from, std::size_t n) { return cudaMemcpy2D(to, n / 2, from, n / 2, n / 2, 2, h2d); }},
            {"cudaMemcpy2DAsync", End::host, End::device,
             [=](void* to, const void* from, std::size_t n) {
                 return cudaMemcpy2DAsync(to, n / 2, from, n / 2, n / 2, 2, d2h, nullptr);
             }},
            {"cudaMemcpy3D", End::device, End::host,
             [=](void* to, const void* from, std::size_t n) {
                 const auto p = box(to, from, n, h2d);
                 return cudaMemcpy3D(&p);
             }},
            {"cudaMemcpy3DAsync", End::host, End::device,
             [=](void* to, const void* from, std::size_t n) {
                 const auto p = box(to, from, n, d2h);
                 return cudaMemcpy3DAsync(&p, nullptr);
             }},
            {"cudaMemcpyToSymbol", End::fixed, End::host,
             [=](void*, const void* from, std::size_t n) { return __warpwise_copy_to_symbol(values, from, n, 0, h2d, kAny); }},
            {"cudaMemcpyToSymbol on the device", End::fixed, End::device,
             [=](void*, const void* from, std::size_t n) { return __warpwise_copy_to_symbol(values, from, n, 0, d2d, kAny); }},
            {"cudaMemcpyToSymbolAsync", End::fixed, End::host,
             [=](void*, const void* from, std::size_t n) {
                 return __warpwise_copy_to_symbol_async(values, from, n, 0, h2d, kAny, nullptr);
             }},
            {"cudaMemcpyFromSymbol", End::host, End::fixed,
             [=](void* to, const void*, std::size_t n) { return __warpwise_copy_from_symbol(to, values, n, 0, d2h, kAny); }},
            {"cudaMemcpyFromSymbolAsync", End::device, End::fixed,
             [=](void* to, const void*, std::size_t n) {
                 return __warpwise_copy_from_symbol_async(to, values, n, 0, d2d, kAny, nullptr);
             }},
            {"cudaMemcpyToArray", End::fixed, End::host,
             [=](void*, const void* from, std::size_t n) { return cudaMemcpyToArray(array, 0, 0, from, n, h2d); }},
            {"cudaMemcpyFromArray", End::host, End::fixed,
             [=](void* to, const void*, std::size_t n) { return cudaMemcpyFromArray(to, array, 0, 0, n, d2h); }},
            {"cudaMemcpy2DToArray", End::fixed, End::device,
             [=](void*, const void* from, std::size_t n) { return cudaMemcpy2DToArray(array, 0, 0, from, n, n, 1, d2d); }},
            {"cudaMemcpy2DFromArray", End::device, End::fixed,
             [=](void* to, const void*, std::size_t n) { return cudaMemcpy2DFromArray(to, n, array, 0, 0, n, 1, d2d); }},
            {"cudaMemset", End::device, End::fixed, [=](void* to, const void*, std::size_t n) { return cudaMemset(to, 1, n); }},
            {"cudaMemsetAsync", End::device, End::fixed,
             [=](void* to, const void*, std::size_t n) { return cudaMemsetAsync(to, 1, n, nullptr); }},
            {"cudaMemset2D", End::device, End::fixed,
             [=](void* to, const void*, std::size_t n) { return cudaMemset2D(to, n / 2, 1, n / 2, 2); }},
            {"cudaMemset2DAsync", End::device, End::fixed,
             [=](void* to, const void*, std::size_t n) { return cudaMemset2DAsync(to, n / 2, 1, n / 2, 2, nullptr); }},
            {"cudaMemset3D", End::device, End::fixed,
             [=](void* to, const void*, std::size_t n) { return cudaMemset3D({to, n / 2, n / 2, 2}, 1, {n / 2, 2, 1}); }},
            {"a node of a graph", End::device, End::host,
             [=](void* to, const void* from, std::size_t n) {
                 cudaGraph_t graph = nullptr;
                 cudaGraphNode_t node = nullptr;
                 cudaGraphExec_t exec = nullptr;
                 EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
                 EXPECT_EQ(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, from, n, h2d), cudaSuccess);
                 EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
                 const cudaError_t error = cudaGraphLaunch(exec, nullptr);
                 cudaGraphExecDestroy(exec);
                 cudaGraphDestroy(graph);
                 return error;
             }},
        };
    }
    static void* memory(End end, std::size_t bytes) {
        return end == End::host ? host_memory(bytes) : end == End::device ? device(bytes) : nullptr;
    }
    // The report tells a kind once for each place, and calls of a test have none: a new report each time.
    void expect_told(const Call& call, const char* what, void* to, const void* from, const std::string& kind) {
        Runtime::instance().forget_told();
        events();
        EXPECT_NE(call.run(to, from, kBytes), cudaSuccess) << call.name << ": " << what;
        EXPECT_EQ(findings(), std::vector<std::string>{kind}) << call.name << ": " << what;
        static_cast<void>(cudaGetLastError());
    }
    cudaArray_t texels = nullptr;
};

TEST_F(EveryCopy, IsMadeBetweenEndsThatAreThere) {
    for (const Call& call : calls()) {
        EXPECT_EQ(call.run(memory(call.to, kBytes), memory(call.from, kBytes), kBytes), cudaSuccess) << call.name;
        EXPECT_TRUE(findings().empty()) << call.name;
    }
}

TEST_F(EveryCopy, RefusesNullAtEitherEnd) {
    for (const Call& call : calls()) {
        if (call.to != End::fixed) expect_told(call, "to", nullptr, memory(call.from, kBytes), "copy_out_of_bounds");
        if (call.from != End::fixed) expect_told(call, "from", memory(call.to, kBytes), nullptr, "copy_out_of_bounds");
    }
}

TEST_F(EveryCopy, RefusesTooSmallAnEnd) {
    for (const Call& call : calls()) {
        const auto shorter = [](End end) { return end == End::host ? host_memory(64 + kShort) : memory(end, kShort); };
        if (call.to == End::device) expect_told(call, "to", shorter(call.to), memory(call.from, kBytes), "copy_out_of_bounds");
        if (call.from == End::device) expect_told(call, "from", memory(call.to, kBytes), shorter(call.from), "copy_out_of_bounds");
    }
}

// What malloc() gave is known from 64 bytes on.
TEST_F(EveryCopy, RefusesTooSmallAnEndOfTheHost) {
    for (const Call& call : calls()) {
        const bool is_fixed = call.to == End::fixed || call.from == End::fixed;
        if (is_fixed || (call.to != End::host && call.from != End::host)) continue;
        Runtime::instance().forget_told();
        events();
        constexpr std::size_t kLarge = 4096;
        void* to = call.to == End::host ? host_memory(kLarge / 2) : device(kLarge);
        const void* from = call.from == End::host ? host_memory(kLarge / 2) : device(kLarge);
        EXPECT_NE(call.run(to, from, kLarge), cudaSuccess) << call.name;
        EXPECT_EQ(findings(), std::vector<std::string>{"copy_out_of_bounds"}) << call.name;
    }
}

TEST_F(EveryCopy, RefusesFreedMemory) {
    for (const Call& call : calls()) {
        const auto freed = [] {
            void* pointer = device(kBytes);
            EXPECT_EQ(cudaFree(pointer), cudaSuccess);
            return pointer;
        };
        if (call.to == End::device) expect_told(call, "to", freed(), memory(call.from, kBytes), "copy_out_of_bounds");
        if (call.from == End::device) expect_told(call, "from", memory(call.to, kBytes), freed(), "copy_out_of_bounds");
    }
}

TEST_F(EveryCopy, RefusesTheWrongSide) {
    for (const Call& call : calls()) {
        const auto other = [](End end) { return memory(end == End::host ? End::device : End::host, kBytes); };
        if (call.to != End::fixed) expect_told(call, "to", other(call.to), memory(call.from, kBytes), "copy_direction");
        if (call.from != End::fixed) expect_told(call, "from", memory(call.to, kBytes), other(call.from), "copy_direction");
    }
}

TEST_F(EveryCopy, RefusesMoreThanAVariableOrAnArrayHas) {
    for (const Call& call : calls()) {
        if (call.to != End::fixed && call.from != End::fixed) continue;
        if (std::string_view(call.name).starts_with("cudaMemset")) continue;
        Runtime::instance().forget_told();
        events();
        EXPECT_NE(call.run(memory(call.to, 4 * kBytes), memory(call.from, 4 * kBytes), 2 * kBytes), cudaSuccess) << call.name;
        EXPECT_EQ(findings(), std::vector<std::string>{"copy_out_of_bounds"}) << call.name;
    }
}

TEST_F(EveryCopy, RefusesHostMemoryThatIsNotThere) {
    const auto* nowhere = reinterpret_cast<const void*>(std::uint64_t{0x7000'0000'1000});
    EXPECT_NE(__warpwise_memcpy(device(kBytes), nowhere, kBytes, cudaMemcpyHostToDevice, kAny, kAny), cudaSuccess);
    EXPECT_EQ(findings(), std::vector<std::string>{"copy_out_of_bounds"});
}

TEST_F(EveryCopy, RefusesSizesThatNoAddressCanCount) {
    void* to = device(kBytes);
    const void* from = host_memory(kBytes);
    constexpr std::size_t kHuge = std::size_t{1} << 63;
    EXPECT_NE(cudaMemcpy2D(to, kHuge, from, kHuge, 1, 3, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_NE(__warpwise_memcpy(to, from, ~std::size_t{0}, cudaMemcpyHostToDevice, kAny, kAny), cudaSuccess);
    EXPECT_NE(cudaMemset2D(to, kHuge, 0, 1, 3), cudaSuccess);
    EXPECT_NE(__warpwise_copy_to_symbol(&values_shadow(), from, kBytes, ~std::size_t{0} - 1, cudaMemcpyHostToDevice, kAny),
              cudaSuccess);
}

TEST_F(EveryCopy, PitchedAllocationsDoNotOverflow) {
    void* pointer = nullptr;
    std::size_t pitch = 0;
    EXPECT_EQ(cudaMallocPitch(&pointer, &pitch, std::size_t{1} << 33, std::size_t{1} << 31), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaMallocPitch(&pointer, &pitch, ~std::size_t{0}, 1), cudaErrorMemoryAllocation);
    cudaPitchedPtr box{};
    EXPECT_EQ(cudaMalloc3D(&box, {std::size_t{1} << 32, std::size_t{1} << 16, std::size_t{1} << 16}), cudaErrorMemoryAllocation);
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
    EXPECT_EQ(cudaMallocArray(&array, &format, std::size_t{1} << 32, std::size_t{1} << 32, 0), cudaErrorMemoryAllocation);
}

// Three pages, the second of which is not mapped.
struct MemoryWithAHole {
    static constexpr std::size_t kPage = 4096;
    char* start = static_cast<char*>(mmap(nullptr, 3 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    MemoryWithAHole() { munmap(start + kPage, kPage); }
    ~MemoryWithAHole() {
        munmap(start, kPage);
        munmap(start + 2 * kPage, kPage);
    }
};

TEST(HostMemory, IsLookedForInEveryPage) {
    const MemoryWithAHole memory;
    EXPECT_TRUE(is_host_memory(memory.start, MemoryWithAHole::kPage));
    EXPECT_FALSE(is_host_memory(memory.start, 3 * MemoryWithAHole::kPage)) << "a hole between two pages";
    EXPECT_FALSE(is_host_memory(memory.start, ~std::size_t{0} - 3)) << "a negative size";
    EXPECT_TRUE(is_host_memory(memory.start, 0));
    const std::vector<char> large(std::size_t{64} << 20);
    EXPECT_TRUE(is_host_memory(large.data(), large.size()));
}

class HostCopies : public RuntimeTest {};

TEST_F(HostCopies, WithAHoleOrANegativeSizeAreRefused) {
    const MemoryWithAHole memory;
    std::vector<char> other(3 * MemoryWithAHole::kPage);
    for (const std::size_t bytes : {3 * MemoryWithAHole::kPage, ~std::size_t{0} - 3})
        EXPECT_EQ(__warpwise_memcpy(other.data(), memory.start, bytes, cudaMemcpyHostToHost, kAny, kAny), cudaErrorInvalidValue);
    EXPECT_EQ(__warpwise_memcpy(other.data(), memory.start, 64, cudaMemcpyHostToHost, kAny, kAny), cudaSuccess);
}

TEST_F(HostCopies, MemoryThatIsNotThereIsNotRegistered) {
    const MemoryWithAHole memory;
    EXPECT_EQ(cudaHostRegister(memory.start, 3 * MemoryWithAHole::kPage, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaHostRegister(memory.start, MemoryWithAHole::kPage, 0), cudaSuccess);
    EXPECT_EQ(cudaHostUnregister(memory.start), cudaSuccess);
}

}  // namespace
}  // namespace warpwise
