// The window and its panels against pictures that somebody has looked at (tests/golden). No time is in them: only the emulator
// runs, and the time that a compile took is set to nought.
#include "golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "ui/app.h"
#include "ui/panels.h"

namespace warpwise::ui {
namespace {

constexpr int settling_frames = 14;

struct Picture {
    const char* name;
    const char* lesson;      // "": the welcome page
    const char* panel = "";  // alone; "": the whole window
    gl::Size size{1280, 800};
    ThemeName theme = ThemeName::dark;
    LayoutName layout = LayoutName::study;
    const char* preset = "";
    float scale = 1;
    bool runs = true;
};

constexpr gl::Size grid_size{760, 480};

const Picture pictures[] = {
    {.name = "window_indexing_1d_dark", .lesson = "indexing_1d"},
    {.name = "grid_right", .lesson = "indexing_1d", .panel = "thread_grid", .size = grid_size, .preset = "Right"},
};

// For the name of a test, in what a failure prints.
void PrintTo(const Picture& picture, std::ostream* out) { *out << picture.name; }

// The same devices on every machine.
void fix_devices(Workbench& bench) {
    std::erase_if(bench.present_devices,
                  [](const DeviceInfo& device) { return device.kind == DeviceKind::cuda || device.kind == DeviceKind::recorded; });
    for (DeviceInfo& device : bench.present_devices)
        if (device.kind == DeviceKind::cpu_threads) device.name = "A processor";
    bench.cuda_missing = "no NVIDIA driver is installed";
    bench.run_on = {DeviceKind::emulated};
}

void frame(App& app) {
    app.update();
    app.build();
    app.render();
}

// False when it runs for too long.
bool draw_until_done(App& app) {
    const auto begin = std::chrono::steady_clock::now();
    const SourcePanelState& source = panels_of(app.workbench()).source;
    const auto busy = [&] { return app.busy() || source.check_at || source.check.busy(); };
    for (frame(app), frame(app); busy(); frame(app)) {
        if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(20)) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    for (int i = 0; i < settling_frames; ++i) frame(app);
    return true;
}

// The picture, or an empty one where this machine cannot draw. `change` is what a test does to the window first.
std::optional<Image> draw(const Picture& picture, const std::function<void(App&)>& change = {}) {
    AppOptions options;
    options.host = {gl::HostKind::egl, picture.size, "test"};
    options.lesson = picture.lesson;
    options.theme = picture.theme;
    options.layout = picture.layout;
    options.scale = picture.scale;
    options.only_panel = picture.panel;
    options.isolated = true;
    auto app = App::make(options);
    if (!app) return std::nullopt;
    Workbench& bench = (*app)->workbench();
    fix_devices(bench);
    frame(**app);
    if (*picture.preset != '\0') bench.requests.apply_preset = picture.preset;
    bench.requests.run = picture.runs && bench.lesson != nullptr;
    if (change) change(**app);
    EXPECT_TRUE(draw_until_done(**app));
    panels_of(bench).source.compile_ms = 0;
    (*app)->keep_frames(true);
    frame(**app);
    return (*app)->last_frame();
}

class GoldenTest : public ::testing::TestWithParam<Picture> {};
INSTANTIATE_TEST_SUITE_P(Windows, GoldenTest, ::testing::ValuesIn(pictures), [](const auto& info) { return info.param.name; });

TEST_P(GoldenTest, LooksAsItDid) {
    const auto found = draw(GetParam());
    if (!found) GTEST_SKIP() << "nothing can be drawn here without a screen";
    EXPECT_EQ(check_golden(GetParam().name, *found), "");
}

// A golden picture that cannot fail says nothing: one more thread in a block must be seen, and one wrong colour.
class GoldenFails : public ::testing::Test {
  protected:
    // How far the changed picture is from the golden one.
    static std::optional<PictureDifference> difference(const Picture& picture, const std::function<void(App&)>& change) {
        const auto golden = read_png(golden_file(picture.name));
        const auto found = draw(picture, change);
        if (!found) return std::nullopt;
        EXPECT_TRUE(golden.has_value());
        return golden ? compare(golden->image, *found) : PictureDifference{};
    }
};

TEST_F(GoldenFails, OnAnotherValueOfAParameter) {
    for (const Picture& picture : pictures) {
        if (std::string_view(picture.lesson) != "indexing_1d" || *picture.preset == '\0') continue;
        const auto changed = difference(picture, [](App& app) {
            app.workbench().draft.parameters["n"] = std::int64_t{99};
            app.workbench().requests.apply_preset.reset();
            app.workbench().requests.draft_changed = true;
        });
        if (!changed) GTEST_SKIP() << "nothing can be drawn here without a screen";
        EXPECT_FALSE(is_same(*changed)) << picture.name;
    }
}

TEST_F(GoldenFails, OnAnotherTheme) {
    const auto changed = difference(pictures[0], [](App& app) { app.workbench().requests.theme = ThemeName::high_contrast; });
    if (!changed) GTEST_SKIP() << "nothing can be drawn here without a screen";
    EXPECT_FALSE(is_same(*changed));
}

Image plain(int width, int height, std::uint8_t grey) {
    return {width, height, std::vector<std::uint8_t>(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), grey)};
}

TEST(PictureDifference, CountsPixelsThatAreFurtherOffThanRounding) {
    const Image golden = plain(100, 100, 100);
    Image found = golden;
    EXPECT_TRUE(is_same(compare(golden, found)));
    for (std::uint8_t& channel : found.rgb) channel = static_cast<std::uint8_t>(channel + close_enough);
    EXPECT_TRUE(is_same(compare(golden, found)));
    found.rgb[30] = 255;  // one pixel of ten thousand is the share that may differ
    EXPECT_EQ(compare(golden, found).differing, 1);
    EXPECT_EQ(compare(golden, found).largest, 155);
    EXPECT_TRUE(is_same(compare(golden, found)));
    found.rgb[33] = 255;
    EXPECT_FALSE(is_same(compare(golden, found)));
}

TEST(PictureDifference, AnotherSizeIsADifference) { EXPECT_FALSE(is_same(compare(plain(10, 10, 0), plain(10, 11, 0)))); }

TEST(PictureDifference, SideBySideShowsAllThree) {
    Image found = plain(4, 4, 90);
    found.rgb[0] = 255;
    const Image picture = side_by_side(plain(4, 4, 90), found);
    EXPECT_EQ(picture.width, 3 * 4 + 2 * 8);
    const std::size_t third = 3 * (4 + 8 + 4 + 8);
    EXPECT_EQ(picture.rgb[third], 255);  // the pixel that differs is red
    EXPECT_EQ(picture.rgb[third + 1], 0);
    EXPECT_EQ(picture.rgb[third + 3], 30);  // its neighbour is dim
}

}  // namespace
}  // namespace warpwise::ui
