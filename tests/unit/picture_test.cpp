// Pictures as the input of kernels: formats, transparency, sizes, and files that are no pictures.
#include "base/picture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/png.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using test::TemporaryFolder;

Array array_of(DType dtype, std::vector<std::int64_t> shape) {
    Array array = Array::make(dtype, std::move(shape)).value();
    array.name = "image";
    return array;
}

Picture picture_of(std::int64_t width, std::int64_t height, std::vector<std::uint16_t> rgba) {
    return {width, height, std::move(rgba)};
}

TEST(PictureTest, AFileOf8BitsIsReadAtFullRange) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "two.png";
    ASSERT_TRUE(write_png(path, Image{2, 1, {255, 0, 128, 0, 0, 0}}, {}));
    const auto picture = read_picture(path);
    ASSERT_TRUE(picture) << picture.error().text();
    EXPECT_EQ(picture->width, 2);
    EXPECT_EQ(picture->height, 1);
    EXPECT_EQ(picture->rgba, (std::vector<std::uint16_t>{65535, 0, 128 * 257, 65535, 0, 0, 0, 65535}));
}

// A grey picture of 2 x 1 pixels of 16 bits, 0x1234 and 0xffff, and a header that claims 100,000 x 100,000 pixels.
constexpr unsigned char kDeep[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                   0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x10, 0x00, 0x00, 0x00,
                                   0x00, 0x81, 0xd9, 0xfc, 0x15, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78,
                                   0x9c, 0x63, 0x10, 0x32, 0xf9, 0xff, 0x1f, 0x00, 0x03, 0xe6, 0x02, 0x45, 0x2e, 0x42,
                                   0x96, 0x75, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
constexpr unsigned char kHuge[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                   0x44, 0x52, 0x00, 0x01, 0x86, 0xa0, 0x00, 0x01, 0x86, 0xa0, 0x08, 0x00, 0x00, 0x00,
                                   0x00, 0x8d, 0x39, 0x54, 0x14, 0x00, 0x00, 0x00, 0x09, 0x49, 0x44, 0x41, 0x54, 0x78,
                                   0x9c, 0x63, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x5e, 0xff, 0x7d, 0xf9, 0x00, 0x00,
                                   0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

std::string write(const TemporaryFolder& folder, const char* name, std::span<const unsigned char> bytes) {
    const std::string path = (folder.path() / name).string();
    std::ofstream file(path, std::ios::binary);
    for (const unsigned char byte : bytes) file.put(static_cast<char>(byte));
    return path;
}

TEST(PictureTest, AFileOf16BitsKeepsThem) {
    const TemporaryFolder folder;
    const auto picture = read_picture(write(folder, "deep.png", kDeep));
    ASSERT_TRUE(picture) << picture.error().text();
    EXPECT_EQ(picture->rgba, (std::vector<std::uint16_t>{0x1234, 0x1234, 0x1234, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff}));
    Array grey = array_of(DType::f64, {1, 2});
    ASSERT_TRUE(fill_with_picture(grey, *picture, PictureSize::exact));
    EXPECT_NEAR(grey.value(0), 0x1234 / 65535.0, 1e-12);
}

TEST(PictureTest, DamagedAndHugeFilesSaySo) {
    const TemporaryFolder folder;
    const auto says = [](const std::string& path, const char* what) {
        const auto picture = read_picture(path);
        ASSERT_FALSE(picture);
        EXPECT_NE(picture.error().text().find(what), std::string::npos) << picture.error().text();
    };
    for (const std::size_t cut : {std::size_t{0}, std::size_t{4}, std::size_t{20}, std::size_t{40}, sizeof kDeep - 20})
        says(write(folder, "cut.png", std::span(kDeep).first(cut)), "cut.png cannot be read as a PNG");
    std::vector<unsigned char> flipped(std::begin(kDeep), std::end(kDeep));
    flipped[46] ^= 0x40;
    says(write(folder, "flipped.png", flipped), "flipped.png cannot be read as a PNG");
    says(write(folder, "huge.png", kHuge),
         "huge.png is too large: a picture has at most 33,554,432 pixels, and 16,384 along an edge");
    EXPECT_FALSE(read_picture(folder.path() / "none.png"));
}

// Whatever a file holds, it is a picture of the size that its header says, or an error that names the file.
TEST(PictureTest, NoDamageEndsTheProgram) {
    const TemporaryFolder folder;
    const auto check = [&](std::span<const unsigned char> bytes, const std::string& what) {
        const auto picture = read_picture(write(folder, "damaged.png", bytes));
        if (picture) {
            EXPECT_GT(picture->width * picture->height, 0) << what;
            EXPECT_EQ(picture->rgba.size(), static_cast<std::size_t>(4 * picture->width * picture->height)) << what;
        } else {
            EXPECT_TRUE(picture.error().message.contains("damaged.png")) << what;
            EXPECT_FALSE(picture.error().hint.empty()) << what;
        }
    };
    std::vector<std::vector<unsigned char>> whole;
    whole.emplace_back(std::begin(kDeep), std::end(kDeep));
    std::vector<std::uint8_t> rgba;
    for (int i = 0; i < 4 * 16 * 9; ++i) rgba.push_back(static_cast<std::uint8_t>(i * 37));
    const std::string alpha = encode_png_with_alpha(16, 9, rgba, {{"Software", "a test"}}).value();
    whole.emplace_back(alpha.begin(), alpha.end());
    for (const std::vector<unsigned char>& file : whole) {
        for (std::size_t cut = 0; cut < file.size(); ++cut) check(std::span(file).first(cut), fmt::format("cut at {}", cut));
        for (std::size_t at = 0; at < file.size(); ++at)
            for (const unsigned char flip : {0x01, 0x80, 0xff}) {
                std::vector<unsigned char> damaged = file;
                damaged[at] ^= flip;
                check(damaged, fmt::format("byte {} ^ {}", at, flip));
            }
    }
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {  // a signature, and then anything
        std::vector<unsigned char> noise(std::begin(kDeep), std::begin(kDeep) + (round % 2 == 0 ? 8 : 33));
        for (int i = 0; i < 200; ++i) noise.push_back(static_cast<unsigned char>(random()));
        check(noise, fmt::format("noise {}", round));
    }
}

TEST(PictureTest, AFileWithAlphaKeepsIt) {
    const TemporaryFolder folder;
    const std::string bytes = encode_png_with_alpha(1, 2, std::vector<std::uint8_t>{255, 0, 0, 128, 10, 20, 30, 0}, {}).value();
    const auto picture = read_picture(write(folder, "alpha.png", std::vector<unsigned char>(bytes.begin(), bytes.end())));
    ASSERT_TRUE(picture) << picture.error().text();
    EXPECT_EQ(picture->height, 2);
    EXPECT_EQ(picture->rgba, (std::vector<std::uint16_t>{65535, 0, 0, 128 * 257, 10 * 257, 20 * 257, 30 * 257, 0}));
}

TEST(PictureTest, GreyColourAndAlpha) {
    // half-transparent red, and green
    const Picture picture = picture_of(2, 1, {65535, 0, 0, 32768, 0, 65535, 0, 65535});
    const double half = 32768 / 65535.0;
    Array grey = array_of(DType::f64, {1, 2}), colour = array_of(DType::f64, {1, 2, 3}), alpha = array_of(DType::f64, {1, 2, 4}),
          bytes = array_of(DType::u8, {1, 2, 3}), small = array_of(DType::i8, {1, 2});
    for (Array* const array : {&grey, &colour, &alpha, &bytes, &small})
        ASSERT_TRUE(fill_with_picture(*array, picture, PictureSize::exact));
    EXPECT_NEAR(grey.value(0), 0.2126 * half, 1e-12);  // on black
    EXPECT_NEAR(grey.value(1), 0.7152, 1e-12);
    EXPECT_NEAR(colour.value(0), half, 1e-12);
    EXPECT_NEAR(colour.value(4), 1, 1e-12);
    EXPECT_NEAR(alpha.value(0), 1, 1e-12);  // the colour itself, beside its alpha
    EXPECT_NEAR(alpha.value(3), half, 1e-12);
    EXPECT_EQ(bytes.value(0), 128);
    EXPECT_EQ(bytes.value(4), 255);
    EXPECT_EQ(small.value(1), 91);  // of 127
}

TEST(PictureTest, ScaledPixelsAreMeansAndExactSizesMustFit) {
    const auto grey = [](std::uint16_t v) { return std::vector<std::uint16_t>{v, v, v, 65535}; };
    std::vector<std::uint16_t> rgba;
    for (const int v : {0, 20000, 40000, 60000})
        for (const std::uint16_t channel : grey(static_cast<std::uint16_t>(v))) rgba.push_back(channel);
    const Picture picture = picture_of(4, 1, rgba);
    Array half = array_of(DType::f64, {1, 2}), larger = array_of(DType::f64, {2, 8}), one = array_of(DType::f64, {1, 1}),
          third = array_of(DType::f64, {1, 3});
    for (Array* const array : {&half, &larger, &one, &third}) ASSERT_TRUE(fill_with_picture(*array, picture, PictureSize::scaled));
    EXPECT_NEAR(half.value(0), 10000 / 65535.0, 1e-9);
    EXPECT_NEAR(half.value(1), 50000 / 65535.0, 1e-9);
    EXPECT_NEAR(larger.value(3), 20000 / 65535.0, 1e-9);
    EXPECT_NEAR(larger.value(8 + 7), 60000 / 65535.0, 1e-9);
    EXPECT_NEAR(one.value(0), 30000 / 65535.0, 1e-9);
    EXPECT_NEAR(third.value(0), (0 + 20000 / 3.0) / (4 / 3.0) / 65535.0, 1e-9);
    const auto refused = fill_with_picture(half, picture, PictureSize::exact);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the picture has 4 x 1 pixels, but the array 'image' has 2 x 1");
    Array line = array_of(DType::f32, {4});
    const auto flat = fill_with_picture(line, picture, PictureSize::scaled);
    ASSERT_FALSE(flat);
    EXPECT_EQ(flat.error().message, "the array 'image' cannot hold a picture");
}

}  // namespace
}  // namespace warpwise
