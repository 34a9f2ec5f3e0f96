#include "ui/workbench/settings.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using namespace warpwise::ui;
using warpwise::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

Settings of_another_taste() {
    return {.theme = ThemeName::light,
            .layout = LayoutName::code,
            .zoom = 1.5f,
            .code_zoom = 1.25f,
            .dpi_override = 2,
            .last_lesson = "indexing_1d",
            .live_run = false};
}

void expect_equal(const Settings& a, const Settings& b) {
    EXPECT_EQ(a.theme, b.theme);
    EXPECT_EQ(a.layout, b.layout);
    EXPECT_EQ(a.zoom, b.zoom);
    EXPECT_EQ(a.code_zoom, b.code_zoom);
    EXPECT_EQ(a.dpi_override, b.dpi_override);
    EXPECT_EQ(a.last_lesson, b.last_lesson);
    EXPECT_EQ(a.live_run, b.live_run);
}

}  // namespace

TEST(Settings, ComeBackAsTheyWere) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "deep" / "settings.json";
    ASSERT_TRUE(save_settings(file, of_another_taste()));
    const LoadedSettings loaded = load_settings(file);
    EXPECT_FALSE(loaded.problem);
    expect_equal(loaded.settings, of_another_taste());
}

TEST(Settings, APipeInTheirPlaceIsNotWaitedFor) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "settings.json";
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    const LoadedSettings loaded = load_settings(file);
    ASSERT_TRUE(loaded.problem);
    EXPECT_NE(loaded.problem->text.find("not a regular file"), std::string::npos) << loaded.problem->text;
    EXPECT_FALSE(save_settings(file, of_another_taste()));
    EXPECT_TRUE(fs::is_fifo(file));
}

TEST(Settings, NoFileIsNoProblem) {
    const TemporaryFolder folder;
    const LoadedSettings loaded = load_settings(folder.path() / "settings.json");
    EXPECT_FALSE(loaded.problem);
    expect_equal(loaded.settings, {});
}

TEST(Settings, ABrokenFileIsSaidAndKeptAside) {
    for (const char* text : {"", "{", "[]", "null", "7", "\xff\xfe", "{\"theme\": \"dark\""}) {
        const TemporaryFolder folder;
        const fs::path file = folder.path() / "settings.json";
        folder.write("settings.json", text);
        const LoadedSettings loaded = load_settings(file);
        ASSERT_TRUE(loaded.problem) << text;
        EXPECT_NE(loaded.problem->hint.find("settings.json.broken"), std::string::npos) << loaded.problem->hint;
        EXPECT_EQ(read_file(folder.path() / "settings.json.broken").value_or("gone"), text);
        expect_equal(loaded.settings, {});
    }
}

TEST(Settings, OneOddValueDoesNotCostTheRest) {
    const TemporaryFolder folder;
    folder.write("settings.json", R"({"theme": 3, "layout": "sideways", "zoom": "big", "code_zoom": 1e30, "dpi_override": -4,
                                     "last_lesson": ["x"], "live_run": false, "from_a_newer_version": {}})");
    const LoadedSettings loaded = load_settings(folder.path() / "settings.json");
    EXPECT_FALSE(loaded.problem);
    EXPECT_EQ(loaded.settings.theme, ThemeName::dark);
    EXPECT_EQ(loaded.settings.layout, LayoutName::study);
    EXPECT_EQ(loaded.settings.zoom, 1);
    EXPECT_LE(loaded.settings.code_zoom, 3);
    EXPECT_EQ(loaded.settings.dpi_override, 0);
    EXPECT_EQ(loaded.settings.last_lesson, "");
    EXPECT_FALSE(loaded.settings.live_run);
}

TEST(Settings, ZoomKeepsToItsLimits) {
    EXPECT_EQ(clamp_zoom(0), kSmallestZoom);
    EXPECT_EQ(clamp_zoom(99), kLargestZoom);
    EXPECT_EQ(clamp_zoom(1.5f), 1.5f);
    EXPECT_EQ(clamp_zoom(std::numeric_limits<float>::quiet_NaN()), 1);
    EXPECT_EQ(clamp_zoom(std::numeric_limits<float>::infinity()), 1);
}

TEST(Settings, AFolderThatCannotBeWrittenIsAnError) {
    const TemporaryFolder folder;
    folder.write("file", "");
    EXPECT_FALSE(save_settings(folder.path() / "file" / "settings.json", {}));
}

// A child writes one of two states in a loop until it is killed without warning: what is there is always one of the two.
TEST(Settings, AKillWhileWritingLosesNothing) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "settings.json";
    Settings small, large = of_another_taste();
    large.last_lesson = std::string(20'000, 'x');
    ASSERT_TRUE(save_settings(file, small));
    for (int round = 0; round < 15; ++round) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (;;)
                if (!save_settings(file, large) || !save_settings(file, small)) ::_exit(1);
        }
        ::usleep(static_cast<useconds_t>(2000 + 1700 * round));
        ::kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the writer stopped by itself";
        const LoadedSettings loaded = load_settings(file);
        ASSERT_FALSE(loaded.problem) << loaded.problem->text;
        ASSERT_TRUE(loaded.settings.last_lesson == small.last_lesson || loaded.settings.last_lesson == large.last_lesson);
    }
    for (const auto& entry : fs::directory_iterator(folder.path()))
        EXPECT_EQ(entry.path().filename(), "settings.json") << "a killed writer's part was left";
}
