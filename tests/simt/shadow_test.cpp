// Which array's shadow an address belongs to, among many.
#include <gtest/gtest.h>

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

TEST(Shadow, ThereIsNoneWithoutArrays) { EXPECT_EQ(shadow_at({}, 42), nullptr); }

}  // namespace
}  // namespace warpwise::simt
