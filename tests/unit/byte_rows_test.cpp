#include "base/byte_rows.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace warpwise {
namespace {

std::set<std::uint64_t> bytes_of(const ByteRows& rows) {
    std::set<std::uint64_t> out;
    for (std::uint64_t i = 0; i < rows.count(); ++i)
        for (std::uint64_t k = 0; k < rows.width; ++k) out.insert(rows.row_at(i) + k);
    return out;
}

ByteRows some_rows(std::mt19937& random) {
    const auto below = [&](std::uint64_t end) { return random() % end; };
    ByteRows out{.first = 100 + below(60), .width = below(9), .rows = 1 + below(4), .layers = 1 + below(3)};
    out.pitch = out.width + below(3) * below(6);
    out.layer = below(3) == 0 ? out.pitch * out.rows : below(40);
    return out;
}

TEST(ByteRows, AreTheirBytes) {
    std::mt19937 random(11);
    for (int round = 0; round < 20'000; ++round) {
        const ByteRows a = some_rows(random), b = some_rows(random);
        const auto bytes = bytes_of(a), others = bytes_of(b);
        EXPECT_EQ(bytes_of(a.joined()), bytes);
        EXPECT_LE(a.joined().count(), std::max<std::uint64_t>(a.count(), 1));
        EXPECT_EQ(a.is_empty(), bytes.empty());
        if (!bytes.empty()) EXPECT_EQ(a.end(), std::max(a.first + a.width, *bytes.rbegin() + 1));
        const bool is_shared = std::ranges::any_of(bytes, [&](std::uint64_t each) { return others.contains(each); });
        ASSERT_EQ(a.overlaps(b), is_shared) << a.first << ' ' << a.width << ' ' << a.pitch << ' ' << a.rows << ' ' << a.layer << ' '
                                            << a.layers << " and " << b.first << ' ' << b.width << ' ' << b.pitch << ' ' << b.rows
                                            << ' ' << b.layer << ' ' << b.layers;
        ASSERT_EQ(a.joined().overlaps(b.joined()), is_shared);
        const std::uint64_t from = 90 + random() % 100, to = from + random() % 20;
        const auto next = bytes.lower_bound(from);
        ASSERT_EQ(a.touches(from, to), next != bytes.end() && *next < to);
        if (a.covers(b)) EXPECT_TRUE(std::ranges::includes(bytes, others));
    }
}

TEST(ByteRows, WithoutAGapAreARange) {
    EXPECT_EQ((ByteRows{1000, 16, 16, 4, 64, 3}.joined()), ByteRows::range(1000, 1000 + 16 * 4 * 3));
    EXPECT_EQ((ByteRows{1000, 16, 99, 1, 99, 1}.joined()), ByteRows::range(1000, 1016));
    EXPECT_FALSE((ByteRows{1000, 16, 20, 4, 80, 3}.joined().is_range()));
}

// As many rows as memory could have: a question costs no more than for a few.
TEST(ByteRows, OfAnyNumberAreAskedAtOnce) {
    const ByteRows many{.first = 4096, .width = 4, .pitch = 8, .rows = std::uint64_t{1} << 40, .layer = 0, .layers = 1};
    EXPECT_TRUE(many.touches((std::uint64_t{1} << 42) + 4096, (std::uint64_t{1} << 42) + 4097));
    EXPECT_FALSE(many.touches((std::uint64_t{1} << 42) + 4100, (std::uint64_t{1} << 42) + 4104));
}

}  // namespace
}  // namespace warpwise
