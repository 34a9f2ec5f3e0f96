// The bits of integers and floats against known values: limits, neighbours, subnormals, and how typed values are rounded.
#include "base/number_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace warpwise {
namespace {

const NumberFormat& format(const char* name) { return *find_number_format(name); }
Rounded typed(const char* name, const std::string& text) { return rounded(format(name), *parse_exact(text)); }
std::string value(const char* name, std::uint64_t bits, std::size_t digits = 60) {
    return exact_value(format(name), bits).decimal(digits);
}

TEST(NumberFormat, ValuesAreExact) {
    EXPECT_EQ(value("f32", std::bit_cast<std::uint32_t>(0.1f)), "0.100000001490116119384765625");
    EXPECT_EQ(value("f64", std::bit_cast<std::uint64_t>(0.1)), "0.1000000000000000055511151231257827021181583404541015625");
    EXPECT_EQ(value("f16", 0x7bff), "65504");
    EXPECT_EQ(value("f16", 0x0001), "5.9604644775390625e-8");
    EXPECT_EQ(value("f16", 0x8000), "-0");
    EXPECT_EQ(value("bf16", 0x3f80), "1");
    EXPECT_EQ(value("i8", 0x80), "-128");
    EXPECT_EQ(value("u64", ~std::uint64_t{0}), "18446744073709551615");
    EXPECT_EQ(value("i64", std::uint64_t{1} << 63), "-9223372036854775808");
}

TEST(NumberFormat, RoundsToNearestAndTiesToEven) {
    EXPECT_EQ(typed("f32", "0.1").bits, std::bit_cast<std::uint32_t>(0.1f));
    EXPECT_EQ(typed("f64", "0.1").bits, std::bit_cast<std::uint64_t>(0.1));
    EXPECT_EQ(typed("f32", "1/3").bits, std::bit_cast<std::uint32_t>(1.0f / 3));
    const Rounded tie = typed("f32", "2^24 + 1");
    EXPECT_EQ(tie.bits, std::bit_cast<std::uint32_t>(16777216.0f));
    EXPECT_TRUE(tie.tie);
    EXPECT_FALSE(tie.exact);
    EXPECT_EQ(typed("f32", "2^24 + 3").bits, std::bit_cast<std::uint32_t>(16777220.0f));
    EXPECT_TRUE(typed("f32", "2^24 + 2").exact);
    EXPECT_FALSE(typed("f32", "2^24 + 1.000001").tie);
    EXPECT_EQ(typed("f32", "2^24 + 1.000001").bits, std::bit_cast<std::uint32_t>(16777218.0f));
    EXPECT_EQ(typed("f32", "-0").bits, 0x80000000u);
}

TEST(NumberFormat, HalfOverflowsFrom65520) {
    EXPECT_EQ(typed("f16", "65504").bits, 0x7bffu);
    EXPECT_TRUE(typed("f16", "65504").exact);
    EXPECT_EQ(typed("f16", "65519.999").bits, 0x7bffu);
    EXPECT_FALSE(typed("f16", "65519.999").overflow);
    EXPECT_EQ(typed("f16", "65520").bits, 0x7c00u);
    EXPECT_TRUE(typed("f16", "65520").overflow);
    EXPECT_EQ(typed("f16", "-1e9").bits, 0xfc00u);
}

TEST(NumberFormat, SubnormalsHaveFewerDigits) {
    EXPECT_EQ(typed("f32", "2^-149").bits, 1u);
    EXPECT_EQ(typed("f32", "2^-150").bits, 0u);  // a tie: to 0
    EXPECT_EQ(typed("f32", "1.5 * 2^-149").bits, 2u);
    EXPECT_EQ(typed("f64", "5e-324").bits, 1u);
    EXPECT_EQ(class_of(format("f32"), 1), NumberClass::subnormal);
    EXPECT_EQ(class_of(format("f32"), 0x00800000), NumberClass::normal);
    EXPECT_EQ(class_of(format("f32"), 0x7f800000), NumberClass::infinity);
    EXPECT_EQ(class_of(format("f32"), 0x7fc00000), NumberClass::not_a_number);
    EXPECT_EQ(class_of(format("f32"), 0x80000000), NumberClass::zero);
    EXPECT_EQ(typed("f32", "(2^24 - 1) * 2^-150").bits, 0x00800000u);  // the carry makes it normal
}

// The processor's own conversions are the truth, for values of all sizes.
TEST(NumberFormat, AgreesWithTheProcessor) {
    std::uint64_t state = 1;
    for (int i = 0; i < 3000; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const auto wide = std::bit_cast<double>(state);
        if (!std::isfinite(wide)) continue;
        EXPECT_EQ(rounded(format("f64"), exact_value(format("f64"), state)).bits, state);
        const ExactNumber exact = exact_value(format("f64"), state);
        EXPECT_EQ(rounded(format("f32"), exact).bits, std::bit_cast<std::uint32_t>(static_cast<float>(wide))) << wide;
    }
    for (std::uint32_t bits = 0; bits < 0x10000; bits += 7) {
        if (!is_finite(format("f16"), bits)) continue;
        const auto half = std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits));
        EXPECT_EQ(static_cast<double>(value_at(format("f16"), ordinal_of(format("f16"), bits))), static_cast<double>(half));
    }
}

TEST(NumberFormat, NeighboursAreThoseOfNextafter) {
    for (const float x : {0.1f, 1.0f, -1.0f, 16777216.0f, 1e-45f, 0.0f, -0.0f, std::numeric_limits<float>::max()}) {
        const auto bits = std::bit_cast<std::uint32_t>(x);
        const float up = std::nextafter(x, INFINITY), down = std::nextafter(x, -INFINITY);
        EXPECT_EQ(next_above(format("f32"), bits), std::bit_cast<std::uint32_t>(up)) << x;
        EXPECT_EQ(next_below(format("f32"), bits), std::bit_cast<std::uint32_t>(down)) << x;
    }
    EXPECT_EQ(next_above(format("f32"), 0x7f800000), std::nullopt);
    EXPECT_EQ(next_below(format("f32"), 0x7f800000), 0x7f7fffffu);
    EXPECT_EQ(next_above(format("f32"), 0x7fc00000), std::nullopt);
    EXPECT_EQ(next_above(format("f32"), 0x80000001), 0u);  // the largest negative number is followed by 0
    EXPECT_EQ(next_above(format("u8"), 255), std::nullopt);
    EXPECT_EQ(next_above(format("i8"), 0xff), 0u);
    EXPECT_EQ(next_below(format("u64"), 0), std::nullopt);
}

TEST(NumberFormat, TheGapDoublesAtPowersOfTwo) {
    const auto gap_above = [](const char* name, const std::string& text) {
        return gap_exponent(format(name), ordinal_of(format(name), typed(name, text).bits));
    };
    EXPECT_EQ(gap_above("f32", "1"), -23);
    EXPECT_EQ(gap_above("f32", "-1"), -24);  // towards 0
    EXPECT_EQ(gap_above("f32", "2^24"), 1);
    EXPECT_EQ(gap_above("f32", "0"), -149);
    EXPECT_EQ(gap_above("f16", "2048"), 1);
    EXPECT_EQ(gap_above("f64", "2^53"), 1);
    EXPECT_EQ(gap_above("i32", "7"), 0);
}

TEST(NumberFormat, IntegersAreTruncatedAndWrap) {
    EXPECT_EQ(typed("u64", "-1").bits, ~std::uint64_t{0});
    EXPECT_TRUE(typed("u64", "-1").wrapped);
    EXPECT_EQ(typed("u8", "300").bits, 44u);
    EXPECT_TRUE(typed("u8", "300").wrapped);
    EXPECT_EQ(typed("i8", "128").bits, 0x80u);
    EXPECT_TRUE(typed("i8", "128").wrapped);
    EXPECT_FALSE(typed("i8", "-128").wrapped);
    EXPECT_EQ(typed("i8", "-2.9").bits, 0xfeu);
    EXPECT_TRUE(typed("i8", "-2.9").truncated);
    EXPECT_TRUE(typed("u8", "-0.5").truncated);
    EXPECT_FALSE(typed("u8", "-0.5").wrapped);
    EXPECT_TRUE(typed("i64", "2^63 - 1").exact);
    EXPECT_TRUE(typed("i64", "2^63").wrapped);
    EXPECT_EQ(typed("u8", "2^200 + 3").bits, 3u);
}

TEST(NumberFormat, OrdinalsKeepTheOrder) {
    for (const NumberFormat& one : number_formats()) {
        EXPECT_LT(first_ordinal(one), last_ordinal(one)) << one.name;
        for (const std::int64_t ordinal : {first_ordinal(one), first_ordinal(one) + 1, last_ordinal(one)}) {
            EXPECT_EQ(ordinal_of(one, bits_at(one, ordinal)), ordinal) << one.name;
            EXPECT_EQ(value_at(one, ordinal), exact_value(one, bits_at(one, ordinal)).approximate()) << one.name;
        }
    }
}

}  // namespace
}  // namespace warpwise
