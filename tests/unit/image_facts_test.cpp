// Palettes, the options of an image view, and which thread a pixel belongs to.
#include "ui/picture/image_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace warpwise::ui {
namespace {

constexpr const char* row_major = "(blockIdx.y * blockDim.y + threadIdx.y) * width + blockIdx.x * blockDim.x + threadIdx.x";

double luminance(std::uint32_t colour) {
    return 0.2126 * (colour & 255) + 0.7152 * ((colour >> 8) & 255) + 0.0722 * ((colour >> 16) & 255);
}

TEST(Palette, MoreIsBrighterInEveryPalette) {
    for (const std::string_view name : palette_names()) {
        const auto table = palette_table(name);
        ASSERT_TRUE(table) << name;
        for (std::size_t i = 16; i < table->size(); i += 16)
            EXPECT_GT(luminance((*table)[i]), luminance((*table)[i - 16])) << name << " at " << i;
    }
    EXPECT_FALSE(palette_table("rainbow"));
}

TEST(Palette, ViridisBeginsPurpleAndEndsYellow) {
    EXPECT_EQ(palette_table("viridis")->front(), 0xff540144u);
    EXPECT_EQ(palette_table("viridis")->back(), 0xff25e7fdu);
}

TEST(Palette, ValuesOutsideTheRangeTakeItsEnds) {
    EXPECT_EQ(share_of_range(-5, 0, 10, false), 0);
    EXPECT_EQ(share_of_range(99, 0, 10, true), 1);
    EXPECT_EQ(share_of_range(NAN, 0, 10, false), 0);
    EXPECT_EQ(share_of_range(3, 3, 3, false), 0);
    EXPECT_NEAR(share_of_range(9, 0, 99, true), 0.5, 1e-12);  // log 10 of log 100
}

Lesson lesson_of_image(std::map<std::string, std::string> options) {
    Lesson lesson;
    ArraySpec array;
    array.id = "counts";
    lesson.arrays.push_back(array);
    Parameter zoom;
    zoom.id = "span";
    zoom.kind = ParameterKind::real;
    lesson.parameters.push_back(zoom);
    lesson.views.push_back({"image", std::move(options)});
    return lesson;
}

const ParameterValues values{{"w", std::int64_t{20}}, {"h", std::int64_t{6}}, {"span", 2.0}};

TEST(ImageSpec, FormulasAreEvaluated) {
    const Lesson lesson =
        lesson_of_image({{"array", "counts"}, {"width", "2 * w"}, {"height", "h"}, {"high", "w / 4"}, {"zoom", "span"}});
    const auto spec = image_spec(lesson, lesson.views[0], values);
    ASSERT_TRUE(spec) << spec.error().text();
    EXPECT_EQ(spec->width, 40);
    EXPECT_EQ(spec->height, 6);
    EXPECT_EQ(spec->high, 5);
    EXPECT_FALSE(spec->low);
}

TEST(ImageSpec, WhatDoesNotFitIsNamed) {
    const std::map<std::string, std::string> good{{"array", "counts"}, {"width", "w"}, {"height", "h"}};
    for (const auto& [option, value] :
         {std::pair{"array", "pixels"}, {"width", "0 * w"}, {"height", "1e6"}, {"palette", "rainbow"}, {"zoom", "w"}}) {
        auto options = good;
        options[option] = value;
        const Lesson lesson = lesson_of_image(options);
        const auto spec = image_spec(lesson, lesson.views[0], values);
        ASSERT_FALSE(spec) << option;
        EXPECT_FALSE(spec.error().message.empty());
    }
}

Array counts_of(std::initializer_list<std::int32_t> numbers) {
    Array array = Array::make(DType::i32, {static_cast<std::int64_t>(numbers.size())}).value();
    std::ranges::copy(numbers, array.as<std::int32_t>().begin());
    return array;
}

TEST(ImageColours, LowHighAndDark) {
    ImageSpec spec;
    spec.width = 4;
    spec.height = 1;
    spec.low = 0;
    spec.high = 10;
    spec.dark = 7;
    const ColourTable table = *palette_table("viridis");
    const auto colours = colours_of(counts_of({0, 10, 7}), spec, table, 0xff000001u);
    EXPECT_EQ(colours, (std::vector<std::uint32_t>{table[0], table[255], 0xff000001u, 0xff000001u}));
}

// What the screen shows and no more: a square costs at most four colours, whatever it stands for.
TEST(ImageColours, APartHasThePixelsOfTheView) {
    ImageSpec spec;
    spec.width = spec.height = 4096;
    spec.low = 0;
    spec.high = 1;
    const Array array = Array::make(DType::u8, {4096, 4096}).value();
    const auto view = [&](double x, double across, double per_pixel) {
        return gl::shown_part(spec.width, spec.height, x, x, across, across, per_pixel);
    };
    const gl::PicturePart all = view(0, 4096, 4096.0 / 600), inside = view(1000.5, 20, 20.0 / 600);
    EXPECT_LE(all.columns, 700);
    EXPECT_EQ(colours_of(array, spec, *palette_table("grey"), 0, all).size(), static_cast<std::size_t>(all.columns * all.rows));
    EXPECT_EQ(inside, (gl::PicturePart{1000, 1000, 21, 21, 1}));
    EXPECT_EQ(view(5000, 20, 1).columns, 0) << "nothing of it is seen";
    // Panning by less than a square begins with the very same square.
    EXPECT_EQ(view(12, 2000, 4.5).left, view(14, 2000, 4.5).left);
}

TEST(ImageColours, ASquareIsTheMeanOfItsSamples) {
    ImageSpec spec;
    spec.width = 5;
    spec.height = 2;
    spec.low = 0;
    spec.high = 255;
    Array array = Array::make(DType::u8, {2, 5}).value();
    std::ranges::copy(std::array<std::uint8_t, 10>{0, 100, 8, 8, 40, 200, 100, 8, 8, 60}, array.as<std::uint8_t>().begin());
    const auto colours = colours_of(array, spec, *palette_table("grey"), 0, {0, 0, 3, 1, 2});
    ASSERT_EQ(colours.size(), 3u);
    EXPECT_EQ(colours[0] & 255, 100u);
    EXPECT_EQ(colours[1] & 255, 8u);
    EXPECT_EQ(colours[2] & 255, 50u) << "the last square is cut at the edge";
}

ThreadFacts facts_of(LaunchShape shape, std::int64_t width, std::int64_t height) {
    FactsInput in;
    in.shape = shape;
    in.work = in.elements = static_cast<std::uint64_t>(width * height);
    in.formula = row_major;
    in.parameters = {{"width", width}};
    return find_facts(in);
}

TEST(PixelMap, EveryPixelOfARaggedPictureHasItsOwnThread) {
    const int width = 35, height = 9;
    const PixelMap map = map_pixels(facts_of({{2, 3, 1}, {32, 4, 1}, 0}, width, height), nullptr, width, height);
    std::set<std::uint64_t> threads;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto thread = map.thread(y * width + x);
            ASSERT_TRUE(thread) << x << ", " << y;
            threads.insert(*thread);
            const ThreadPlace place = place_of(map.shape, *thread);
            EXPECT_EQ(place.block.x * 32 + place.thread.x, static_cast<unsigned>(x));
            EXPECT_EQ(place.block.y * 4 + place.thread.y, static_cast<unsigned>(y));
            EXPECT_EQ(map.pixel(*thread), y * width + x);
        }
    EXPECT_EQ(threads.size(), static_cast<std::size_t>(width * height));
    EXPECT_FALSE(map.thread(-1));
    EXPECT_FALSE(map.thread(width * height));
}

TEST(PixelMap, WhatTheRunWroteCountsMoreThanTheFormula) {
    RunRecord record;
    record.argument_names = {"counts"};
    record.writes.push_back({0, {}});
    record.writes[0].writer.resize(64);
    for (std::uint32_t pixel = 0; pixel < 64; ++pixel) record.writes[0].writer[pixel] = 64 - pixel;  // mirrored
    ThreadFacts facts = facts_of({{2, 1, 1}, {32, 1, 1}, 0}, 64, 1);
    facts.has_writes = true;
    facts.write_map = 0;
    const PixelMap map = map_pixels(facts, &record, 64, 1);
    EXPECT_EQ(map.thread(0), 63u);
    EXPECT_EQ(map.pixel(0), 63);
}

TEST(WarpLanes, TheSlowestLaneSetsTheTurns) {
    const PixelMap map = map_pixels(facts_of({{1, 1, 1}, {32, 1, 1}, 0}, 32, 1), nullptr, 32, 1);
    Array counts = Array::make(DType::i32, {32}).value();
    for (std::int32_t& count : counts.as<std::int32_t>()) count = 10;
    counts.as<std::int32_t>()[5] = 40;
    const WarpLanes warp = lanes_of_warp(map, counts, 7);
    EXPECT_EQ(warp.most, 40);
    EXPECT_DOUBLE_EQ(warp.useful(), (31 * 10 + 40) / (32.0 * 40));
    const std::vector<float> waste = waste_of_pixels(map, counts);
    EXPECT_NEAR(waste[0], 1 - warp.useful(), 1e-6);
    EXPECT_EQ(waste[0], waste[31]);
}

TEST(AboutPixel, ExpressionsKnowThePixel) {
    ImageSpec spec;
    spec.about = "c = {span * x} after {value} steps";
    EXPECT_EQ(about_pixel(spec, values, 3, 0, 17), "c = 6 after 17 steps");
    spec.about = "{nonsense}";
    EXPECT_NE(about_pixel(spec, values, 0, 0, 0).find("nonsense"), std::string::npos);
}

TEST(ImageSpec, ShowsTheArrayThatTheKernelTakes) {
    Lesson lesson = lesson_of_image({{"array", "counts; words"}, {"packed", "words"}, {"width", "w"}, {"height", "h"}});
    ArraySpec words;
    words.id = "words";
    lesson.arrays.push_back(words);
    KernelSpec kernel;
    kernel.arguments = {"words", "w"};
    const auto spec = image_spec(lesson, lesson.views[0], values, &kernel);
    ASSERT_TRUE(spec) << spec.error().text();
    EXPECT_EQ(spec->array, "words");
    EXPECT_TRUE(spec->packed);
    EXPECT_EQ(image_spec(lesson, lesson.views[0], values)->array, "counts");
}

TEST(Packed, BitsBecomePixelsAndTheirThreadOwnsThirtyTwo) {
    ImageSpec spec;
    spec.width = 64;
    spec.height = 2;
    Array words = Array::make(DType::u32, {2, 2}).value();
    words.as<std::uint32_t>()[1] = 0x80000001u;
    const PixelValues cells(words, true);
    ASSERT_EQ(cells.size(), 128u);
    for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells.value(i), i == 32 || i == 63 ? 1 : 0) << i;
    EXPECT_EQ(cells.text(32), "1");
    EXPECT_EQ(PixelValues(words).size(), 4u);
    EXPECT_EQ(PixelValues().size(), 0u);
    spec.low = 0;
    spec.high = 1;
    const auto colours = colours_of(cells, spec, *palette_table("grey"), 0xff000000u);
    for (std::size_t i = 0; i < colours.size(); ++i) EXPECT_EQ(colours[i] & 255, i == 32 || i == 63 ? 255u : 0u) << i;

    const PixelMap map = map_pixels(facts_of({{1, 1, 1}, {2, 2, 1}, 0}, 2, 2), nullptr, 64, 2, 32);
    EXPECT_EQ(map.thread(0), 0u);
    EXPECT_EQ(map.thread(31), 0u);
    EXPECT_EQ(map.thread(32), 1u);
    EXPECT_EQ(map.thread(127), 3u);
    EXPECT_EQ(map.pixel(3), 96);
}

}  // namespace
}  // namespace warpwise::ui
