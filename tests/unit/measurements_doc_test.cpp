// docs/measurements.md quotes the shipped recording: after a new recording the test says what the table must say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "experiment/record/claims.h"

namespace warpwise {
namespace {

// "µs" and "us" are one unit, however the program spells it.
std::string plain(std::string text) {
    for (const std::string_view micro : {"µ", "μ"})
        if (const std::size_t at = text.find(micro); at != std::string::npos) text.replace(at, micro.size(), "u");
    return text;
}

TEST(MeasurementsDoc, QuotesTheShippedRecording) {
    const std::filesystem::path root = WARPWISE_SOURCE_DIR;
    const Course course = load_course(root / "lessons");
    const Recordings recordings = load_recordings({root / "assets/recordings"});
    ASSERT_FALSE(recordings.files.empty());
    std::ifstream document(root / "docs/measurements.md");
    const std::regex row(R"(\| `(\w+)`, \*([^*]+)\* \| ([^|]+) \| ([^|]+) \|)");
    int rows = 0;
    for (std::string line; std::getline(document, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, row)) continue;
        ++rows;
        const Lesson* lesson = course.find(match[1].str());
        ASSERT_NE(lesson, nullptr) << line;
        for (const auto& [name, cell] : {std::pair("kernel", match[3].str()), {"total", match[4].str()}}) {
            const auto recorded = answer_recorded(*lesson, "recorded \"[" + match[2].str() + "]." + name + "\"", recordings);
            EXPECT_EQ(plain(recorded.value_or("(not recorded)")), plain(cell)) << line;
        }
    }
    EXPECT_GE(rows, 5);
}

}  // namespace
}  // namespace warpwise
