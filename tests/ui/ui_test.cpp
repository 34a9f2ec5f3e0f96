#include "ui_test.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "base/png.h"

namespace warpwise::ui {
namespace {

constexpr int kMostFrames = 20000;
constexpr auto longest_wait = std::chrono::seconds(10);

// What a test in progress keeps; the engine hands it to both of its functions.
struct Running {
    App& app;
    const Steps& steps;
    bool log_wanted = false;
};

const char* pictures_folder() {
    const char* folder = std::getenv("WARPWISE_TEST_PICTURES");
    return folder != nullptr && *folder != '\0' ? folder : nullptr;
}

Running& running_of(ImGuiTestContext* context) { return *static_cast<Running*>(context->Test->UserData); }

// With one blank for each run of blanks and ends of lines: where prose wraps depends on the width of its panel.
std::string unwrapped(const std::string& text) {
    std::string words;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\n' || c == '\t';
        if (!blank || !words.ends_with(' ')) words += blank ? ' ' : c;
    }
    return words;
}

bool has_words(const std::string& screen, const std::string& text) {
    return unwrapped(screen).find(unwrapped(text)) != std::string::npos;
}

constexpr std::array home_variables = {std::pair{"HOME", ""}, std::pair{"XDG_CONFIG_HOME", "/config"},
                                       std::pair{"XDG_DATA_HOME", "/data"}};

}  // namespace

std::shared_ptr<const ShippedData> shipped_data() {
    if (std::getenv("WARPWISE_DATA") != nullptr) return nullptr;
    static const auto data = std::make_shared<const ShippedData>(read_shipped_data());
    return data;
}

TemporaryHome::TemporaryHome() {
    // What is parsed for a program serves the next test, too.
    if (const char* home = std::getenv("HOME"); home != nullptr && std::getenv("XDG_CACHE_HOME") == nullptr)
        ::setenv("XDG_CACHE_HOME", (std::string(home) + "/.cache").c_str(), 1);
    for (const auto& [variable, below] : home_variables) ::setenv(variable, (path().string() + below).c_str(), 1);
}

// Nothing else in this program has a use for the old values.
TemporaryHome::~TemporaryHome() {
    for (const auto& [variable, below] : home_variables) ::unsetenv(variable);
}

AppOptions WindowTest::with_lesson(const std::string& lesson, gl::HostKind host) {
    AppOptions options;
    options.host = {host, {1280, 800}, "test"};
    options.lesson = lesson;
    options.isolated = true;
    return options;
}

AppOptions WindowTest::as_learner(const std::string& lesson) {
    AppOptions options = with_lesson(lesson);
    options.isolated = false;
    return options;
}

void WindowTest::run(const AppOptions& wanted, const Steps& steps) {
    AppOptions options = wanted;
    if (pictures_folder() != nullptr && options.host.kind == gl::HostKind::null) options.host.kind = gl::HostKind::egl;
    options.shipped = shipped_data();
    auto made = App::make(options);
    if (!made && options.host.kind == gl::HostKind::egl) GTEST_SKIP() << made.error().text();
    ASSERT_TRUE(made.has_value()) << made.error().text();
    std::unique_ptr<App> app = std::move(*made);
    ImGuiTestEngine* engine = ImGuiTestEngine_CreateContext();
    ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine);
    io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
    io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
    io.ConfigLogToTTY = true;
    io.ConfigCaptureEnabled = false;
    io.ConfigWatchdogKillTest = 300;  // seconds; a step that waits has a limit of its own
    Running running{.app = *app, .steps = steps};
    ImGuiTest* test = IM_REGISTER_TEST(engine, "ui", "steps");
    test->UserData = &running;
    test->TestFunc = [](ImGuiTestContext* context) {
        context->Yield(10);  // the layout is built and its first tabs are in front
        running_of(context).steps(context, running_of(context).app);
    };
    test->GuiFunc = [](ImGuiTestContext* context) {  // within a frame, where a log can begin; it ends with the frame
        if (std::exchange(running_of(context).log_wanted, false)) ImGui::LogToClipboard();
    };
    ImGuiTestEngine_Start(engine, ImGui::GetCurrentContext());
    ImGuiTestEngine_QueueTest(engine, test);
    int frames = 0;
    for (; !ImGuiTestEngine_IsTestQueueEmpty(engine) && frames < kMostFrames; ++frames) {
        if (!app->update()) break;
        app->build();
        app->render();
        ImGuiTestEngine_PostSwap(engine);
    }
    EXPECT_LT(frames, kMostFrames) << "the steps never ended";
    ImGuiTestEngineResultSummary summary;
    ImGuiTestEngine_GetResultSummary(engine, &summary);
    EXPECT_EQ(summary.CountSuccess, 1) << "a step failed; the lines above say which";
    ImGuiTestEngine_Stop(engine);
    app.reset();  // the engine outlives the context that it is bound to
    ImGuiTestEngine_DestroyContext(engine);
}

void UiTest::run(AppOptions options, const Steps& steps) {
    options.host.kind = GetParam();
    WindowTest::run(options, steps);
}

bool keeps_pictures() { return pictures_folder() != nullptr; }

void keep_picture(ImGuiTestContext* context, App& app, const std::string& name) {
    if (pictures_folder() == nullptr) return;
    app.keep_frames(true);
    context->Yield(2);
    app.keep_frames(false);
    ASSERT_TRUE(app.last_frame().has_value()) << "the window draws nothing";
    std::filesystem::create_directories(pictures_folder());
    const auto written = write_png(std::filesystem::path(pictures_folder()) / (name + ".png"), *app.last_frame(), {});
    EXPECT_TRUE(written.has_value()) << written.error().text();
}

bool wait_until(ImGuiTestContext* context, const std::function<bool()>& done) {
    const auto begin = std::chrono::steady_clock::now();
    context->Yield(3);  // a request is taken with the next frame
    // Frames in between are few: software GL would take the processors from what is waited for.
    for (std::chrono::milliseconds pause(2); !done(); pause = std::min(2 * pause, std::chrono::milliseconds(50))) {
        if (std::chrono::steady_clock::now() - begin > longest_wait) return false;
        std::this_thread::sleep_for(pause);
        context->Yield();
    }
    context->Yield(2);
    return true;
}

std::string text_on_screen(ImGuiTestContext* context) {
    running_of(context).log_wanted = true;
    context->Yield(2);
    const char* text = ImGui::GetClipboardText();
    return text != nullptr ? text : "";
}

bool is_on_screen(ImGuiTestContext* context, const std::string& text) { return has_words(text_on_screen(context), text); }

bool shows(ImGuiTestContext* context, const std::string& text) {
    const std::string screen = text_on_screen(context);
    const bool found = has_words(screen, text);
    if (!found) ADD_FAILURE() << "not on the screen: " << text << "\nbut:\n" << screen;
    return found;
}

bool has_message(const Workbench& bench, const std::string& text) {
    return std::ranges::any_of(bench.messages, [&](const Message& message) { return message.text.contains(text); });
}

bool lacks(ImGuiTestContext* context, const std::string& text) {
    const std::string screen = text_on_screen(context);
    const bool found = has_words(screen, text);
    if (found) ADD_FAILURE() << "on the screen: " << text << "\nin:\n" << screen;
    return !found;
}

void replace_source(ImGuiTestContext* context, App& app, const std::string& text) {
    const auto [x, y, width, height] = app.workbench().panel_rects.at("source");
    context->MouseMoveToPos({x + width * 0.5f, y + height * 0.5f});
    context->MouseClick();
    context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
    ImGui::SetClipboardText(text.c_str());
    context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
    context->Yield(2);
}

void wait_for_runs(ImGuiTestContext* context, App& app) {
    IM_CHECK(wait_until(context, [&] { return !app.busy(); }));
}

}  // namespace warpwise::ui
