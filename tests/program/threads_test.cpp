// What CUDA keeps for each thread. Under the thread sanitizer, too:
//   cmake --preset tsan && cmake --build build/tsan --target test_program && build/tsan/test_program --gtest_filter='*Threads*'
#include <barrier>
#include <thread>

#include "runtime_fixture.h"

namespace warpwise {
namespace {

using RuntimeThreads = RuntimeTest;

template <typename First, typename Second>
void at_once(First first, Second second) {
    std::thread one(first), two(second);
    one.join();
    two.join();
}

// A launch is three calls: the configuration is pushed, popped by the kernel's stub, and launched.
TEST_F(RuntimeThreads, TwoThatLaunchAtOnceGetTheirOwnGrids) {
    constexpr int kLaunches = 20;
    constexpr unsigned kBlocks[] = {3, 5};
    int* sums[] = {static_cast<int*>(device(8 * sizeof(int))), static_cast<int*>(device(8 * sizeof(int)))};
    std::barrier both(2);
    const auto launches = [&](std::size_t thread) {
        ASSERT_EQ(cudaMemset(sums[thread], 0, 8 * sizeof(int)), cudaSuccess);
        for (int i = 0; i < kLaunches; ++i) {
            __cudaPushCallConfiguration(dim3{kBlocks[thread], 1, 1}, dim3{32, 1, 1}, 0, nullptr);
            both.arrive_and_wait();  // both have pushed, and neither has popped
            dim3 grid{}, block{};
            std::size_t shared = 0;
            void* stream = nullptr;
            EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
            EXPECT_EQ(grid.x, kBlocks[thread]);
            int value = 1;
            void* arguments[] = {&sums[thread], &value};
            EXPECT_EQ(cudaLaunchKernel(&add_stub(), grid, block, arguments, shared, static_cast<cudaStream_t>(stream)),
                      cudaSuccess);
            both.arrive_and_wait();
        }
    };
    at_once([&] { launches(0); }, [&] { launches(1); });
    for (std::size_t thread = 0; thread < 2; ++thread) {
        int host[8] = {};
        ASSERT_EQ(__warpwise_memcpy(host, sums[thread], sizeof host, cudaMemcpyDeviceToHost, sizeof host, sizeof host),
                  cudaSuccess);
        for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(host[i], i < kBlocks[thread] ? 32 * kLaunches : 0) << "block " << i;
    }
}

TEST_F(RuntimeThreads, TheLastErrorIsTheCallingThreads) {
    std::barrier both(2);
    at_once(
        [&] {
            void* pointer = nullptr;
            EXPECT_EQ(cudaMalloc(&pointer, std::size_t{1} << 60), cudaErrorMemoryAllocation);
            both.arrive_and_wait();
            both.arrive_and_wait();  // the other one has asked
            EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
            EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
            EXPECT_EQ(cudaGetLastError(), cudaSuccess);
        },
        [&] {
            both.arrive_and_wait();
            EXPECT_EQ(cudaGetLastError(), cudaSuccess);
            both.arrive_and_wait();
        });
}

TEST_F(RuntimeThreads, AllocateCopyAndFreeAtOnce) {
    const auto work = [] {
        for (int i = 0; i < 200; ++i) {
            void* pointer = nullptr;
            int host = i, back = 0;
            ASSERT_EQ(cudaMalloc(&pointer, 4096), cudaSuccess);
            ASSERT_EQ(__warpwise_memcpy(pointer, &host, 4, cudaMemcpyHostToDevice, 4, 4), cudaSuccess);
            ASSERT_EQ(__warpwise_memcpy(&back, pointer, 4, cudaMemcpyDeviceToHost, 4, 4), cudaSuccess);
            ASSERT_EQ(back, i);
            ASSERT_EQ(cudaFree(pointer), cudaSuccess);
        }
    };
    at_once(work, work);
    EXPECT_TRUE(findings().empty());
}

}  // namespace
}  // namespace warpwise
