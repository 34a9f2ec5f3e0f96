// The window whose X server ends under it.
#include <gmock/gmock.h>

#include "window_process.h"

namespace warpwise::ui {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

using DisplayLostTest = WindowProcessTest;

TEST_F(DisplayLostTest, SavesEverythingSaysSoAndEndsWithOne) {
    if (const std::string missing = start_server(); !missing.empty()) GTEST_SKIP() << missing;
    Child window({WARPWISE_BINARY, "open", "indexing_1d"}, home.path() / "window.err");
    // The layout comes later than the settings, or with the last words.
    ASSERT_TRUE(wait_for_window(window)) << words();
    server->end();
    ASSERT_TRUE(wait_for(20s, [&] { return !window.running(); })) << "it goes on without a display";
    EXPECT_EQ(window.exit_status(), 1) << words();
    EXPECT_THAT(words(), HasSubstr("the display :"));
    EXPECT_THAT(words(), HasSubstr("Your settings, progress and exercises are saved"));
    EXPECT_TRUE(fs::exists(home.config() / "layout-2.ini"));
    EXPECT_THAT(read_file(home.data() / "progress.json").value_or(""), HasSubstr("indexing_1d"));
    EXPECT_THAT(read_file(home.config() / "settings.json").value_or(""), HasSubstr("indexing_1d"));
}

}  // namespace
}  // namespace warpwise::ui
