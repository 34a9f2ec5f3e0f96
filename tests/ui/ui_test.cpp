#include "ui_test.h"

namespace warpwise::ui {
namespace {

constexpr int most_frames = 20000;

struct Running {
    App& app;
    const Steps& steps;
};

}  // namespace

AppOptions UiTest::with_lesson(const std::string& lesson) const {
    AppOptions options;
    options.host = {GetParam(), {1280, 800}, "test"};
    options.lesson = lesson;
    options.isolated = true;
    return options;
}

void UiTest::run(AppOptions options, const Steps& steps) {
    options.host.kind = GetParam();
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
    Running running{*app, steps};
    ImGuiTest* test = IM_REGISTER_TEST(engine, "ui", "steps");
    test->UserData = &running;
    test->TestFunc = [](ImGuiTestContext* context) {
        auto& now = *static_cast<Running*>(context->Test->UserData);
        context->Yield(10);  // the layout is built and its first tabs are in front
        now.steps(context, now.app);
    };
    ImGuiTestEngine_Start(engine, ImGui::GetCurrentContext());
    ImGuiTestEngine_QueueTest(engine, test);
    int frames = 0;
    for (; !ImGuiTestEngine_IsTestQueueEmpty(engine) && frames < most_frames; ++frames) {
        if (!app->update()) break;
        app->build();
        app->render();
        ImGuiTestEngine_PostSwap(engine);
    }
    EXPECT_LT(frames, most_frames) << "the steps never ended";
    ImGuiTestEngineResultSummary summary;
    ImGuiTestEngine_GetResultSummary(engine, &summary);
    EXPECT_EQ(summary.CountSuccess, 1) << "a step failed; the lines above say which";
    ImGuiTestEngine_Stop(engine);
    app.reset();  // the engine outlives the context that it is bound to
    ImGuiTestEngine_DestroyContext(engine);
}

void wait_for_runs(ImGuiTestContext* context, App& app) {
    context->Yield(3);  // the request is taken with the next frame
    for (int frame = 0; app.busy() && frame < most_frames / 2; ++frame) {
        context->SleepNoSkip(0.002f, 0.002f);
        context->Yield();
    }
    context->Yield(2);
}

}  // namespace warpwise::ui
