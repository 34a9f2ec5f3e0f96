#include "experiment/run/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/sha256.h"
#include "experiment/run/edge_values.h"
#include "experiment/run/random_bits.h"

namespace warpwise {
namespace {

Array filled(DType dtype, std::int64_t n, const std::string& fill, std::uint64_t seed = 1, std::uint64_t stream = 0) {
    Array array = Array::make(dtype, {n}).value();
    const auto done = fill_array(array, fill, seed, stream);
    EXPECT_TRUE(done) << fill;
    return array;
}

TEST(Inputs, PlainFills) {
    EXPECT_EQ(filled(DType::i64, 5, "iota").value(4), 4);
    EXPECT_EQ(filled(DType::f16, 5, "ones").value(3), 1);
    EXPECT_EQ(filled(DType::f64, 5, "zeros").value(3), 0);
    EXPECT_EQ(filled(DType::f32, 5, "constant=2.5").value(0), 2.5);
    EXPECT_EQ(filled(DType::u8, 5, "constant=300").value(0), 255);  // saturates, never undefined
}

TEST(Inputs, MixIsBytesOfEveryType) {
    for (DType dtype : {DType::u8, DType::f32}) {
        const Array array = filled(dtype, 8, "mix");
        for (std::uint64_t i = 0; i < array.size_bytes(); ++i)
            EXPECT_EQ(static_cast<std::uint64_t>(array.bytes()[i]), ((i * 2654435761u) >> 13) % 256);
    }
}

TEST(Inputs, EqualIsOneValueOfItsRange) {
    for (DType dtype : {DType::f16, DType::f64, DType::u8, DType::i64}) {
        const Array array = filled(dtype, 100, "equal=3..9", 5);
        for (std::size_t i = 0; i < array.size(); ++i) ASSERT_EQ(array.value(i), array.value(0));
        EXPECT_GE(array.value(0), 3);
        EXPECT_LE(array.value(0), 9);
    }
    EXPECT_NE(filled(DType::f64, 4, "equal", 1).value(0), filled(DType::f64, 4, "equal", 2).value(0));
}

TEST(Inputs, DescendingGoesDownInEvenSteps) {
    const Array count = filled(DType::i32, 5, "descending");
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(count.value(i), 4 - static_cast<double>(i));
    const Array range = filled(DType::f32, 5, "descending=-1..1");
    EXPECT_EQ(range.value(0), 1);
    EXPECT_EQ(range.value(2), 0);
    EXPECT_EQ(range.value(4), -1);
    EXPECT_EQ(filled(DType::u8, 300, "descending").value(0), 255) << "saturates";
    EXPECT_EQ(filled(DType::f32, 1, "descending").value(0), 0);
}

// Each edge of the dtype occurs, and nothing else does.
TEST(Inputs, EdgesAreThoseOfTheDtype) {
    for (DType dtype : all_dtypes()) {
        const std::vector<double> edges = edge_values(dtype);
        const Array array = filled(dtype, 4000, "edges", 3);
        std::set<double> seen;
        for (std::size_t i = 0; i < array.size(); ++i) seen.insert(array.value(i));
        const std::set<double> wanted(edges.begin(), edges.end());
        for (const double value : seen) EXPECT_TRUE(wanted.contains(value)) << name_of(dtype) << " " << value;
        EXPECT_EQ(seen.size(), wanted.size()) << name_of(dtype);
        for (const double common : {0.0, 1.0, 2.0, 3.0}) EXPECT_TRUE(seen.contains(common)) << name_of(dtype);
        EXPECT_EQ(seen.contains(-1), dtype != DType::u8 && dtype != DType::u32 && dtype != DType::u64) << name_of(dtype);
        for (const double value : seen) EXPECT_TRUE(std::isfinite(value));
    }
    const auto has = [](DType dtype, double value) {
        const auto values = edge_values(dtype);
        return std::ranges::find(values, value) != values.end();
    };
    EXPECT_TRUE(has(DType::f16, std::ldexp(1.0, -24)) && has(DType::f16, 65504) && has(DType::f16, 2047));
    EXPECT_TRUE(has(DType::f32, std::ldexp(1.0, -149)) && has(DType::f32, 16777216));
    EXPECT_TRUE(has(DType::f64, std::numeric_limits<double>::denorm_min()) && has(DType::f64, std::numeric_limits<double>::max()));
    EXPECT_TRUE(has(DType::i32, -2147483648.0) && has(DType::u32, 4294967295.0) && has(DType::u32, 2147483648.0));
    const auto zeros = std::ranges::count(edge_values(DType::f32), 0.0);
    EXPECT_EQ(zeros, 2) << "with both signs";
}

TEST(Inputs, EdgesOfARangeStayInItAndAllHasTheRest) {
    const Array range = filled(DType::u32, 1000, "edges=10..2147483648", 2);
    std::set<double> seen;
    for (std::size_t i = 0; i < range.size(); ++i) seen.insert(range.value(i));
    EXPECT_EQ(*seen.begin(), 10);
    EXPECT_EQ(*seen.rbegin(), 2147483648.0);
    EXPECT_TRUE(seen.contains(11) && seen.contains(2147483647.0));
    const Array all = filled(DType::f32, 1000, "edges=all", 2);
    bool nan = false, infinite = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        nan |= std::isnan(all.value(i));
        infinite |= std::isinf(all.value(i));
    }
    EXPECT_TRUE(nan && infinite);
    Array array = Array::make(DType::f32, {4}).value();
    for (const char* bad : {"edges=some", "edges=2..1", "equal=", "descending=x..1"})
        EXPECT_FALSE(fill_array(array, bad, 1, 0)) << bad;
}

TEST(Inputs, UniformIsTheSameOnEveryMachine) {
    // Fixed by docs/writing-lessons.md: a change here breaks every recording's digest.
    EXPECT_EQ(random_bits(0, 0, 0), random_bits(0, 0, 0));
    const Array a = filled(DType::f32, 1000, "uniform");
    EXPECT_EQ(sha256_hex(a.bytes()), sha256_hex(filled(DType::f32, 1000, "uniform").bytes()));
    EXPECT_NE(sha256_hex(a.bytes()), sha256_hex(filled(DType::f32, 1000, "uniform", 2).bytes()));
    EXPECT_NE(sha256_hex(a.bytes()), sha256_hex(filled(DType::f32, 1000, "uniform", 1, 1).bytes()));
    // Element i does not depend on how long the array is.
    EXPECT_EQ(a.value(7), filled(DType::f32, 8, "uniform").value(7));
}

TEST(Inputs, UniformStaysInItsRangeAndFillsIt) {
    for (DType dtype : {DType::f16, DType::f32, DType::f64}) {
        const Array array = filled(dtype, 20000, "uniform");
        double sum = 0;
        for (std::size_t i = 0; i < array.size(); ++i) {
            ASSERT_GE(array.value(i), 0);
            ASSERT_LT(array.value(i), 1);
            sum += array.value(i);
        }
        EXPECT_NEAR(sum / 20000, 0.5, 0.01) << name_of(dtype);
    }
    std::vector<int> seen(7);
    const Array dice = filled(DType::i32, 6000, "uniform=1..6");
    for (std::size_t i = 0; i < dice.size(); ++i) {
        ASSERT_GE(dice.value(i), 1);
        ASSERT_LE(dice.value(i), 6);
        ++seen[static_cast<std::size_t>(dice.value(i))];
    }
    for (std::size_t face = 1; face <= 6; ++face) EXPECT_NEAR(seen[face], 1000, 150);
}

TEST(Inputs, UnknownFillsAreUsageErrors) {
    Array array = Array::make(DType::f32, {4}).value();
    for (const char* fill : {"", "unifrom", "constant=", "constant=x", "uniform=1", "uniform=2..1", "iota=3"}) {
        const auto done = fill_array(array, fill, 1, 0);
        ASSERT_FALSE(done) << fill;
        EXPECT_EQ(done.error().kind, ErrorKind::usage);
    }
}

TEST(Inputs, LifeIsTheSameInBytesAndInBits) {
    for (const char* fill : {"life=soup", "life=glider", "life=gun", "life=replicator", "life=empty"}) {
        Array cells = Array::make(DType::u8, {20, 64}).value(), words = Array::make(DType::u32, {20, 2}).value();
        ASSERT_TRUE(fill_array(cells, fill, 7, 0) && fill_array(words, fill, 7, 1)) << fill;
        for (std::size_t i = 0; i < cells.size(); ++i)
            ASSERT_EQ(cells.as<std::uint8_t>()[i], (words.as<std::uint32_t>()[i / 32] >> (i % 32)) & 1) << fill << " at " << i;
    }
    Array tiny = Array::make(DType::u8, {2, 3}).value(), none = Array::make(DType::u8, {0, 0}).value();
    EXPECT_TRUE(fill_array(tiny, "life=gun", 1, 0));
    EXPECT_TRUE(fill_array(none, "life=gun", 1, 0));
    EXPECT_FALSE(fill_array(tiny, "life=cannon", 1, 0));
}

}  // namespace
}  // namespace warpwise
