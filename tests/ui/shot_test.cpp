// `warpwise shot`: the same command gives the same bytes, and a picture takes seconds.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "base/png.h"
#include "cli/window_options.h"
#include "gl/make_host.h"
#include "tests/read_png.h"
#include "ui/shell/app.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

class ShotTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!gl::make_host({gl::HostKind::egl, {64, 64}, "test"})) GTEST_SKIP() << "nothing can be drawn here without a screen";
    }
    ShotOptions options(const std::string& lesson, const std::string& view, const std::string& file) const {
        return {.lesson = {lesson, {}}, .view = view, .width = 800, .height = 500, .output = folder.path() / file};
    }
    std::string bytes(const std::string& file) const { return read_file(folder.path() / file).value_or(""); }

    const test::TemporaryFolder folder;
};

TEST_F(ShotTest, TheSameCommandGivesTheSameBytes) {
    for (const char* view : {"window", "thread_grid", "result"}) {
        ASSERT_EQ(run_shot(options("indexing_1d", view, "a.png")), 0);
        ASSERT_EQ(run_shot(options("indexing_1d", view, "b.png")), 0);
        EXPECT_FALSE(bytes("a.png").empty());
        EXPECT_EQ(bytes("a.png"), bytes("b.png")) << view;
    }
}

TEST_F(ShotTest, SettingsSizeAndScaleCount) {
    ShotOptions wanted = options("indexing_1d", "thread_grid", "a.png");
    wanted.settings = {"block=64", "n=200"};
    wanted.scale = 1.5f;
    ASSERT_EQ(run_shot(wanted), 0);
    const auto picture = read_png(folder.path() / "a.png");
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->image.width, 800);  // the pixels asked for, whatever the scale of what is in them
    EXPECT_EQ(picture->image.height, 500);
    const auto about = std::ranges::find(picture->texts, std::string("warpwise"), &std::pair<std::string, std::string>::first);
    ASSERT_NE(about, picture->texts.end());
    EXPECT_NE(about->second.find("\"block\":[64,1,1]"), std::string::npos) << about->second;
}

std::string about_of(const std::filesystem::path& file) {
    const auto picture = read_png(file);
    if (!picture) return {};
    const auto about = std::ranges::find(picture->texts, std::string("warpwise"), &std::pair<std::string, std::string>::first);
    return about != picture->texts.end() ? about->second : std::string();
}

TEST_F(ShotTest, APresetGoesBelowTheSettings) {
    ShotOptions wanted = options("indexing_1d", "thread_grid", "a.png");
    wanted.preset = "threadIdx.x alone";
    ASSERT_EQ(run_shot(wanted), 0);
    EXPECT_NE(about_of(wanted.output).find("\"kernel\":\"thread_only\""), std::string::npos) << about_of(wanted.output);
    wanted.settings = {"n=70"};
    ASSERT_EQ(run_shot(wanted), 0);
    EXPECT_NE(about_of(wanted.output).find("\"n\":\"70\""), std::string::npos) << about_of(wanted.output);
    wanted.preset = "threadIdx alone";
    EXPECT_EQ(run_shot(wanted), 2);
}

TEST_F(ShotTest, ATabIsAFaceOfAView) {
    ShotOptions wanted = options("indexing_1d", "window", "b.png");
    wanted.tab = "samples";  // of the timings, not of the window
    EXPECT_EQ(run_shot(wanted), 2);
    wanted.view = "bits";
    EXPECT_EQ(run_shot(wanted), 2);

    wanted = options("indexing_2d_3d", "thread_grid", "c.png");
    wanted.preset = "A film";
    ASSERT_EQ(run_shot(wanted), 0);
    wanted.tab = "slice";
    wanted.output = folder.path() / "d.png";
    ASSERT_EQ(run_shot(wanted), 0);
    EXPECT_NE(bytes("c.png"), bytes("d.png"));
}

TEST_F(ShotTest, WithoutASizeTheScaleMakesTheSamePictureLarger) {
    ShotOptions wanted = options("indexing_1d", "thread_grid", "a.png");
    wanted.width = wanted.height = 0;
    wanted.scale = 2;
    ASSERT_EQ(run_shot(wanted), 0);
    const auto picture = read_png(folder.path() / "a.png");
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->image.width, 2560);
    EXPECT_EQ(picture->image.height, 1600);
}

TEST_F(ShotTest, ASweepIsDrawnOfThisMachineAndOfARecording) {
    ASSERT_EQ(run_shot(options("crossover", "sweep", "a.png")), 0);
    ShotOptions recorded = options("crossover", "sweep", "b.png");
    recorded.device = "recorded";
    ASSERT_EQ(run_shot(recorded), 0);
    recorded.output = folder.path() / "c.png";
    ASSERT_EQ(run_shot(recorded), 0);
    EXPECT_EQ(bytes("b.png"), bytes("c.png"));
    EXPECT_NE(bytes("a.png"), bytes("b.png"));
}

TEST_F(ShotTest, ACpuFormRunsBeforeThePicture) {
    ShotOptions cpu = options("indexing_1d", "result", "cpu.png");
    cpu.device = "cpu-serial";
    EXPECT_EQ(run_shot(cpu), 0);
}

TEST_F(ShotTest, WhatCannotBeDrawnIsAnErrorAndNoFile) {
    const ShotOptions good = options("indexing_1d", "window", "a.png");
    ShotOptions no_lesson = good, no_view = good, no_theme = good, no_device = good, tiny = good, no_setting = good, no_host = good;
    no_lesson.lesson.id = "nowhere";
    no_view.view = "nothing";
    no_theme.theme = "pink";
    no_device.device = "abacus";
    tiny.width = 1;
    no_setting.settings = {"block"};
    no_host.host = "null";
    for (const ShotOptions& wrong : {no_lesson, no_view, no_theme, no_device, tiny, no_setting, no_host})
        EXPECT_NE(run_shot(wrong), 0);
    EXPECT_FALSE(std::filesystem::exists(good.output));
}

}  // namespace
}  // namespace warpwise
