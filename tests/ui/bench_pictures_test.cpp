// warpwise bench --interop at a small size: every way that this machine has gives times, and the others say why not.
#include <gtest/gtest.h>

#include "cli/window_options.h"
#include "gl/host.h"
#include "gl/make_host.h"

namespace warpwise {
namespace {

TEST(BenchPictures, EveryWayHasTimesOrAReason) {
    if (const auto host = gl::make_host({gl::HostKind::egl, {64, 64}, "test"}); !host) GTEST_SKIP() << host.error().text();
    const auto timings = bench_pictures({.host = "egl", .edges = {64}});
    ASSERT_TRUE(timings) << timings.error().text();
    EXPECT_NE(timings->host.find("egl"), std::string::npos);
    EXPECT_NE(timings->gpu.empty(), timings->gpu_missing.empty()) << "a GPU or the reason";
    ASSERT_FALSE(timings->cases.empty());
    bool has_upload = false;
    for (const PictureCase& c : timings->cases) {
        EXPECT_EQ(c.missing, "") << c.lesson << ", " << c.path;
        EXPECT_EQ(c.edge, 64);
        EXPECT_GT(c.frame_ms, 0);
        EXPECT_GE(c.frames, 5);
        EXPECT_EQ(c.routine_ms.has_value(), c.path == "upload");
        EXPECT_EQ(c.upload_ms.has_value(), c.path != "interop");
        EXPECT_EQ(c.map_ms.has_value(), c.path == "interop");
        has_upload = has_upload || c.path == "upload";
    }
    EXPECT_TRUE(has_upload);
}

TEST(BenchPictures, AHostThatDrawsNothingIsRefused) {
    for (const char* host : {"null", "screen"}) {
        const auto timings = bench_pictures({.host = host, .edges = {64}});
        ASSERT_FALSE(timings);
        EXPECT_EQ(timings.error().kind, ErrorKind::usage);
    }
}

}  // namespace
}  // namespace warpwise
