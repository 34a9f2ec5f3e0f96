// The occupancy calculator against what the hardware said, and against NVIDIA's own calculator where its header is here.
#include "device/interface/occupancy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <random>

#include "base/files.h"
#include "base/text.h"

#if __has_include(<cuda_occupancy.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop
#define WARPWISE_HAS_NVIDIAS_CALCULATOR
#endif

namespace warpwise {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

const SmLimits& sm(std::string_view name) { return **find_sm_limits(name); }

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t comma = line.find(',');
        fields.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

int number(std::string_view text) {
    int value = -1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

TEST(Occupancy, EqualsTheHardwareInEveryCase) {
    const auto file = read_file(WARPWISE_TEST_DATA "/data/occupancy_h200.csv");
    ASSERT_TRUE(file.has_value());
    int cases = 0;
    for (const std::string_view line : lines_of(*file)) {
        if (line.empty() || line.starts_with("#") || line.starts_with("kernel,")) continue;
        SCOPED_TRACE(line);
        const auto f = fields_of(line);
        ASSERT_EQ(f.size(), 9u);
        const Occupancy o = occupancy_of(sm("9.0"), {.block_threads = number(f[2]),
                                                     .registers_per_thread = number(f[3]),
                                                     .static_shared_bytes = static_cast<std::size_t>(number(f[4]))});
        EXPECT_EQ(o.by_registers, number(f[5]));
        EXPECT_EQ(o.by_threads, number(f[6]));
        EXPECT_EQ(o.by_blocks, number(f[7]));
        EXPECT_EQ(o.by_shared_memory, number(f[8]));
        EXPECT_EQ(o.active_blocks, std::min({number(f[5]), number(f[6]), number(f[7]), number(f[8])}));
        ++cases;
    }
    EXPECT_EQ(cases, 87);
}

TEST(Occupancy, NamesTheLimitThatBinds) {
    const SmLimits& hopper = sm("9.0");
    EXPECT_THAT(occupancy_of(hopper, {.block_threads = 32, .registers_per_thread = 16}).limits,
                ElementsAre(OccupancyLimit::blocks));
    EXPECT_THAT(occupancy_of(hopper, {.block_threads = 1024, .registers_per_thread = 16}).limits,
                ElementsAre(OccupancyLimit::threads));
    EXPECT_THAT(occupancy_of(hopper, {.block_threads = 256, .registers_per_thread = 64}).limits,
                ElementsAre(OccupancyLimit::registers));
    const Occupancy shared = occupancy_of(hopper, {.registers_per_thread = 16, .dynamic_shared_bytes = 48 * 1024});
    EXPECT_THAT(shared.limits, ElementsAre(OccupancyLimit::shared_memory));
    EXPECT_EQ(shared.active_blocks, 4);
    EXPECT_EQ(shared.shared_bytes_per_block, 49u * 1024);
    // two at once: 8 blocks of 256 threads with 32 registers fill both
    EXPECT_THAT(occupancy_of(hopper, {}).limits, ElementsAre(OccupancyLimit::threads, OccupancyLimit::registers));
    EXPECT_DOUBLE_EQ(occupancy_of(hopper, {}).fraction, 1);
}

TEST(Occupancy, ABlockThatIsNoMultipleOfAWarpTakesWholeWarps) {
    const Occupancy o = occupancy_of(sm("9.0"), {.block_threads = 33, .registers_per_thread = 16});
    EXPECT_EQ(o.warps_per_block, 2);
    EXPECT_EQ(o.active_warps, 64);
    EXPECT_EQ(o.active_blocks, 32);
}

TEST(Occupancy, WhatCannotRunSaysWhy) {
    const SmLimits& hopper = sm("9.0");
    const auto reason = [&](const OccupancyQuestion& q) {
        const Occupancy o = occupancy_of(hopper, q);
        EXPECT_EQ(o.active_blocks, 0);
        return o.impossible;
    };
    EXPECT_THAT(reason({.block_threads = 0}), HasSubstr("at least one thread"));
    EXPECT_THAT(reason({.block_threads = 1025}), HasSubstr("1024"));
    EXPECT_THAT(reason({.registers_per_thread = 256}), HasSubstr("255"));
    EXPECT_THAT(reason({.block_threads = 1024, .registers_per_thread = 128}), HasSubstr("registers"));
    EXPECT_THAT(reason({.dynamic_shared_bytes = 228 * 1024}), HasSubstr("227 KB"));
    EXPECT_THAT(reason({.static_shared_bytes = 1, .dynamic_shared_bytes = ~std::size_t{0}}), HasSubstr("227 KB"));
    EXPECT_EQ(occupancy_of(hopper, {.registers_per_thread = 16, .dynamic_shared_bytes = 227 * 1024}).active_blocks, 1);
}

TEST(Occupancy, AnUnknownCapabilityIsNamedWithThoseThatAreKnown) {
    const auto unknown = find_sm_limits("6.1");
    ASSERT_FALSE(unknown.has_value());
    EXPECT_EQ(unknown.error().kind, ErrorKind::usage);
    EXPECT_THAT(unknown.error().text(), HasSubstr("6.1"));
    EXPECT_THAT(unknown.error().text(), HasSubstr("7.0"));
    EXPECT_EQ(*find_sm_limits("sm_120"), *find_sm_limits("12.0"));
}

#ifdef WARPWISE_HAS_NVIDIAS_CALCULATOR
cudaOccDeviceProp nvidias_limits(const SmLimits& sm) {
    cudaOccDeviceProp p;
    p.computeMajor = sm.major;
    p.computeMinor = sm.minor;
    p.maxThreadsPerBlock = kMostThreadsOfBlock;
    p.maxThreadsPerMultiprocessor = sm.threads;
    p.regsPerBlock = p.regsPerMultiprocessor = sm.registers;
    p.warpSize = 32;
    p.sharedMemPerBlock = 48 * 1024;
    p.sharedMemPerMultiprocessor = sm.shared_bytes;
    p.numSms = 100;
    p.sharedMemPerBlockOptin = sm.shared_bytes_per_block;
    p.reservedSharedMemPerBlock = sm.reserved_shared_bytes;
    return p;
}

TEST(Occupancy, EqualsNvidiasCalculator) {
    std::mt19937 random(7);
    const auto up_to = [&random](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    for (const SmLimits& sm : known_sm_limits()) {
        const cudaOccDeviceProp limits = nvidias_limits(sm);
        for (int i = 0; i < 20'000; ++i) {
            const int percent = up_to(2) == 0 ? up_to(100) : -1;
            OccupancyQuestion q{.block_threads = 1 + up_to(1023), .registers_per_thread = up_to(255)};
            q.static_shared_bytes = static_cast<std::size_t>(up_to(3) == 0 ? 0 : up_to(49152));
            q.dynamic_shared_bytes = static_cast<std::size_t>(up_to(1) == 0 ? 0 : up_to(230 * 1024));
            if (percent >= 0) q.carve_out_bytes = sm.shared_bytes * static_cast<std::size_t>(percent) / 100;
            cudaOccFuncAttributes kernel;
            kernel.maxThreadsPerBlock = kMostThreadsOfBlock;
            kernel.numRegs = q.registers_per_thread;
            kernel.sharedSizeBytes = q.static_shared_bytes;
            kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
            kernel.maxDynamicSharedSizeBytes = q.dynamic_shared_bytes;
            kernel.numBlockBarriers = 1;
            cudaOccDeviceState state;
            state.carveoutConfig = percent;
            cudaOccResult theirs;
            ASSERT_EQ(
                cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &limits, &kernel, &state, q.block_threads, q.dynamic_shared_bytes),
                CUDA_OCC_SUCCESS);
            const Occupancy ours = occupancy_of(sm, q);
            ASSERT_EQ(ours.active_blocks, theirs.activeBlocksPerMultiprocessor)
                << sm.name() << ": block " << q.block_threads << ", registers " << q.registers_per_thread << ", shared "
                << q.static_shared_bytes << " + " << q.dynamic_shared_bytes << ", carve-out " << percent << " %";
            if (ours.active_blocks == 0) continue;
            ASSERT_EQ(ours.registers_per_block, theirs.allocatedRegistersPerBlock);
            ASSERT_EQ(ours.shared_bytes_per_block, theirs.allocatedSharedMemPerBlock);
            ASSERT_EQ(ours.by_blocks, theirs.blockLimitBlocks);
            ASSERT_EQ(ours.by_threads, theirs.blockLimitWarps);
        }
    }
}
#endif

}  // namespace
}  // namespace warpwise
