// How a launch is cut, and what its events say.
#ifdef WARPWISE_HAS_CUDA
#include "cuda/launch/chunk_plan.h"

#include <gtest/gtest.h>

#include "cuda/compile/kernel_cache.h"
#include "cuda/driver/nvml.h"

namespace warpwise {
namespace {

TEST(ChunkPlan, EveryElementIsInOneChunk) {
    for (const std::int64_t length : {1, 2, 7, 100, 1000, 4096, 1'000'003})
        for (const int chunks : {1, 2, 3, 4, 16, 1000}) {
            const auto plan = plan_chunks(length, chunks, 1 << 16);
            ASSERT_FALSE(plan.empty());
            EXPECT_LE(plan.size(), static_cast<std::size_t>(chunks));
            std::int64_t next = 0;
            for (const Chunk& chunk : plan) {
                EXPECT_EQ(chunk.begin, next);
                EXPECT_GT(chunk.length, 0);
                EXPECT_LE(chunk.length, plan.front().length) << "only the last is smaller";
                next += chunk.length;
            }
            EXPECT_EQ(next, length) << length << " in " << chunks;
        }
    EXPECT_TRUE(plan_chunks(0, 4, 1).empty());
    EXPECT_TRUE(plan_chunks(-5, 4, 1).empty());
}

TEST(ChunkPlan, TheGridCoversTheChunk) {
    // 1000 elements, 256 threads per block: 4 blocks
    const auto plan = plan_chunks(1000, 3, 4);
    for (const Chunk& chunk : plan) EXPECT_GE(std::int64_t{chunk.grid_x} * 256, chunk.length);
    EXPECT_EQ(plan_chunks(1 << 20, 4, 4096).front().grid_x, 1024u);
    EXPECT_EQ(plan_chunks(1 << 20, 1024, 1).front().grid_x, 1u) << "never no block";
    EXPECT_EQ(plan_chunks(std::int64_t{1} << 40, 1, 2147483647u).front().grid_x, 2147483647u);
}

TEST(ChunkPlan, ChunksBeginAtEvenPlacesWhereTheirNumberAllows) {
    const auto large = plan_chunks(1'000'000, 3, 4000);
    ASSERT_EQ(large.size(), 3u);
    EXPECT_EQ(large[1].begin % 256, 0);
    const auto small = plan_chunks(10, 4, 1);
    ASSERT_EQ(small.size(), 4u) << "rounding would have made it one";
    EXPECT_EQ(small[0].length, 3);
    EXPECT_EQ(small[3].length, 1);
}

TEST(ChunkPlan, CopiesOfOneDirectionTakeTurns) {
    // both streams were free at 0; the second copy waited for the first
    std::vector<StreamSpan> spans{{"copy_in", 0, 0, 0, 2},  {"kernel", 0, 0, 2, 3}, {"copy_in", 1, 1, 0, 4},
                                  {"copy_out", 0, 0, 3, 5}, {"kernel", 1, 1, 4, 5}, {"copy_out", 1, 1, 5, 7}};
    let_copies_take_turns(spans);
    EXPECT_EQ(spans[0].begin_ms, 0);
    EXPECT_EQ(spans[2].begin_ms, 2);
    EXPECT_EQ(spans[4].begin_ms, 4) << "kernels may run together";
    EXPECT_EQ(spans[3].begin_ms, 3) << "the other direction has an engine of its own";
    EXPECT_EQ(spans[5].begin_ms, 5);
    std::vector<StreamSpan> equal{{"copy_in", 0, 0, 0, 2}, {"copy_in", 1, 1, 0, 2}};
    let_copies_take_turns(equal);
    for (const StreamSpan& span : equal) EXPECT_LE(span.begin_ms, span.end_ms);
}

TEST(ChunkPlan, BusyIsTheUnion) {
    const std::vector<StreamSpan> spans{{"kernel", 0, 0, 5, 6},
                                        {"kernel", 0, 1, 0, 2},
                                        {"kernel", 1, 2, 1, 3},
                                        {"kernel", 1, 3, 1.5, 1.75},
                                        {"copy_in", 0, 0, 0, 100}};
    EXPECT_DOUBLE_EQ(busy_ms(spans, "kernel"), 4);
    EXPECT_DOUBLE_EQ(busy_ms(spans, "copy_out"), 0);
}

TEST(KernelCache, KeepsTheNewestAndTellsTextsApart) {
    KernelCache cache(2);
    const auto source = [](const char* text) { return KernelSource{text, "k", "k.cu"}; };
    const auto image = [](char mark) {
        CompiledKernel kernel;
        kernel.image = {mark};
        return kernel;
    };
    EXPECT_FALSE(cache.find(source("a")));
    cache.keep(source("a"), image('a'));
    cache.keep(source("b"), image('b'));
    ASSERT_TRUE(cache.find(source("a")));  // asked for: now b is the oldest
    cache.keep(source("c"), image('c'));
    EXPECT_EQ(cache.find(source("a"))->image, std::vector<char>{'a'});
    EXPECT_FALSE(cache.find(source("b")));
    EXPECT_FALSE(cache.find(KernelSource{"a", "other", "k.cu"}));
}

TEST(Nvml, OnlyWhatHoldsTheClocksBackIsTold) {
    EXPECT_EQ(held_back_text(0), "");
    EXPECT_EQ(held_back_text(0x1 | 0x2 | 0x10 | 0x100), "") << "idle, application clocks, sync boost, display";
    EXPECT_EQ(held_back_text(0x4), "power limit");
    EXPECT_EQ(held_back_text(0x20), "temperature");
    EXPECT_EQ(held_back_text(0x4 | 0x20 | 0x40), "power limit, temperature");
    EXPECT_EQ(held_back_text(0x8 | 0x80), "power brake, hardware slowdown");
}

TEST(Nvml, ADeviceThatIsNotThereIsNull) { EXPECT_EQ(Nvml::open("ffff:ff:ff.0"), nullptr); }

}  // namespace
}  // namespace warpwise
#endif
