#include "base/png.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "tests/read_png.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using warpwise::test::TemporaryFolder;

namespace {

Image colours(int width, int height) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int value : {x * 7, y * 5, x + y}) image.rgb.push_back(static_cast<std::uint8_t>(value));
    return image;
}

}  // namespace

TEST(Png, PixelsAndTextsComeBack) {
    const TemporaryFolder folder;
    const Image image = colours(37, 19);
    const TextChunks texts = {{"Software", "Warpwise"}, {"warpwise", "{\"n\": 100, \"word\": \"Gewinn über π\"}"}};
    ASSERT_TRUE(write_png(folder.path() / "deep" / "a.png", image, texts));
    const auto back = read_png(folder.path() / "deep" / "a.png");
    ASSERT_TRUE(back.has_value()) << back.error().text();
    EXPECT_EQ(back->image, image);
    EXPECT_EQ(back->texts, texts);
}

TEST(Png, TheSameImageGivesTheSameBytes) {
    const auto once = encode_png(colours(64, 64), {{"a", "b"}}), again = encode_png(colours(64, 64), {{"a", "b"}});
    ASSERT_TRUE(once && again);
    EXPECT_EQ(*once, *again);
}

TEST(Png, EveryTruncationIsAnErrorThatNamesTheFile) {
    const TemporaryFolder folder;
    const auto bytes = encode_png(colours(9, 9), {{"a", "b"}});
    ASSERT_TRUE(bytes.has_value());
    const std::size_t end = bytes->size() - 4;  // of the end marker's checksum nothing depends
    for (std::size_t length = 0; length < end; ++length) {
        folder.write("cut.png", bytes->substr(0, length));
        const auto read = read_png(folder.path() / "cut.png");
        ASSERT_FALSE(read.has_value()) << length << " bytes of " << bytes->size();
        EXPECT_NE(read.error().message.find("cut.png"), std::string::npos);
    }
}

TEST(Png, WhatIsNoPictureIsAnError) {
    const TemporaryFolder folder;
    folder.write("text.png", "This is no picture, but it is long enough to hold a header of one.");
    EXPECT_FALSE(read_png(folder.path() / "text.png"));
    EXPECT_FALSE(read_png(folder.path() / "absent.png"));
    EXPECT_FALSE(read_png(folder.path()));
    EXPECT_FALSE(encode_png({}, {}));
    EXPECT_FALSE(encode_png({-3, 4, {}}, {}));
}

TEST(Png, AHugeHeaderIsRefusedBeforeMemoryIsTaken) {
    const TemporaryFolder folder;
    auto bytes = *encode_png(colours(4, 4), {});
    bytes[17] = '\x7f';  // the width's second byte: 8 million pixels per row
    folder.write("wide.png", bytes);
    EXPECT_FALSE(read_png(folder.path() / "wide.png"));
}

// What other programs write: each file is of 2 x 2 pixels, made by Python's zlib and struct modules.
TEST(Png, EveryKindOfPixelIsReadAsRgb) {
    const std::vector<std::uint8_t> expected = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
    for (const char* name : {"rgb16", "rgba8", "palette", "interlaced"}) {
        const auto read = read_png(std::filesystem::path(WARPWISE_TEST_DATA) / "data" / "png" / (std::string(name) + ".png"));
        ASSERT_TRUE(read) << name << ": " << read.error().text();
        EXPECT_EQ(read->image.rgb, expected) << name;
    }
    const auto grey = read_png(std::filesystem::path(WARPWISE_TEST_DATA) / "data" / "png" / "grey1.png");
    ASSERT_TRUE(grey) << grey.error().text();
    EXPECT_EQ(grey->image.rgb, (std::vector<std::uint8_t>{0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0}));
}

TEST(Png, ATextBehindThePixelsIsRead) {
    const auto read = read_png(std::filesystem::path(WARPWISE_TEST_DATA) / "data" / "png" / "rgba8.png");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->texts, (TextChunks{{"Before", "pixels"}, {"After", "pixels"}}));
}

TEST(Png, AnEmptyTextIsLeftOut) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_png(folder.path() / "a.png", colours(2, 2), {{"Empty", ""}, {"Full", "text"}}));
    const auto back = read_png(folder.path() / "a.png");
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->texts, (TextChunks{{"Full", "text"}}));
}

TEST(Png, AKeywordOfTheWrongLengthIsRefused) {
    EXPECT_FALSE(encode_png(colours(2, 2), {{"", "text"}}));
    EXPECT_FALSE(encode_png(colours(2, 2), {{std::string(80, 'k'), "text"}}));
    EXPECT_TRUE(encode_png(colours(2, 2), {{std::string(79, 'k'), "text"}}));
}

TEST(Image, ACropKeepsToTheImage) {
    const Image image = colours(10, 8);
    EXPECT_EQ(image.crop(0, 0, 10, 8), image);
    const Image part = image.crop(2, 3, 4, 2);
    ASSERT_EQ(part.width, 4);
    ASSERT_EQ(part.height, 2);
    EXPECT_EQ(part.rgb[0], 2 * 7);
    EXPECT_EQ(part.rgb[1], 3 * 5);
    EXPECT_EQ(image.crop(8, 6, 100, 100).width, 2);
    EXPECT_EQ(image.crop(-5, -5, 7, 7).width, 2);
    EXPECT_TRUE(image.crop(20, 20, 4, 4).rgb.empty());
    EXPECT_TRUE(image.crop(2, 2, -4, 4).rgb.empty());
}
