// Recordings in the window: what is shown of which, opening, keeping and closing, and files that are broken.
#include <algorithm>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "base/paths.h"
#include "ui/timing/device_look.h"
#include "ui/timing/recordings_shown.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace fs = std::filesystem;
namespace {

bool says(const Workbench& bench, const std::string& text) {
    return std::ranges::any_of(bench.messages, [&](const Message& message) {
        return message.text.find(text) != std::string::npos || message.hint.find(text) != std::string::npos;
    });
}

RunRecord run_of(const Lesson& lesson, const std::string& kernel, std::int64_t n, const std::string& device) {
    RunRecord record;
    record.request.lesson = record.lesson = lesson.id;
    record.request.kernel = kernel;
    record.request.parameters = lesson.defaults();
    record.request.parameters["n"] = n;
    record.request.device = record.device.kind = DeviceKind::cuda;
    record.kernel = kernel;
    record.device.name = device;
    record.date = "2026-02-03T00:00:00Z";
    record.phases = {{.name = "kernel", .measurement = measure({0.01, 0.011, 0.012, 0.013, 0.014})},
                     {.name = "total", .measurement = measure({0.1, 0.11, 0.12, 0.13, 0.14})}};
    return record;
}

class RecordingsWindowTest : public WindowTest {
  protected:
    // Of the lessons' first kernels at a few sizes.
    fs::path write_recording(const std::string& device) const {
        const Course course = load_course(data_dir() / "lessons");
        Recording recording;
        recording.device_name = device;
        recording.date = "2026-02-03T00:00:00Z";
        for (const char* id : {"crossover", "indexing_1d"}) {
            const Lesson& lesson = *course.find(id);
            for (const std::int64_t n : {100, 1024, 1 << 20})
                recording.records.push_back(run_of(lesson, lesson.kernels.front().id, n, device));
        }
        const fs::path file = home.path() / "mine.json";
        EXPECT_TRUE(save_recording(file, recording));
        return file;
    }
    static std::size_t recorded_of(const Workbench& bench, const std::string& device) {
        return static_cast<std::size_t>(std::ranges::count_if(
            bench.recordings.of_draft, [&](const RecordedRun& run) { return run.record->device.name == device; }));
    }
};

TEST_F(RecordingsWindowTest, EveryLessonShowsTheRunWithItsValuesAndNoOther) {
    AppOptions options = with_lesson("indexing_1d");
    options.recordings = {write_recording("NVIDIA Mine")};
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(says(bench, "Recording of NVIDIA Mine, 2026-02-03: 6 runs"));
        IM_CHECK_EQ(recorded_of(bench, "NVIDIA Mine"), 1u);
        bench.post(ask::FocusView{"timings"});
        context->Yield(8);
        bench.draft.request.parameters["n"] = std::int64_t{101};
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        IM_CHECK_EQ(recorded_of(bench, "NVIDIA Mine"), 0u);
        bench.draft.request.parameters["n"] = std::int64_t{1024};
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        IM_CHECK_EQ(recorded_of(bench, "NVIDIA Mine"), 1u);
        bench.draft.request.block = Dim3{64, 1, 1};  // another launch than the recorded one
        bench.post(ask::TakeDraft{});
        context->Yield(3);
        IM_CHECK_EQ(recorded_of(bench, "NVIDIA Mine"), 0u);
    });
}

TEST_F(RecordingsWindowTest, TwoRecordingsStandSideBySideInTheSweep) {
    AppOptions options = with_lesson("crossover", gl::HostKind::egl);
    options.recordings = {write_recording("NVIDIA Mine")};
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(bench.results.sweep.has_value());
        IM_CHECK_EQ(bench.results.sweep->recorded.size(), 2u);
        const auto &shipped = bench.results.sweep->recorded[0], &mine = bench.results.sweep->recorded[1];
        IM_CHECK_EQ(mine.points.size(), 3u);
        IM_CHECK_STR_EQ(mine.label.c_str(), "NVIDIA Mine, recorded 2026-02-03");
        IM_CHECK(shipped.label != mine.label);
        const Theme& theme = bench.look.theme;
        IM_CHECK(recorded_colour(theme, shipped.recording, shipped.device) != recorded_colour(theme, mine.recording, mine.device));
        bench.post(ask::FocusView{"sweep"});
        context->Yield(8);
        bench.recordings.hidden.insert(bench.recordings.all.files[0].file);
        bench.post(ask::ShowRecordings{});
        context->Yield(3);
        IM_CHECK_EQ(bench.results.sweep->recorded.size(), 1u);
        IM_CHECK_STR_EQ(bench.results.sweep->recorded[0].label.c_str(), "NVIDIA Mine, recorded 2026-02-03");
    });
}

TEST_F(RecordingsWindowTest, OpenedByItsPathKeptAndFoundByTheNextStart) {
    const fs::path file = write_recording("NVIDIA Mine");
    run(as_learner("indexing_1d"), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Alt | ImGuiKey_O);
        context->Yield(3);
        context->ItemInput("//Recordings###recordings/##recording_path");
        context->KeyCharsReplaceEnter(file.c_str());
        context->Yield(3);
        IM_CHECK_EQ(recorded_of(bench, "NVIDIA Mine"), 1u);
        context->ItemClick("//Recordings###recordings/$$2/Keep");
        context->Yield(3);
        IM_CHECK(says(bench, "Kept as"));
        IM_CHECK(shows(context, "NVIDIA Mine"));
    });
    EXPECT_TRUE(fs::exists(home.data() / "recordings" / "mine.json"));
    fs::remove(file);
    run(as_learner("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK_EQ(recorded_of(bench, "NVIDIA Mine"), 1u);
        context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Alt | ImGuiKey_O);
        context->Yield(3);
        context->ItemClick("//Recordings###recordings/$$2/Close");
        context->Yield(3);
        IM_CHECK_EQ(recorded_of(bench, "NVIDIA Mine"), 0u);
    });
}

TEST_F(RecordingsWindowTest, BrokenFilesAreMessagesAndTheWindowGoesOn) {
    const std::string whole = read_file(write_recording("NVIDIA Mine")).value_or("");
    home.write("cut.json", whole.substr(0, whole.size() / 2));
    home.write("newer.json", R"({"schema": "warpwise.recording/9"})");
    home.write("picture.json", "\x89PNG");
    AppOptions options = as_learner("indexing_1d");
    options.recordings = {home.path() / "cut.json", home.path() / "newer.json", home.path() / "picture.json",
                          home.path() / "nowhere.json"};
    run(options, [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        for (const char* words : {"cut.json is cut short", "newer version of the program", "stops being JSON", "there is no file"})
            IM_CHECK(says(bench, words));
        bench.post(ask::FocusView{"messages"});
        context->Yield(6);
        IM_CHECK(shows(context, "Copy it again from its source"));
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->status, RunStatus::ok);
    });
}

TEST_F(RecordingsWindowTest, ABrokenOneThatWasKeptIsNamedAtTheStart) {
    home.write("data/warpwise/recordings/old.json", R"({"schema": "warpwise.recording/2", "records")");
    run(as_learner("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(says(app.workbench(), "old.json is cut short"));
        context->Yield(3);
    });
}

TEST_F(RecordingsWindowTest, AnotherCoursesRunsAreNamed) {
    Recording recording;
    recording.device_name = "NVIDIA Mine";
    recording.date = "2026-02-03T00:00:00Z";
    Lesson other;
    other.id = "weather";
    recording.records.push_back(run_of(other, "rain", 7, "NVIDIA Mine"));
    ASSERT_TRUE(save_recording(home.path() / "other.json", recording));
    AppOptions options = with_lesson("indexing_1d");
    options.recordings = {home.path() / "other.json"};
    run(options, [](ImGuiTestContext* context, App& app) {
        IM_CHECK(
            says(app.workbench(), "1 of its 1 runs belong to lessons or kernels that this course does not have: lesson 'weather'"));
        context->Yield(3);
    });
}

TEST_F(RecordingsWindowTest, AFullDiskKeepsNothingAndSaysSo) {
    const fs::path file = write_recording("NVIDIA Mine");
    home.write("data/warpwise/recordings", "a file where the folder should be");
    AppOptions options = as_learner("indexing_1d");
    options.recordings = {file};
    run(options, [&](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::KeepRecording{file});
        context->Yield(3);
        IM_CHECK(says(app.workbench(), "The recording cannot be kept"));
        IM_CHECK_EQ(recorded_of(app.workbench(), "NVIDIA Mine"), 1u);
    });
}

}  // namespace
}  // namespace warpwise::ui
