// Which array's shadow an address belongs to, among many.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>

#include "simt/memory/shadow.h"

namespace warpwise::simt {
namespace {

TEST(Shadow, EachAddressHasThatOfItsArray) {
    Memory memory;
    std::vector<std::uint64_t> bases;
    for (std::uint64_t i = 0; i < 500; ++i) bases.push_back(memory.allocate("a", i == 7 ? 0 : 16 + i, 1).value());
    const auto shadows = make_shadows(memory);
    ASSERT_EQ(shadows.size(), bases.size());
    EXPECT_EQ(shadow_at(shadows, bases[0] - 1), nullptr);
    for (std::size_t i = 0; i < bases.size(); ++i) {
        const std::uint64_t size = i == 7 ? 0 : 16 + i;
        EXPECT_EQ(shadow_at(shadows, bases[i] + size), nullptr);
        if (size == 0) continue;
        EXPECT_EQ(shadow_at(shadows, bases[i]), shadows[i].get());
        EXPECT_EQ(shadow_at(shadows, bases[i] + size - 1), shadows[i].get());
    }
}

// A launch whose blocks are all kept at once has gigabytes of them, and touches a few pages of each.
TEST(Shadow, ZerosThatAreNotTouchedTakeNothingOfAProgramsMemory) {
    constexpr std::size_t kLimit = std::size_t{1} << 30;
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_DATA, &before), 0);
    if (before.rlim_cur != RLIM_INFINITY) GTEST_SKIP() << "this process's memory is limited already";
    const rlimit limit{kLimit, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_DATA, &limit), 0);
    std::vector<void*> zeros;
    for (int i = 0; i < 8; ++i) zeros.push_back(map_zeros(kLimit, PageSize::small));
    void* const own = std::malloc(kLimit / 2);
    void* const too_large = std::malloc(2 * kLimit);
    for (void* each : zeros) unmap_zeros(each, kLimit);
    rlimit after{};
    getrlimit(RLIMIT_DATA, &after);
    setrlimit(RLIMIT_DATA, &before);
    for (void* each : zeros) EXPECT_NE(each, nullptr);
    EXPECT_NE(own, nullptr);
    EXPECT_EQ(too_large, nullptr) << "a program's own memory stays bounded";
    EXPECT_EQ(after.rlim_cur, kLimit);
    std::free(own);
    std::free(too_large);
}

TEST(Shadow, ThereIsNoneWithoutArrays) { EXPECT_EQ(shadow_at({}, 42), nullptr); }

}  // namespace
}  // namespace warpwise::simt
