// The window and its panels against pictures that have been looked at (tests/golden). No time is in them: only the emulator
// runs, and the time that a compile took is set to nought.
#include "golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

#include "tests/read_png.h"
#include "ui/picture/points_state.h"
#include "ui/present/present.h"
#include "ui/shell/app.h"
#include "ui/source/source_panel.h"
#include "ui/threads/thread_grid_state.h"
#include "ui/workbench/workbench.h"
#include "ui_test.h"

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
    std::int64_t particle = -1;                     // chosen in the view of points
    int step = 0;                                   // of Present
    const char* program = "";                       // of tests/programs, opened and run in place of a lesson
    std::optional<ThreadFace> face = std::nullopt;  // of the thread grid
};

constexpr gl::Size grid_size{760, 480}, strip_size{760, 300}, column_size{380, 760}, source_size{760, 420}, twice{2560, 1600},
    grid_twice{1520, 960}, image_size{760, 560}, image_twice{1520, 1120}, projector{1024, 768};

const Picture pictures[] = {
    {.name = "window_welcome_dark", .lesson = ""},
    {.name = "window_first_kernel_dark", .lesson = "first_kernel"},
    {.name = "window_first_kernel_light", .lesson = "first_kernel", .theme = ThemeName::light},
    {.name = "window_indexing_1d_dark", .lesson = "indexing_1d"},
    {.name = "window_indexing_1d_light", .lesson = "indexing_1d", .theme = ThemeName::light},
    {.name = "window_crossover_dark", .lesson = "crossover"},
    {.name = "window_crossover_light", .lesson = "crossover", .theme = ThemeName::light},
    {.name = "window_code_dark", .lesson = "indexing_1d", .layout = LayoutName::code},
    {.name = "present_threads_high_contrast",
     .lesson = "indexing_1d",
     .size = projector,
     .theme = ThemeName::high_contrast,
     .layout = LayoutName::present,
     .step = 1},
    {.name = "present_threads_dark", .lesson = "first_kernel", .size = projector, .layout = LayoutName::present, .step = 1},
    {.name = "present_text_light",
     .lesson = "first_kernel",
     .size = projector,
     .theme = ThemeName::light,
     .layout = LayoutName::present},
    {.name = "present_question_dark", .lesson = "indexing_1d", .size = projector, .layout = LayoutName::present, .step = 2},
    {.name = "window_out_of_bounds_dark", .lesson = "indexing_1d", .preset = "No guard"},
    {.name = "window_narrow_dark", .lesson = "indexing_1d", .size = {900, 700}},
    {.name = "window_not_run_light", .lesson = "indexing_1d", .theme = ThemeName::light, .runs = false},
    {.name = "window_200_percent_dark", .lesson = "indexing_1d", .size = twice, .scale = 2},
    {.name = "window_welcome_200_percent_light", .lesson = "", .size = twice, .theme = ThemeName::light, .scale = 2},
    {.name = "grid_right", .lesson = "indexing_1d", .panel = "thread_grid", .size = grid_size, .preset = "Right"},
    {.name = "grid_thread_only", .lesson = "indexing_1d", .panel = "thread_grid", .size = grid_size, .preset = "threadIdx.x alone"},
    {.name = "grid_sum_of_three", .lesson = "indexing_1d", .panel = "thread_grid", .size = grid_size, .preset = "Sum of three"},
    {.name = "grid_right_light",
     .lesson = "indexing_1d",
     .panel = "thread_grid",
     .size = grid_size,
     .theme = ThemeName::light,
     .preset = "Right"},
    {.name = "grid_of_a_million", .lesson = "crossover", .panel = "thread_grid", .size = grid_size, .preset = "A million"},
    {.name = "grid_stack",
     .lesson = "indexing_2d_3d",
     .panel = "thread_grid",
     .size = grid_size,
     .preset = "A film",
     .runs = false},
    {.name = "grid_order_light",
     .lesson = "indexing_2d_3d",
     .panel = "thread_grid",
     .size = grid_size,
     .theme = ThemeName::light,
     .preset = "A film",
     .runs = false,
     .face = ThreadFace::order},
    {.name = "grid_slice_200_percent",
     .lesson = "indexing_2d_3d",
     .panel = "thread_grid",
     .size = grid_twice,
     .theme = ThemeName::high_contrast,
     .preset = "A film",
     .scale = 2,
     .runs = false,
     .face = ThreadFace::slice},
    {.name = "limits_refused_dark",
     .lesson = "guards_and_limits",
     .panel = "limits",
     .size = image_size,
     .preset = "65,536 blocks along y",
     .runs = false},
    {.name = "limits_light", .lesson = "guards_and_limits", .panel = "limits", .size = image_size, .theme = ThemeName::light},
    {.name = "latency_schedule_dark",
     .lesson = "latency_throughput",
     .panel = "latency_schedule",
     .size = {760, 720},
     .preset = "Four warps",
     .runs = false},
    {.name = "latency_schedule_200_percent_light",
     .lesson = "latency_throughput",
     .panel = "latency_schedule",
     .size = {1520, 1440},
     .theme = ThemeName::light,
     .preset = "All warp slots",
     .scale = 2,
     .runs = false},
    {.name = "strip_thread_only",
     .lesson = "indexing_1d",
     .panel = "array_strip",
     .size = strip_size,
     .preset = "threadIdx.x alone"},
    {.name = "source_right", .lesson = "indexing_1d", .panel = "source", .size = source_size, .preset = "Right"},
    {.name = "source_no_guard", .lesson = "indexing_1d", .panel = "source", .size = source_size, .preset = "No guard"},
    {.name = "lesson_first_kernel", .lesson = "first_kernel", .panel = "lesson", .size = column_size},
    {.name = "launch_indexing_1d", .lesson = "indexing_1d", .panel = "launch", .size = column_size},
    {.name = "image_mandelbrot_dark", .lesson = "mandelbrot", .panel = "image", .size = image_size},
    {.name = "image_mandelbrot_light", .lesson = "mandelbrot", .panel = "image", .size = image_size, .theme = ThemeName::light},
    {.name = "image_mandelbrot_200_percent", .lesson = "mandelbrot", .panel = "image", .size = image_twice, .scale = 2},
    {.name = "image_heat_dark", .lesson = "heat", .panel = "image", .size = image_size, .preset = "In place"},
    {.name = "image_heat_light", .lesson = "heat", .panel = "image", .size = image_size, .theme = ThemeName::light},
    {.name = "image_heat_200_percent",
     .lesson = "heat",
     .panel = "image",
     .size = image_twice,
     .theme = ThemeName::light,
     .scale = 2},
    {.name = "image_life_dark", .lesson = "life", .panel = "image", .size = image_size, .preset = "Gun"},
    {.name = "image_life_light",
     .lesson = "life",
     .panel = "image",
     .size = image_size,
     .theme = ThemeName::light,
     .preset = "Glider"},
    {.name = "image_life_200_percent", .lesson = "life", .panel = "image", .size = image_twice, .preset = "Gun", .scale = 2},
    {.name = "result_thread_only", .lesson = "indexing_1d", .panel = "result", .size = column_size, .preset = "threadIdx.x alone"},
    {.name = "points_dark", .lesson = "particles", .panel = "points", .size = grid_size, .particle = 77},
    {.name = "points_light",
     .lesson = "particles",
     .panel = "points",
     .size = grid_size,
     .theme = ThemeName::light,
     .particle = 77},
    {.name = "points_200_percent_dark", .lesson = "particles", .panel = "points", .size = grid_twice, .scale = 2, .particle = 77},
    {.name = "points_200_percent_light",
     .lesson = "particles",
     .panel = "points",
     .size = grid_twice,
     .theme = ThemeName::light,
     .scale = 2,
     .particle = 77},
    {.name = "points_two_galaxies",
     .lesson = "particles",
     .panel = "points",
     .size = grid_size,
     .preset = "Two galaxies",
     .runs = false},
    {.name = "bits_dark", .lesson = "float_bits", .panel = "bits", .size = image_size},
    {.name = "bits_200_percent_light",
     .lesson = "float_bits",
     .panel = "bits",
     .size = image_twice,
     .theme = ThemeName::light,
     .scale = 2},
    {.name = "bits_integers_high_contrast",
     .lesson = "integers_wrap",
     .panel = "bits",
     .size = {760, 640},
     .theme = ThemeName::high_contrast},
    {.name = "sum_race_dark", .lesson = "sum_order", .panel = "sum_race", .size = image_size, .runs = false},
    {.name = "sum_race_light",
     .lesson = "sum_order",
     .panel = "sum_race",
     .size = image_size,
     .theme = ThemeName::light,
     .runs = false},
    {.name = "address_map_dark",
     .lesson = "layout_strides",
     .panel = "address_map",
     .size = image_size,
     .preset = "Transposed",
     .runs = false},
    {.name = "estimate_dark", .lesson = "monte_carlo_pi", .panel = "estimate", .size = image_size, .preset = "Points and hits"},
    {.name = "flow_dark", .lesson = "reduction", .panel = "flow", .size = image_size, .preset = "Interleaved", .runs = false},
    {.name = "tile_dark", .lesson = "convolution", .panel = "tile", .size = image_size, .preset = "Tiles of 32 x 8", .runs = false},
    {.name = "bins_dark",
     .lesson = "histogram",
     .panel = "bins",
     .size = image_size,
     .preset = "Bins for each block",
     .runs = false},
    {.name = "program_dark", .lesson = "", .panel = "program", .size = {940, 560}, .program = "homework.cu"},
    {.name = "program_race_light",
     .lesson = "",
     .panel = "program",
     .size = {560, 560},
     .theme = ThemeName::light,
     .program = "data_race.cu"},
    {.name = "program_fault_200_percent_high_contrast",
     .lesson = "",
     .panel = "program",
     .size = {1520, 960},
     .theme = ThemeName::high_contrast,
     .scale = 2,
     .program = "out_of_bounds.cu"},
    {.name = "request_dark", .lesson = "coalescing", .panel = "request", .size = image_size, .preset = "Stride 2", .runs = false},
};

// For the name of a test, in what a failure prints.
void PrintTo(const Picture& picture, std::ostream* out) { *out << picture.name; }

const Picture& picture_named(std::string_view name) { return *std::ranges::find(pictures, name, &Picture::name); }

// The same devices on every machine.
void fix_devices(Workbench& bench) {
    std::erase_if(bench.devices.present,
                  [](const DeviceInfo& device) { return device.kind == DeviceKind::cuda || device.kind == DeviceKind::recorded; });
    for (DeviceInfo& device : bench.devices.present)
        if (device.kind == DeviceKind::cpu_threads) device.name = "A processor";
    bench.devices.cuda_missing = "no NVIDIA driver is installed";
    bench.draft.run_on = {DeviceKind::emulated};
    // A new recording changes no picture.
    bench.recordings.all.files.clear();
    bench.post(ask::ShowRecordings{});
}

void frame(App& app) {
    app.update();
    app.build();
    app.render();
}

// False when it runs for too long.
bool draw_until_done(App& app) {
    const auto begin = std::chrono::steady_clock::now();
    const SourcePanelState& source = app.workbench().state<SourcePanelState>();
    const auto busy = [&] { return app.busy() || source.check_at || source.check.busy(); };
    for (frame(app), frame(app); busy(); frame(app)) {
        if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(20)) return false;
        // Frames in between are few: software GL would take the processors from what runs.
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
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
    options.only_view = picture.panel;
    options.isolated = true;
    if (*picture.program != '\0') {
        options.cuda_file = std::filesystem::path(WARPWISE_SOURCE_DIR) / "tests/programs" / picture.program;
        options.program.emplace();
    }
    options.shipped = shipped_data();
    auto app = App::make(options);
    if (!app) return std::nullopt;
    Workbench& bench = (*app)->workbench();
    fix_devices(bench);
    frame(**app);
    if (*picture.preset != '\0') bench.post(ask::ApplyPreset{picture.preset});
    frame(**app);
    if (picture.runs && bench.lesson != nullptr && !options.program) bench.post(ask::Run{});
    if (picture.particle >= 0) bench.state<PointsState>().chosen = picture.particle;
    present_go(bench, picture.step);
    bench.state<ThreadGridState>().layers.face = picture.face;
    if (change) change(**app);
    EXPECT_TRUE(draw_until_done(**app));
    bench.state<SourcePanelState>().compile_ms = 0;
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

// A golden picture that cannot fail says nothing: one element less must be seen, and another theme.
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

TEST_F(GoldenFails, OnOneElementLess) {
    for (const char* name : {"grid_right", "strip_thread_only", "launch_indexing_1d", "window_indexing_1d_dark"}) {
        const auto changed = difference(picture_named(name), [](App& app) {
            app.workbench().draft.request.parameters["n"] = std::int64_t{99};
            app.workbench().post(ask::TakeDraft{});
        });
        if (!changed) GTEST_SKIP() << "nothing can be drawn here without a screen";
        EXPECT_FALSE(is_same(*changed)) << name;
    }
}

TEST_F(GoldenFails, OnAnotherTheme) {
    const auto changed =
        difference(picture_named("grid_right"), [](App& app) { app.workbench().post(ask::UseTheme{ThemeName::high_contrast}); });
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
    for (std::uint8_t& channel : found.rgb) channel = static_cast<std::uint8_t>(channel + GoldenTolerance().close_enough);
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
