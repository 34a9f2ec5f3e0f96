// Messages of a readable length, and sizes in words.
#include "base/text.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"

namespace warpwise {
namespace {

TEST(Text, MessagesAreCutWhereANameIsLong) {
    EXPECT_EQ(readable_message("there is no kernel \"a\""), "there is no kernel \"a\"");
    const std::string name(100'000, 'x');
    const std::string cut = readable_message("there is no kernel \"" + name + "\" here");
    EXPECT_LT(cut.size(), 400u);
    EXPECT_TRUE(cut.starts_with("there is no kernel \"xxx"));
    EXPECT_TRUE(cut.ends_with("xxx\" here"));
    std::string words;
    for (int i = 0; i < 100'000; ++i) words += "word ";
    EXPECT_LT(readable_message(words).size(), 4100u);
    std::string several;
    for (int i = 0; i < 5; ++i) several += name + "\n";
    EXPECT_LT(readable_message(several).size(), 2000u);
}

TEST(Text, NoCharacterIsCutInTwo) {
    std::string name;
    for (int i = 0; i < 50'000; ++i) name += "\xe2\x82\xac";
    for (int before = 0; before < 3; ++before)
        EXPECT_TRUE(is_utf8(readable_message(std::string(static_cast<std::size_t>(before), 'a') + name)));
}

TEST(Text, ErrorsAreOfReadableLength) {
    EXPECT_LT(usage_error("no " + std::string(100'000, 'x')).error().text().size(), 400u);
    EXPECT_LT(failure("no " + std::string(100'000, 'x')).error().text().size(), 400u);
}

TEST(Text, BytesInTheUnitThatFits) {
    EXPECT_EQ(bytes_text(0), "0 bytes");
    EXPECT_EQ(bytes_text(1000), "1000 bytes");
    EXPECT_EQ(bytes_text(64 << 10), "64 kB");
    EXPECT_EQ(bytes_text(1 << 20), "1 MB");
    EXPECT_EQ(bytes_text(3 << 19), "1.5 MB");
    EXPECT_EQ(bytes_text(std::uint64_t{16} << 30), "16 GB");
}

}  // namespace
}  // namespace warpwise
