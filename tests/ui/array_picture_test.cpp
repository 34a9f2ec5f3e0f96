// The shader's picture of an array in a GL buffer: the very colours that the processor gives the same values.
#include "gl/array_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/array.h"
#include "gl/host.h"
#include "gl/make_host.h"
#include "gl/shared_buffer.h"
#include "ui/picture/array_colours.h"

namespace warpwise::ui {
namespace {

constexpr std::uint32_t ground = 0xff181110u;

class ArrayPictureTest : public testing::Test {
  protected:
    void SetUp() override {
        auto made = gl::make_host({gl::HostKind::egl, {64, 64}, "test"});
        if (!made) GTEST_SKIP() << made.error().text();
        host_ = std::move(*made);
    }

    // Draws the array by the shader; `shown_width` pixels are to be seen.
    std::vector<std::uint32_t> drawn(const Array& array, const ImageSpec& spec, int shown_width,
                                     std::shared_ptr<const gl::WarpShades> shades = nullptr) {
        auto buffer = gl::SharedBuffer::make(array.size_bytes(), gl::SharedBuffer::Storage::replaced);
        EXPECT_TRUE(buffer && buffer->upload(array.bytes()));
        const auto colours = array_colours(spec, *palette_table(spec.palette), *spec.low, *spec.high, ground);
        const auto done =
            picture_.draw({buffer->name(), array.dtype(), array.size(), spec.width, spec.height, spec.packed}, colours,
                          part_.value_or(gl::whole_part(spec.width, spec.height, shown_width)), std::move(shades));
        EXPECT_TRUE(done) << done.error().text();
        return picture_.read();
    }
    static std::vector<std::uint32_t> expected(const Array& array, const ImageSpec& spec) {
        return colours_of({array, spec.packed}, spec, *palette_table(spec.palette), ground);
    }

    std::unique_ptr<gl::Host> host_;
    gl::ArrayPicture picture_;
    std::optional<gl::PicturePart> part_;  // instead of all of it
};

ImageSpec spec_of(int width, int height, double low, double high, bool logarithmic) {
    ImageSpec spec;
    spec.width = width;
    spec.height = height;
    spec.low = low;
    spec.high = high;
    spec.logarithmic = logarithmic;
    return spec;
}

Array filled(DType dtype, std::int64_t count, double first, double step) {
    Array array = Array::make(dtype, {count}).value();
    visit_dtype(dtype, [&]<typename T>() {
        for (std::int64_t i = 0; i < count; ++i)
            array.as<T>()[static_cast<std::size_t>(i)] = static_cast<T>(first + step * static_cast<double>(i));
    });
    return array;
}

std::size_t differing(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    EXPECT_EQ(a.size(), b.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] != b[i];
    return count;
}

TEST_F(ArrayPictureTest, EveryDtypeHasTheProcessorsColours) {
    for (const DType dtype : all_dtypes()) {
        const bool small = size_of(dtype) == 1;
        const Array array = filled(dtype, 120 * 80,
                                   small              ? 0
                                   : is_signed(dtype) ? -20
                                                      : 0,
                                   small             ? 0.0125
                                   : is_float(dtype) ? 0.07
                                                     : 1);
        for (const bool logarithmic : {false, true}) {
            ImageSpec spec = spec_of(120, 80, 3, small ? 100 : is_float(dtype) ? 600.5 : 9000, logarithmic);
            spec.dark = 57;
            EXPECT_EQ(differing(drawn(array, spec, 120), expected(array, spec)), 0u)
                << name_of(dtype) << (logarithmic ? ", logarithmic" : "");
        }
    }
}

template <typename T>
Array unusual_values(DType dtype) {
    const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    const std::array<T, 8> values{-inf, inf, nan, T{-0.0}, T{0}, T{1}, -nan, std::numeric_limits<T>::max()};
    Array array = Array::make(dtype, {8}).value();
    std::ranges::copy(values, array.as<T>().begin());
    return array;
}

TEST_F(ArrayPictureTest, ValuesOutsideTheRangeAndNoNumbersHaveTheEndsColours) {
    for (const Array& array : {unusual_values<float>(DType::f32), unusual_values<double>(DType::f64)})
        for (const auto& [low, high] : {std::pair{0.0, 1.0}, {-2.0, 2.0}, {1.0, 1.0}}) {
            const ImageSpec spec = spec_of(4, 2, low, high, false);
            EXPECT_EQ(drawn(array, spec, 4), expected(array, spec)) << name_of(array.dtype()) << " from " << low;
        }
}

TEST_F(ArrayPictureTest, ARangeBeyondTheDtypesIsKept) {
    const Array array = filled(DType::u8, 256, 0, 1);
    for (const auto& [low, high] : {std::pair{-100.0, 1000.0}, {-1e12, 1e12}, {250.0, 1e9}}) {
        const ImageSpec spec = spec_of(16, 16, low, high, false);
        EXPECT_EQ(drawn(array, spec, 16), expected(array, spec)) << low;
    }
}

TEST_F(ArrayPictureTest, WhatTheArrayLacksIsGround) {
    const Array array = filled(DType::i32, 10, 1, 1);
    const ImageSpec spec = spec_of(4, 4, 0, 10, false);
    const auto picture = drawn(array, spec, 4);
    EXPECT_EQ(picture, expected(array, spec));
    EXPECT_EQ(picture[15], ground);
}

TEST_F(ArrayPictureTest, SmallerThanItsArrayAPixelIsTheMeanOfItsSquare) {
    // columns of black and white: squares of two are grey
    Array array = Array::make(DType::u8, {6, 6}).value();
    for (std::size_t i = 0; i < array.size(); ++i) array.as<std::uint8_t>()[i] = i % 2 != 0 ? 255 : 0;
    ImageSpec spec = spec_of(6, 6, 0, 255, false);
    spec.palette = "grey";
    const auto picture = drawn(array, spec, 3);
    EXPECT_EQ(picture_.texture_width(), 3);
    EXPECT_EQ(picture_.texture_height(), 3);
    ASSERT_EQ(picture.size(), 9u);
    for (const std::uint32_t colour : picture) EXPECT_NEAR(static_cast<double>(colour & 255), 127.5, 1);
    // at its own size none of them is
    for (const std::uint32_t colour : drawn(array, spec, 6)) EXPECT_TRUE((colour & 255) == 0 || (colour & 255) == 255);
}

TEST_F(ArrayPictureTest, AnImpossibleSizeIsAnErrorThatSaysWhatToDo) {
    const auto colours = array_colours(spec_of(8, 8, 0, 1, false), *palette_table("grey"), 0, 1, ground);
    auto buffer = gl::SharedBuffer::make(64, gl::SharedBuffer::Storage::fixed);
    ASSERT_TRUE(buffer);
    const auto many = picture_.draw({buffer->name(), DType::u8, std::size_t{1} << 40, 1 << 20, 1 << 20}, colours,
                                    gl::whole_part(1 << 20, 1 << 20, 100));
    ASSERT_FALSE(many);
    EXPECT_NE(many.error().hint.find("smaller picture"), std::string::npos) << many.error().text();
    EXPECT_EQ(picture_.texture(), 0u);
    EXPECT_FALSE(picture_.draw({buffer->name(), DType::u8, 64, 0, 8}, colours, gl::whole_part(8, 8, 8)));
    const std::array<std::byte, 65> more{};
    EXPECT_FALSE(buffer->upload(more));
    const auto huge = gl::SharedBuffer::make(std::size_t{1} << 62, gl::SharedBuffer::Storage::fixed);
    ASSERT_FALSE(huge);
    EXPECT_NE(huge.error().message.find("MiB"), std::string::npos);
    // and the next one works
    EXPECT_TRUE(picture_.draw({buffer->name(), DType::u8, 64, 8, 8}, colours, gl::whole_part(8, 8, 8)));
}

TEST_F(ArrayPictureTest, AWordOfThirtyTwoPixelsHasThoseOfItsBits) {
    Array words = Array::make(DType::u32, {7, 2}).value();
    for (std::size_t i = 0; i < words.size(); ++i) words.as<std::uint32_t>()[i] = static_cast<std::uint32_t>((i + 1) * 2654435761u);
    ImageSpec spec = spec_of(64, 7, 0, 1, false);
    spec.packed = true;
    EXPECT_EQ(drawn(words, spec, 64), expected(words, spec));
}

// Blocks of 8 by 5 threads, so that a warp spans rows and the second one is not full, over a picture that they do not tile.
PixelMap uneven_map(int width, int height) {
    PixelMap map{width, height, 1, {{static_cast<unsigned>(width + 7) / 8, static_cast<unsigned>(height + 4) / 5, 1}, {8, 5, 1}},
                 {},    {}};
    map.thread_at.assign(static_cast<std::size_t>(width * height), 0);
    map.pixel_of.assign(map.shape.thread_count(), 0);
    for (std::uint64_t thread = 0; thread < map.pixel_of.size(); ++thread) {
        const ThreadPlace place = place_of(map.shape, thread);
        const int x = static_cast<int>(place.block.x * 8 + place.thread.x),
                  y = static_cast<int>(place.block.y * 5 + place.thread.y);
        if (x < width && y < height) map.note(static_cast<std::size_t>(y * width + x), thread);
    }
    return map;
}

TEST_F(ArrayPictureTest, TheWasteOfWarpsIsTheProcessors) {
    constexpr int width = 50, height = 33;
    constexpr std::uint32_t even = 0xff201810u, uneven = 0xff10c0f0u;
    const PixelMap map = uneven_map(width, height);
    const auto shades = warp_shades(map, even, uneven);
    for (const DType dtype : all_dtypes()) {
        Array array = Array::make(dtype, {height, width}).value();
        visit_dtype(dtype, [&]<typename T>() {
            for (std::size_t i = 0; i < array.size(); ++i) array.as<T>()[i] = static_cast<T>((i * i / 7) % 100);
        });
        const auto picture = drawn(array, spec_of(width, height, 0, 100, false), width, shades);
        const std::vector<float> waste = waste_of_pixels(map, array);
        EXPECT_GT(*std::ranges::max_element(waste), 0.4f);
        ASSERT_EQ(picture.size(), waste.size());
        for (std::size_t i = 0; i < picture.size(); ++i)
            for (const int shift : {0, 8, 16}) {
                const auto channel = [shift](std::uint32_t colour) { return static_cast<double>((colour >> shift) & 255); };
                const double expected_channel = channel(even) + (channel(uneven) - channel(even)) * static_cast<double>(waste[i]);
                ASSERT_NEAR(channel(picture[i]), expected_channel, 1.1) << name_of(dtype) << " pixel " << i;
            }
    }
    // without them the values again
    const Array array = filled(DType::i32, width * height, 0, 1);
    const ImageSpec spec = spec_of(width, height, 0, width * height, false);
    EXPECT_EQ(drawn(array, spec, width), expected(array, spec));
    EXPECT_EQ(warp_shades(PixelMap(), even, uneven), nullptr);
}

// Zoomed in, zoomed out, and at the corners: the part that is shown has the colours that the processor gives it.
TEST_F(ArrayPictureTest, ThePartThatIsShownIsTheProcessors) {
    const Array array = filled(DType::i32, 101 * 67, 0, 1);
    const ImageSpec spec = spec_of(101, 67, 0, 101 * 67, false);
    for (const gl::PicturePart& part :
         {gl::shown_part(101, 67, 40.5, 20.25, 30, 20, 0.1), gl::shown_part(101, 67, -5, -9, 60, 60, 1),
          gl::shown_part(101, 67, 30, 31, 80, 50, 2), gl::shown_part(101, 67, 0, 0, 101, 67, 7.5)}) {
        part_ = part;
        const auto found = drawn(array, spec, 101);
        EXPECT_EQ(picture_.texture_width(), part.columns);
        const auto wanted = colours_of(array, spec, *palette_table(spec.palette), ground, part);
        ASSERT_EQ(found.size(), wanted.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            for (const int shift : {0, 8, 16})
                ASSERT_NEAR(static_cast<int>((found[i] >> shift) & 255), static_cast<int>((wanted[i] >> shift) & 255), 1)
                    << "box " << part.box << " pixel " << i;
    }
}

TEST_F(ArrayPictureTest, TheFrameThatIsBeingDrawnGoesOnAsItWas) {
    const Array array = filled(DType::f32, 100, 0, 0.01);
    const ImageSpec spec = spec_of(10, 10, 0, 1, false);
    host_->begin_frame(1, 0.5f, 0);
    const auto before = host_->read_pixels();
    drawn(array, spec, 10);
    const auto after = host_->read_pixels();
    ASSERT_TRUE(before && after);
    EXPECT_EQ(after->rgb, before->rgb);
    host_->begin_frame(0, 1, 0);  // clears the host's own picture, whatever was bound meanwhile
    const auto next = host_->read_pixels();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->rgb[1], 255);
    EXPECT_EQ(next->rgb[next->rgb.size() - 2], 255);
}

TEST_F(ArrayPictureTest, ALargePictureIsDrawnAtTheSizeThatIsShown) {
    const Array array = filled(DType::i32, std::int64_t{4096} * 4096, 0, 1);
    const ImageSpec spec = spec_of(4096, 4096, 0, 4096.0 * 4096, false);
    const auto picture = drawn(array, spec, 256);
    EXPECT_EQ(picture_.texture_width(), 256);
    ASSERT_EQ(picture.size(), 256u * 256);
    const ColourTable table = *palette_table("viridis");
    // the first 16 rows lie within the first two colours of the table
    for (const int shift : {0, 8, 16}) EXPECT_NEAR((picture.front() >> shift) & 255, (table[0] >> shift) & 255, 1) << shift;
    // of the last 16 rows about 8 have the last colour, the others the one before
    for (const int shift : {0, 8, 16}) {
        const auto channel = [shift](std::uint32_t colour) { return static_cast<int>((colour >> shift) & 255); };
        EXPECT_NEAR(channel(picture.back()), (channel(table[254]) + channel(table[255])) / 2.0, 1) << shift;
    }
}

}  // namespace
}  // namespace warpwise::ui
