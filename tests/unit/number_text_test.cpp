#include "base/number_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <regex>
#include <string>

#include "base/counted.h"

namespace warpwise {
namespace {

TEST(NumberText, ThousandsAreSeparated) {
    EXPECT_EQ(with_separators(0), "0");
    EXPECT_EQ(with_separators(999), "999");
    EXPECT_EQ(with_separators(1000), "1,000");
    EXPECT_EQ(with_separators(1048576u), "1,048,576");
    EXPECT_EQ(with_separators(-999), "-999");
    EXPECT_EQ(with_separators(-1000), "-1,000");
    EXPECT_EQ(with_separators(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(NumberText, ACountHasItsNoun) {
    EXPECT_EQ(counted(0, "step"), "0 steps");
    EXPECT_EQ(counted(1, "launch"), "1 launch");
    EXPECT_EQ(counted(1024, "launch"), "1,024 launches");
    EXPECT_EQ(counted(2, "address"), "2 addresses");
}

TEST(NumberText, ATimeHasThreeDigitsAndTheUnitThatFits) {
    EXPECT_EQ(duration_text(3e-5), "30.0 ns");
    EXPECT_EQ(duration_text(0.0123), "12.3 µs");
    EXPECT_EQ(duration_text(3.4), "3.40 ms");
    EXPECT_EQ(duration_text(250), "250 ms");
    EXPECT_EQ(duration_text(1200), "1.20 s");
    EXPECT_EQ(duration_text(3e-8), "0.03 ns");
    EXPECT_EQ(duration_text(0), "0 ns");
    EXPECT_EQ(duration_text(-0.0123), "-12.3 µs");
    EXPECT_EQ(duration_text(std::numeric_limits<double>::quiet_NaN()), "-");
    EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "-");
}

// A format of its own would write 3e-05 ms.
TEST(NumberText, NoViewFormatsATimeByItself) {
    const std::regex own_format(R"re(\{[^}"]*\} (ms|µs|ns|us)\b)re");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(WARPWISE_SOURCE_DIR) + "/app/ui")) {
        if (!entry.is_regular_file()) continue;
        std::ifstream in(entry.path());
        const std::string text((std::istreambuf_iterator<char>(in)), {});
        std::smatch match;
        EXPECT_FALSE(std::regex_search(text, match, own_format)) << entry.path() << ": " << match.str();
    }
}

TEST(NumberText, ATimeThatRoundsUpTakesTheNextUnit) {
    EXPECT_EQ(duration_text(0.9994), "999 µs");
    EXPECT_EQ(duration_text(0.99996), "1.00 ms");
    EXPECT_EQ(duration_text(999.6), "1.00 s");
}

TEST(NumberText, AShortTimeHasNoZerosAtItsEnd) {
    EXPECT_EQ(short_duration(3e-5), "30 ns");
    EXPECT_EQ(short_duration(0.0123), "12.3 µs");
    EXPECT_EQ(short_duration(3.4), "3.4 ms");
    EXPECT_EQ(short_duration(250), "250 ms");
    EXPECT_EQ(short_duration(100), "100 ms");
    EXPECT_EQ(short_duration(2000), "2 s");
    EXPECT_EQ(short_duration(2e-7), "0.2 ns");
    EXPECT_EQ(short_duration(0), "0 ns");
    EXPECT_EQ(short_duration(std::numeric_limits<double>::quiet_NaN()), "-");
}

TEST(NumberText, ExtentsEndWithTheLastThatCounts) {
    EXPECT_EQ(extents_text({1024, 1, 1}), "1,024");
    EXPECT_EQ(extents_text({8, 4, 1}), "8 × 4");
    EXPECT_EQ(extents_text({1, 1, 2}), "1 × 1 × 2");
}

}  // namespace
}  // namespace warpwise
