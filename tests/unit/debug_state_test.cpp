// Values of a standing warp as people read them.
#include "debug/debug_state.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace warpwise {
namespace {

DebugValue value(ValueKind kind, std::uint32_t bytes, std::uint64_t bits) {
    DebugValue out{.name = "v", .kind = kind, .bytes = bytes};
    out.known = out.held = 1;
    out.bits[0] = bits;
    return out;
}
std::string text(ValueKind kind, std::uint32_t bytes, std::uint64_t bits) { return text_of(value(kind, bytes, bits), 0); }
std::string real(float x) { return text(ValueKind::floating, 4, std::bit_cast<std::uint32_t>(x)); }
std::string half(float x) { return text(ValueKind::floating, 2, std::bit_cast<std::uint16_t>(static_cast<_Float16>(x))); }

TEST(DebugState, IntegersAreExtendedFromTheirBytes) {
    EXPECT_EQ(text(ValueKind::signed_integer, 4, 0xfffffffd), "-3");
    EXPECT_EQ(text(ValueKind::signed_integer, 1, 0x80), "-128");
    EXPECT_EQ(text(ValueKind::signed_integer, 8, std::uint64_t{1} << 63), "-9223372036854775808");
    EXPECT_EQ(text(ValueKind::unsigned_integer, 2, 0xfffd), "65533");
    EXPECT_EQ(text(ValueKind::unsigned_integer, 8, ~std::uint64_t{0}), "18446744073709551615");
}

TEST(DebugState, RealNumbersHaveAsFewDigitsAsTellThemApart) {
    EXPECT_EQ(real(0.25f), "0.25");
    EXPECT_EQ(real(0.1f), "0.1");
    EXPECT_EQ(real(1.0f / 3), "0.33333334");
    EXPECT_EQ(real(-0.0f), "-0");
    EXPECT_EQ(real(1e10f), "10000000000");
    EXPECT_EQ(real(1e20f), "1e+20");
    EXPECT_EQ(real(std::numeric_limits<float>::infinity()), "inf");
    EXPECT_EQ(real(std::numeric_limits<float>::quiet_NaN()), "nan");
    EXPECT_EQ(text(ValueKind::floating, 8, std::bit_cast<std::uint64_t>(0.1)), "0.1");
    EXPECT_EQ(half(0.1f), "0.1");
    EXPECT_EQ(half(65504), "65504");
    EXPECT_EQ(half(1.0f / 3), "0.3333");
    EXPECT_EQ(half(5.9604645e-8f), "6e-08") << "the smallest one";
}

TEST(DebugState, EveryHalfIsReadBackFromItsText) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const std::string shown = text(ValueKind::floating, 2, bits);
        const auto back = static_cast<_Float16>(std::stof(shown));
        const auto was = std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits));
        if (was != was) {
            EXPECT_NE(shown.find("nan"), std::string::npos);
        } else {
            ASSERT_EQ(std::bit_cast<std::uint16_t>(back), bits) << shown;
        }
    }
}

TEST(DebugState, CharactersAreWrittenAsInC) {
    EXPECT_EQ(text(ValueKind::character, 1, 'x'), "'x'");
    EXPECT_EQ(text(ValueKind::character, 1, '\n'), "'\\n'");
    EXPECT_EQ(text(ValueKind::character, 1, '\''), "'\\''");
    EXPECT_EQ(text(ValueKind::character, 1, 0), "'\\0'");
    EXPECT_EQ(text(ValueKind::character, 1, 0xe4), "'\\xe4'");
    EXPECT_EQ(text(ValueKind::boolean, 1, 1), "true");
    EXPECT_EQ(text(ValueKind::boolean, 1, 0), "false");
}

TEST(DebugState, ALaneWithoutAValueHasNoText) {
    DebugValue v = value(ValueKind::signed_integer, 4, 5);
    v.known = 0;
    EXPECT_EQ(text_of(v, 0), "5") << "a lane that waits holds its value";
    EXPECT_EQ(text_of(v, 1), "");
    v.held = 0;
    EXPECT_EQ(text_of(v, 0), "");
}

TEST(DebugState, WhatTheBitsStandForComesFirst) {
    DebugValue pointer = value(ValueKind::pointer, 8, 0x700000010);
    EXPECT_EQ(text_of(pointer, 0), "0x700000010");
    pointer.targets = {"a[4]"};
    EXPECT_EQ(text_of(pointer, 0), "a[4]");
    DebugValue colour = value(ValueKind::unsigned_integer, 4, 5);
    colour.targets = {""};
    EXPECT_EQ(text_of(colour, 0), "5") << "no enumerator has this value";
}

TEST(DebugState, PartsAreListed) {
    DebugValue pair = value(ValueKind::structure, 8, 0);
    pair.children = {value(ValueKind::signed_integer, 4, 1), value(ValueKind::floating, 4, std::bit_cast<std::uint32_t>(2.5f))};
    pair.count = 2;
    EXPECT_EQ(text_of(pair, 0), "{1, 2.5}");
    pair.children[1].known = pair.children[1].held = 0;
    EXPECT_EQ(text_of(pair, 0), "{1, ?}");
    DebugValue array = value(ValueKind::array, 400, 0);
    array.count = 100;
    array.children = {value(ValueKind::signed_integer, 4, 7)};
    EXPECT_EQ(text_of(array, 0), "{7, ...}") << "not all elements are told";
    array.children.assign(64, value(ValueKind::signed_integer, 4, 1'000'000'000));
    EXPECT_LT(text_of(array, 0).size(), 200u);
    EXPECT_TRUE(text_of(array, 0).ends_with("...}"));
}

TEST(DebugState, NamesAreThoseOfTheContracts) {
    EXPECT_EQ(name_of(LaneStatus::at_barrier), "at_barrier");
    EXPECT_EQ(name_of(MemorySpace::constant), "constant");
    EXPECT_EQ(name_of(StopReason::breakpoint), "breakpoint");
}

}  // namespace
}  // namespace warpwise
