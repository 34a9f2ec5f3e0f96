// A lesson from anywhere on the disk in the window, and lessons that their author changes while it is open.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>

#include "ui/lesson/exercise_panel.h"
#include "ui/present/present_state.h"
#include "ui/shell/open_lesson_window.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

class OpenLessonWindowTest : public WindowTest {
  protected:
    fs::path own_lesson() const {
        test::write_lesson(folder, "mine");
        return folder.path() / "mine";
    }
    // As an editor saves: what is written counts as changed a moment ago.
    void save(const std::string& name, const std::string& text) const {
        folder.write("mine/" + name, text);
        fs::last_write_time(folder.path() / "mine" / name, fs::file_time_type::clock::now() - std::chrono::seconds(1));
    }
    test::TemporaryFolder folder;
};

TEST_F(OpenLessonWindowTest, APathIsTypedAndTheLessonOpens) {
    const fs::path mine = own_lesson();
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        app.state().open_lesson.ask_for_folder = true;
        context->Yield(3);
        context->ItemInput("//###open_lesson/##lesson_path");
        context->KeyCharsReplaceEnter((folder.path() / "mein").c_str());
        context->Yield(3);
        IM_CHECK(app.workbench().lesson == nullptr);
        IM_CHECK(shows(context, "There is no folder"));
        context->ItemInput("//###open_lesson/##lesson_path");
        context->KeyCharsReplaceEnter(mine.c_str());
        context->Yield(3);
        IM_CHECK(app.workbench().lesson != nullptr);
        IM_CHECK_STR_EQ(app.workbench().lesson->id.c_str(), "tiny");
        IM_CHECK(!app.state().open_lesson.open);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(app.workbench().results.latest(DeviceKind::emulated)->status, RunStatus::ok);
        app.workbench().post(ask::CloseLesson{});
        context->Yield(6);
        IM_CHECK(shows(context, "Opened from a folder"));
        IM_CHECK(shows(context, "A tiny lesson"));
    });
}

TEST_F(OpenLessonWindowTest, WhatIsDroppedIsALessonOrARecording) {
    const fs::path mine = own_lesson();
    run(with_lesson("indexing_1d"), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        take_dropped(bench, (mine / "lesson.toml").string());
        context->Yield(3);
        IM_CHECK_STR_EQ(bench.lesson->id.c_str(), "tiny");
        take_dropped(bench, (mine / "no_recording.json").string());
        context->Yield(3);
        IM_CHECK(has_message(bench, "The recording cannot be opened"));
        take_dropped(bench, folder.path().string());
        context->Yield(3);
        IM_CHECK_STR_EQ(bench.lesson->id.c_str(), "tiny");
        IM_CHECK(shows(context, "such as " + mine.string()));
    });
}

TEST_F(OpenLessonWindowTest, ALessonOfTheSameIdTakesThePlaceOfTheCourses) {
    own_lesson();
    save("lesson.toml", test::with(test::good_manifest, "id = \"tiny\"", "id = \"indexing_1d\""));
    run(with_lesson("indexing_1d"), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const std::size_t lessons = bench.lessons.course.lessons.size();
        context->KeyPress(ImGuiKey_F5);
        take_dropped(bench, (folder.path() / "mine").string());
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.lessons.course.lessons.size(), lessons);
        IM_CHECK_STR_EQ(bench.lesson->title.c_str(), "A tiny lesson");
        IM_CHECK(has_message(bench, "takes the place"));
        take_dropped(bench, (folder.path() / "mine").string());  // again: it is there already
        context->Yield(3);
        IM_CHECK_EQ(bench.lessons.course.lessons.size(), lessons);
    });
}

TEST_F(OpenLessonWindowTest, WhatTheAuthorSavesIsSeenAtOnce) {
    const fs::path mine = own_lesson();
    AppOptions options = as_learner("");
    options.lesson_folder = mine;
    run(options, [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK_STR_EQ(bench.lesson->title.c_str(), "A tiny lesson");
        bench.draft.request.parameters["n"] = std::int64_t{1000};
        bench.post(ask::TakeDraft{});
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        save("lesson.toml", test::with(test::good_manifest, "A tiny lesson", "A larger lesson"));
        IM_CHECK(wait_until(context, [&] { return bench.lesson->title == "A larger lesson"; }));
        IM_CHECK_EQ(std::get<std::int64_t>(bench.draft.request.parameters.at("n")), 1000);
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(DeviceKind::emulated) != nullptr);  // run again, as it had run
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->launch.grid.x, 32u);
        IM_CHECK(shows(context, "A larger lesson"));
        // a kernel that does something else, and a value that does not fit any more
        save("add_one.cu", test::with(test::good_kernel, "T(1)", "T(2)"));
        IM_CHECK(wait_until(context, [&] {
            return bench.results.latest(DeviceKind::emulated) != nullptr &&
                   bench.results.latest(DeviceKind::emulated)->status == RunStatus::wrong;
        }));
        save("lesson.toml", test::with(test::good_manifest, "\"2^10\"", "\"2^7\""));
        IM_CHECK(wait_until(context, [&] { return bench.lesson->title == "A tiny lesson"; }));
        IM_CHECK_EQ(std::get<std::int64_t>(bench.draft.request.parameters.at("n")), 100);
    });
}

// Nothing has run: only the files tell that there is something new to show.
TEST_F(OpenLessonWindowTest, ProseStubAndScenesAreReadAgain) {
    const fs::path mine = own_lesson();
    AppOptions options = as_learner("");
    options.lesson_folder = mine;
    run(options, [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        const ExerciseState& exercise = bench.state<ExerciseState>();
        IM_CHECK(wait_until(context, [&] { return exercise.lesson == "tiny"; }));
        save("lesson.md", "A new first sentence.\n\n" + test::good_prose);
        IM_CHECK(wait_until(context, [&] { return bench.lesson->prose.starts_with("A new first sentence."); }));
        IM_CHECK(shows(context, "A new first sentence."));
        save("exercise.cu", "// TODO: a new stub\n");
        IM_CHECK(wait_until(context, [&] { return exercise.text == "// TODO: a new stub\n"; }));

        bench.post(ask::UseLayout{LayoutName::present});
        const PresentState& present = bench.state<PresentState>();
        IM_CHECK(wait_until(context, [&] { return !present.steps.empty(); }));
        IM_CHECK(present.steps.front().lead.starts_with("A new first sentence."));
        save("lesson.md", "Another first sentence.\n\n" + test::good_prose);
        IM_CHECK(wait_until(context, [&] { return present.steps.front().lead.starts_with("Another first sentence."); }));
        save("lesson.toml", test::good_manifest + "\n[[scene]]\nsay = \"One line.\"\nset = { n = 33 }\n");
        IM_CHECK(wait_until(context, [&] { return present.steps.size() == 1 && present.steps.front().scene == 0u; }));
        IM_CHECK(wait_until(context, [&] { return std::get<std::int64_t>(bench.draft.request.parameters.at("n")) == 33; }));
        IM_CHECK(shows(context, "One line."));
    });
}

TEST_F(OpenLessonWindowTest, ALessonThatIsBrokenWhileItIsOpenStaysAsItWas) {
    const fs::path mine = own_lesson();
    AppOptions options = as_learner("");
    options.lesson_folder = mine;
    run(options, [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        save("lesson.toml", "id = \"tiny\"\ntitle = [\n");
        IM_CHECK(wait_until(context, [&] { return has_message(bench, "cannot be read"); }));
        IM_CHECK(has_message(bench, "lesson.toml:2:"));
        IM_CHECK_STR_EQ(bench.lesson->title.c_str(), "A tiny lesson");
        save("lesson.toml", test::with(test::good_manifest, "A tiny lesson", "A mended lesson"));
        IM_CHECK(wait_until(context, [&] { return bench.lesson->title == "A mended lesson"; }));
    });
}

}  // namespace
}  // namespace warpwise::ui
