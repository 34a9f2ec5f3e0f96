// A launch that takes the emulator seconds: how far it is, cancelling it, and what the result says of the code that ran.
#include <utility>

#include "base/apng.h"
#include "ui/workbench/progress_shown.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

// Frames of the window as a film, where WARPWISE_TEST_PICTURES names a folder.
class Film {
  public:
    Film(ImGuiTestContext* context, App& app, const std::string& name) : context_(context), app_(app) {
        if (!keeps_pictures()) return;
        auto writer = ApngWriter::create(std::filesystem::path(std::getenv("WARPWISE_TEST_PICTURES")) / (name + ".png"), 900);
        EXPECT_TRUE(writer.has_value());
        if (writer) writer_.emplace(std::move(*writer));
    }
    ~Film() {
        if (writer_) EXPECT_TRUE(writer_->finish().has_value());
    }
    void add(int times = 1) {
        if (!writer_) return;
        app_.keep_frames(true);
        context_->Yield(2);
        app_.keep_frames(false);
        ASSERT_TRUE(app_.last_frame().has_value());
        for (int i = 0; i < times; ++i) EXPECT_TRUE(writer_->add(*app_.last_frame()).has_value());
    }

  private:
    ImGuiTestContext* context_;
    App& app_;
    std::optional<ApngWriter> writer_;
};

class LongRunWindowTest : public WindowTest {};

TEST_F(LongRunWindowTest, TellsHowFarItIsAndWhatRan) {
    AppOptions options = with_lesson("matmul");
    options.host.size = {1100, 1000};  // the result is seen whole
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.request.kernel = "tiled";
        bench.draft.run_on = {DeviceKind::emulated};
        const auto with_size = [&](std::int64_t n) {
            bench.draft.request.parameters["n"] = n;
            bench.post(ask::TakeDraft{});
            context->Yield(4);
        };
        Film film(context, app, "long_run");
        with_size(1024);
        film.add();
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(wait_until(context, [&] { return run_progress(bench).shown; }));
        film.add();
        IM_CHECK(wait_until(context, [&] { return run_progress(bench).fraction > 0; }));
        float before = run_progress(bench).fraction;
        for (int i = 0; i < 3; ++i) {
            IM_CHECK(wait_until(context, [&] { return run_progress(bench).fraction >= before + 0.04f; }));
            before = run_progress(bench).fraction;
            film.add();
        }
        keep_picture(context, app, "long_run_running");
        IM_CHECK(shows(context, "Running"));
        IM_CHECK(shows(context, "Esc cancels it."));
        IM_CHECK(app.busy());
        context->KeyPress(ImGuiKey_Escape);
        IM_CHECK(wait_until(context, [&] { return !app.busy(); }));
        context->Yield(3);
        film.add();
        IM_CHECK(bench.results.latest(DeviceKind::emulated) == nullptr);
        keep_picture(context, app, "long_run_cancelled");
        IM_CHECK(shows(context, "Cancelled"));
        IM_CHECK(shows(context, "Nothing was compared."));
        with_size(512);
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(wait_until(context, [&] { return run_progress(bench).fraction >= 0.3f || !app.busy(); }));
        film.add();
        wait_for_runs(context, app);
        context->Yield(3);
        film.add();
        context->ScrollToBottom("//###result");
        context->Yield(2);
        film.add(2);
        keep_picture(context, app, "long_run_done");
        const RunRecord* const record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr && record->compiled);
        // after some block, or from the first one on: the run before may have left the code in memory
        IM_CHECK(shows(context, "The emulator's code was compiled for " + record->compiled->isa));
    });
}

}  // namespace
}  // namespace warpwise::ui
