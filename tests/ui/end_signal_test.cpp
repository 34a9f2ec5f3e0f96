// The window that is asked to end: Ctrl+C, a logout, a kill.
#include <gmock/gmock.h>

#include "window_process.h"

namespace warpwise::ui {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;

class EndSignalTest : public WindowProcessTest, public ::testing::WithParamInterface<int> {};

TEST_P(EndSignalTest, SavesEverythingAndEndsWithTheStatusThatShellsKnow) {
    if (const std::string missing = start_server(); !missing.empty()) GTEST_SKIP() << missing;
    Child window({WARPWISE_BINARY, "open", "indexing_1d"}, home.path() / "window.err");
    ASSERT_TRUE(wait_for_window(window)) << words();
    fs::remove(home.config() / "layout-2.ini");  // written at the end again
    window.signal(GetParam());
    ASSERT_TRUE(wait_for(20s, [&] { return !window.running(); })) << "it goes on";
    EXPECT_EQ(window.exit_status(), 128 + GetParam()) << words();
    EXPECT_TRUE(WIFEXITED(window.status())) << "it was ended before it could save";
    EXPECT_TRUE(fs::exists(home.config() / "layout-2.ini"));
    EXPECT_EQ(words(), "");
}
INSTANTIATE_TEST_SUITE_P(Signals, EndSignalTest, ::testing::Values(SIGINT, SIGTERM, SIGHUP), [](const auto& info) {
    return std::string(info.param == SIGINT ? "Interrupt" : info.param == SIGTERM ? "Terminate" : "Hangup");
});

}  // namespace
}  // namespace warpwise::ui
