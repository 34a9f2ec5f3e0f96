#include "ui/threads/limits_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {
using testing::HasSubstr;

const SmLimits& hopper() { return **find_sm_limits("9.0"); }

LimitRow row_of(const std::vector<LimitGroup>& groups, const std::string& name) {
    for (const LimitGroup& group : groups)
        for (const LimitRow& row : group.rows)
            if (row.name == name) return row;
    ADD_FAILURE() << "no row " << name;
    return {};
}

std::vector<LimitGroup> limits_of(Dim3 grid, Dim3 block, std::uint32_t shared = 0, KernelNeeds needs = {}) {
    return launch_limits(hopper(), {.shape = {grid, block, shared}, .needs = needs, .multiprocessors = std::nullopt});
}

TEST(LaunchLimits, AUsualLaunchIsWithinAll) {
    const auto groups = limits_of({4, 1, 1}, {256, 1, 1});
    EXPECT_FALSE(is_refused(groups));
    EXPECT_EQ(limits_verdict(hopper(), groups), "This launch is within every limit of compute capability 9.0.");
    EXPECT_EQ(row_of(groups, "Threads per block").of_launch, "256");
    EXPECT_EQ(row_of(groups, "Threads per block").most, "1,024");
    EXPECT_EQ(row_of(groups, "gridDim.x").most, "2,147,483,647");
    EXPECT_EQ(row_of(groups, "Warps").of_launch, "64");
    EXPECT_EQ(row_of(groups, "Shared memory with opt-in, bytes").most, "232,448");  // 227 KB
}

TEST(LaunchLimits, OneThreadTooManyIsRefused) {
    EXPECT_FALSE(is_refused(limits_of({1, 1, 1}, {1024, 1, 1})));
    const auto groups = limits_of({1, 1, 1}, {1025, 1, 1});
    EXPECT_EQ(row_of(groups, "Threads per block").state, LimitState::outside);
    EXPECT_EQ(row_of(groups, "blockDim.x").state, LimitState::outside);
    EXPECT_EQ(row_of(groups, "blockDim.y").state, LimitState::within);
    EXPECT_EQ(limits_verdict(hopper(), groups),
              "This launch runs no thread. Threads per block: 1,025, and the limit is 1,024. It returns "
              "cudaErrorInvalidConfiguration (in the driver API CUDA_ERROR_INVALID_VALUE).");
}

TEST(LaunchLimits, ALaunchThatIsRefusedHasNoBlocksOnAMultiprocessor) {
    EXPECT_EQ(row_of(limits_of({1000, 1, 1}, {1, 1, 64}), "Blocks").of_launch, "32");
    const auto groups = limits_of({1000, 1, 1}, {1, 1, 128});
    for (const char* name : {"Blocks", "Warps", "Threads"}) EXPECT_EQ(row_of(groups, name).of_launch, "-") << name;
}

// The table and what both devices check before a launch must agree.
TEST(LaunchLimits, RefusesWhatTheDevicesRefuse) {
    for (const LaunchShape& shape :
         {LaunchShape{{1, 1, 1}, {1, 1, 64}, 0}, LaunchShape{{1, 1, 1}, {1, 1, 65}, 0}, LaunchShape{{65536, 1, 1}, {1, 1, 1}, 0},
          LaunchShape{{1, 65536, 1}, {1, 1, 1}, 0}, LaunchShape{{1, 65535, 1}, {1, 1, 1}, 0},
          LaunchShape{{1, 1, 65536}, {1, 1, 1}, 0}, LaunchShape{{0, 1, 1}, {1, 1, 1}, 0}, LaunchShape{{1, 1, 1}, {32, 32, 1}, 0},
          LaunchShape{{1, 1, 1}, {32, 32, 2}, 0}}) {
        const auto groups = limits_of(shape.grid, shape.block);
        EXPECT_EQ(is_refused(groups), check_launch_shape(shape, {}).has_value()) << limits_verdict(hopper(), groups);
    }
    EXPECT_THAT(limits_verdict(hopper(), limits_of({0, 1, 1}, {1, 1, 1})), HasSubstr("gridDim.x: 0, and the minimum is 1"));
}

TEST(LaunchLimits, MoreThan48KilobytesNeedTheOptIn) {
    EXPECT_EQ(row_of(limits_of({1, 1, 1}, {64, 1, 1}, 49152), "Shared memory, bytes").state, LimitState::within);
    const auto more = limits_of({1, 1, 1}, {64, 1, 1}, 49153);
    EXPECT_EQ(row_of(more, "Shared memory, bytes").state, LimitState::opt_in);
    EXPECT_FALSE(is_refused(more));
    EXPECT_EQ(limits_verdict(hopper(), more),
              "This launch is within every limit of compute capability 9.0, if the program opts in to more than 48 KB of shared "
              "memory.");
    const auto static_too = limits_of({1, 1, 1}, {64, 1, 1}, 232448, {.static_shared_bytes = 16});
    EXPECT_EQ(row_of(static_too, "Shared memory with opt-in, bytes").state, LimitState::outside);
    EXPECT_THAT(limits_verdict(hopper(), static_too), HasSubstr("232,464"));
}

TEST(LaunchLimits, ABlockCanNeedTooManyRegisters) {
    const KernelNeeds needs{.registers_per_thread = 80, .from = KernelNeeds::From::gpu};
    EXPECT_FALSE(is_refused(limits_of({1, 1, 1}, {768, 1, 1}, 0, needs)));
    const auto groups = limits_of({1, 1, 1}, {1024, 1, 1}, 0, needs);
    EXPECT_EQ(row_of(groups, "Registers per block").of_launch, "81,920");
    EXPECT_THAT(limits_verdict(hopper(), groups), HasSubstr("cudaErrorLaunchOutOfResources"));
    EXPECT_EQ(row_of(groups, "Registers per thread").of_launch, "80");
    EXPECT_EQ(row_of(limits_of({1, 1, 1}, {64, 1, 1}), "Registers per thread").of_launch, "32 (assumed)");
}

TEST(LaunchLimits, TheMultiprocessorsAreThoseOfTheGpuHere) {
    const std::vector<DeviceInfo> devices{{DeviceKind::emulated, "", {}},
                                          {DeviceKind::cuda, "", {{"compute_capability", "9.0"}, {"multiprocessors", "132"}}}};
    EXPECT_EQ(present_multiprocessors(devices, hopper()), 132);
    EXPECT_EQ(present_multiprocessors(devices, **find_sm_limits("8.6")), std::nullopt);
    EXPECT_EQ(
        present_multiprocessors({{DeviceKind::cuda, "", {{"compute_capability", "9.0"}, {"multiprocessors", "?"}}}}, hopper()),
        std::nullopt);
    EXPECT_EQ(row_of(limits_of({4, 1, 1}, {64, 1, 1}), "Multiprocessors").most, "differs by model");
}

}  // namespace
}  // namespace warpwise::ui
