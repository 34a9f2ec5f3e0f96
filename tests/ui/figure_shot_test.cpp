// `warpwise shot --figure`: figures without a display, the same bytes for the same command, and messages for what cannot be.
#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/files.h"
#include "base/png.h"
#include "cli/window_options.h"
#include "gl/host.h"
#include "gl/make_host.h"
#include "tests/read_png.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

class FigureShotTest : public ::testing::Test {
  protected:
    void SetUp() override { ::setenv("SOURCE_DATE_EPOCH", "1795305600", 1); }  // 2026-11-22
    void TearDown() override { ::unsetenv("SOURCE_DATE_EPOCH"); }
    ShotOptions options(const std::string& lesson, const std::string& view, const std::string& file) const {
        ShotOptions wanted{.lesson = {lesson, {}}, .view = view, .output = folder.path() / file};
        wanted.figure = true;
        return wanted;
    }
    std::string bytes(const std::string& file) const { return read_file(folder.path() / file).value_or(""); }

    const test::TemporaryFolder folder;
};

TEST_F(FigureShotTest, ThreadGridAsSvgSaysWhatItIs) {
    ASSERT_EQ(run_shot(options("indexing_1d", "thread_grid", "grid.svg")), 0);
    const std::string svg = bytes("grid.svg");
    EXPECT_TRUE(svg.starts_with("<?xml"));
    for (const char* words :
         {"Which element is mine?", "Lesson 2", "vector_add&lt;float&gt;", "n = 100", "block (32, 1, 1)", "2026-11-22", "Warpwise"})
        EXPECT_NE(svg.find(words), std::string::npos) << words;
}

TEST_F(FigureShotTest, TheSameCommandGivesTheSameBytes) {
    for (const char* extension : {"png", "svg", "pdf"}) {
        const std::string a = std::string("a.") + extension, b = std::string("b.") + extension;
        ASSERT_EQ(run_shot(options("indexing_1d", "thread_grid", a)), 0);
        ASSERT_EQ(run_shot(options("indexing_1d", "thread_grid", b)), 0);
        EXPECT_FALSE(bytes(a).empty());
        EXPECT_EQ(bytes(a), bytes(b)) << extension;
    }
    ShotOptions recorded = options("crossover", "sweep", "a.svg");
    recorded.device = "recorded";
    ASSERT_EQ(run_shot(recorded), 0);
    recorded.output = folder.path() / "b.svg";
    ASSERT_EQ(run_shot(recorded), 0);
    EXPECT_EQ(bytes("a.svg"), bytes("b.svg"));
    EXPECT_NE(bytes("a.svg").find("recorded 20"), std::string::npos);
}

TEST_F(FigureShotTest, FormatGoesBeforeTheName) {
    ShotOptions wanted = options("indexing_1d", "occupancy", "figure.dat");
    wanted.format = "pdf";
    ASSERT_EQ(run_shot(wanted), 0);
    EXPECT_TRUE(bytes("figure.dat").starts_with("%PDF-1.4"));
}

TEST_F(FigureShotTest, ScaleGroundAndThreadCount) {
    ShotOptions wanted = options("indexing_1d", "thread_grid", "a.png");
    wanted.scale = 2;
    ASSERT_EQ(run_shot(wanted), 0);
    const auto picture = read_png(folder.path() / "a.png");
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->image.width, 1600);
    wanted = options("indexing_1d", "thread_grid", "a.svg");
    wanted.chosen_thread = 71;
    wanted.without_caption = true;
    ASSERT_EQ(run_shot(wanted), 0);
    EXPECT_NE(bytes("a.svg").find("Thread 7 of block 2 works on c[71]."), std::string::npos);
    EXPECT_EQ(bytes("a.svg").find("Lesson 2"), std::string::npos);
    wanted.ground = "transparent";
    wanted.output = folder.path() / "b.svg";
    ASSERT_EQ(run_shot(wanted), 0);
    EXPECT_NE(bytes("a.svg"), bytes("b.svg"));
}

TEST_F(FigureShotTest, APictureOfAKernelHasPixelsAndTheLanesOfItsWarp) {
    if (!gl::make_host({gl::HostKind::egl, {64, 64}, "test"})) GTEST_SKIP() << "nothing can be drawn here without a screen";
    ASSERT_EQ(run_shot(options("mandelbrot", "image", "a.png")), 0);
    const auto picture = read_png(folder.path() / "a.png");
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->image.width, 800);
    ASSERT_EQ(run_shot(options("mandelbrot", "image", "a.svg")), 0);
    const auto svg = read_file(folder.path() / "a.svg");
    ASSERT_TRUE(svg.has_value());
    EXPECT_NE(svg->find("data:image/png;base64"), std::string::npos);
    EXPECT_NE(svg->find("Steps of the 32 lanes of this warp"), std::string::npos);
}

TEST_F(FigureShotTest, AccessesOfAWarpAreAFigure) {
    ASSERT_EQ(run_shot(options("coalescing", "accesses", "a.svg")), 0);
    const auto svg = read_file(folder.path() / "a.svg");
    ASSERT_TRUE(svg.has_value());
    EXPECT_NE(svg->find("Block 0, warp 0: 1 load from a."), std::string::npos);
}

TEST_F(FigureShotTest, WhatCannotBeIsAnErrorAndNoFile) {
    ShotOptions no_figure = options("indexing_1d", "source", "x.svg"), no_format = options("indexing_1d", "thread_grid", "x.svg"),
                no_ground = no_format, no_extension = options("indexing_1d", "thread_grid", "x.doc");
    no_format.format = "gif";
    no_ground.ground = "pink";
    for (const ShotOptions& wanted : {no_figure, no_format, no_ground, no_extension}) {
        EXPECT_EQ(run_shot(wanted), 2);
        EXPECT_FALSE(std::filesystem::exists(wanted.output));
    }
}

}  // namespace
}  // namespace warpwise
