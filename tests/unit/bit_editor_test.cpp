// The bit editor's value: typed, flipped, counted on; and the number line around it.
#include "ui/numbers/bit_editor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "ui/numbers/number_line_layout.h"
#include "ui/numbers/number_words.h"

namespace warpwise::ui {
namespace {

using testing::HasSubstr;

BitEditor with(const char* format, const std::string& text) {
    BitEditor editor;
    editor.use_format(*find_number_format(format));
    EXPECT_TRUE(editor.type(text)) << text;
    return editor;
}

TEST(BitEditor, BeginsWithATenthThatWasRounded) {
    const BitEditor editor;
    EXPECT_EQ(editor.format().name, "f32");
    EXPECT_EQ(editor.bits(), 0x3dcccccdu);
    EXPECT_TRUE(editor.lost());
    EXPECT_THAT(editor.outcome(), HasSubstr("The error is +1.49e-09, 0.2 of the gap"));
    EXPECT_EQ(value_text(editor.format(), editor.bits()), "0.100000001490116119384765625");
    EXPECT_EQ(hex_text(editor.format(), editor.bits()), "0x3DCCCCCD");
    EXPECT_EQ(make_up_text(editor.format(), editor.bits()), "+1.60000002384185791015625 × 2^(123 - 127)");
}

TEST(BitEditor, ATieIsSaid) {
    BitEditor editor = with("f32", "2^24 + 1");
    EXPECT_EQ(value_text(editor.format(), editor.bits()), "16,777,216");
    EXPECT_THAT(editor.outcome(), HasSubstr("A tie"));
    EXPECT_THAT(editor.outcome(), HasSubstr("0.5 of the gap"));
    editor = with("f32", "2^24");
    editor.add(1);
    EXPECT_EQ(editor.bits(), std::bit_cast<std::uint32_t>(16777216.0f));
    EXPECT_THAT(editor.outcome(), HasSubstr("A tie"));
    EXPECT_EQ(editor.typed(), "16777216 + 1");
}

TEST(BitEditor, AFlippedBitIsExact) {
    BitEditor editor = with("f16", "1");
    editor.flip(15);
    EXPECT_EQ(value_text(editor.format(), editor.bits()), "-1");
    EXPECT_EQ(editor.typed(), "-1");
    EXPECT_FALSE(editor.lost());
    EXPECT_FALSE(editor.wanted());
    editor.flip(15);
    EXPECT_EQ(editor.bits(), 0x3c00u);
}

TEST(BitEditor, IntegersWrapAndSaySo) {
    BitEditor editor = with("u8", "255");
    EXPECT_FALSE(editor.lost());
    editor.add(1);
    EXPECT_EQ(editor.bits(), 0u);
    EXPECT_THAT(editor.outcome(), HasSubstr("It wrapped around: u8 has values from 0 to 255"));
    editor.add(-1);
    EXPECT_EQ(editor.bits(), 255u);
    editor = with("i32", "2^31 - 1");
    editor.add(1);
    EXPECT_EQ(value_text(editor.format(), editor.bits()), "-2,147,483,648");
    EXPECT_THAT(editor.outcome(), HasSubstr("signed overflow"));
    EXPECT_EQ(with("u64", "-1").bits(), ~std::uint64_t{0});
}

TEST(BitEditor, OverflowAndSpecialValuesAreSaid) {
    BitEditor editor = with("f16", "65520");
    EXPECT_EQ(value_text(editor.format(), editor.bits()), "infinity");
    EXPECT_THAT(editor.outcome(), HasSubstr("beyond the largest f16, 65,504"));
    editor.add(1);
    EXPECT_THAT(editor.outcome(), HasSubstr("Infinity plus"));
    EXPECT_TRUE(editor.type("nan"));
    EXPECT_THAT(class_text(editor.format(), editor.bits()), HasSubstr("NaN"));
    EXPECT_FALSE(editor.can_step(1));
    EXPECT_TRUE(editor.type("2^-24"));
    EXPECT_THAT(class_text(editor.format(), editor.bits()), HasSubstr("Subnormal"));
    const std::uint64_t before = editor.bits();
    EXPECT_FALSE(editor.type("one"));
    EXPECT_EQ(editor.bits(), before);
    EXPECT_FALSE(with("u8", "1").type("inf"));
}

TEST(BitEditor, AnotherFormatRoundsWhatWasTyped) {
    BitEditor editor = with("f16", "0.1");
    editor.use_format(*find_number_format("f64"));
    EXPECT_EQ(editor.bits(), std::bit_cast<std::uint64_t>(0.1));  // not the f16 nearest to it
    editor.use_format(*find_number_format("u8"));
    EXPECT_EQ(editor.bits(), 0u);
    EXPECT_TRUE(editor.lost());
    EXPECT_THAT(editor.outcome(), HasSubstr("cut off"));
}

TEST(BitEditor, EveryChoiceIsANumberOfEveryFormat) {
    for (const NumberFormat& format : number_formats()) {
        BitEditor editor;
        editor.use_format(format);
        for (const NumberChoice& choice : number_choices(format)) {
            EXPECT_TRUE(editor.type(choice.text)) << format.name << " " << choice.label;
            if (choice.label == "largest") {
                EXPECT_EQ(editor.bits(), format.largest()) << format.name;
            }
            if (choice.label == "smallest > 0") {
                EXPECT_EQ(editor.bits(), 1u) << format.name;
            }
        }
    }
}

TEST(NumberLineLayout, NeighboursStandWhereTheirValuesAre) {
    const NumberFormat& f32 = *find_number_format("f32");
    const auto tie = parse_exact("2^24 + 1");
    const NumberLineLayout line = number_line_layout(f32, std::bit_cast<std::uint32_t>(16777216.0f), *tie, 0, 300, 0.05f);
    EXPECT_EQ(line.stride, 1u);
    EXPECT_EQ(line.half_width, 5.0L);  // 2.5 of the wider gap
    ASSERT_EQ(line.ticks.size(), 8u);  // 5 below 2^24, itself, and 2^24 + 2 and + 4
    EXPECT_FLOAT_EQ(line.ticks[5].place, 0.5f);
    EXPECT_FLOAT_EQ(line.ticks[6].place, 0.7f);
    EXPECT_FLOAT_EQ(line.ticks[4].place, 0.4f);
    ASSERT_TRUE(line.wanted);
    EXPECT_FLOAT_EQ(*line.wanted, 0.6f);
    ASSERT_EQ(line.sections.size(), 2u);
    EXPECT_EQ(line.sections[0].gap_exponent, 0);
    EXPECT_EQ(line.sections[1].gap_exponent, 1);
    EXPECT_FLOAT_EQ(line.sections[1].from, 0.5f);
}

TEST(NumberLineLayout, TheWholeRangeOfEveryFormatFits) {
    for (const NumberFormat& format : number_formats())
        for (const std::uint64_t bits : {std::uint64_t{0}, format.largest(), format.smallest(), std::uint64_t{1}})
            for (const int zoom : {0, 7, 20, kMostZoom}) {
                const NumberLineLayout line = number_line_layout(format, bits, std::nullopt, zoom, 300, 0.05f);
                EXPECT_LE(line.ticks.size(), 302u) << format.name;
                EXPECT_TRUE(std::ranges::is_sorted(line.ticks, {}, &NumberLineLayout::Tick::ordinal)) << format.name;
                EXPECT_EQ(std::ranges::count(line.ticks, ordinal_of(format, bits), &NumberLineLayout::Tick::ordinal), 1)
                    << format.name << " " << bits << " " << zoom;
                for (const NumberLineLayout::Tick& tick : line.ticks) {
                    EXPECT_GE(tick.place, -1e-4f) << format.name;
                    EXPECT_LE(tick.place, 1.0001f) << format.name;
                }
                if (zoom == kMostZoom) {
                    EXPECT_GE(line.half_width * 1.0001L,
                              value_at(format, last_ordinal(format)) - value_at(format, ordinal_of(format, bits)));
                }
            }
}

}  // namespace
}  // namespace warpwise::ui
