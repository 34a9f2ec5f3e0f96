// The front door: what is there before a lesson is, by mouse and by keyboard, at every size.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "base/files.h"
#include "ui/file/file_state.h"
#include "ui/shell/open_lesson_window.h"
#include "ui/workbench/recent_files.h"
#include "ui/workbench/slow_frames.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

class DoorWindowTest : public WindowTest {
  protected:
    test::TemporaryFolder folder;
};

std::string item(const std::string& name) { return "//###welcome/**/###" + name; }

void finish(Workbench& bench, const std::string& lesson) {
    LessonProgress& progress = bench.lessons.progress[lesson];
    progress.opened = progress.ran = progress.finished = true;
}

TEST_F(DoorWindowTest, WithoutProgressItBeginsWithTheFirstLesson) {
    run(with_lesson(""), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(shows(context, "Start with lesson 1"));
        IM_CHECK(shows(context, "0 of " + std::to_string(app.workbench().lessons.course.lessons.size()) + " lessons done"));
        IM_CHECK(shows(context, "any time after Part I"));
        IM_CHECK(shows(context, "listed here"));  // no recent files yet
        context->ItemClick(item("continue_lesson").c_str());
        context->Yield(3);
        IM_CHECK_STR_EQ(app.workbench().lesson->id.c_str(), "first_kernel");
    });
}

TEST_F(DoorWindowTest, TheLessonThatWasLeftSaysWhereInItOneIs) {
    run(with_lesson(""), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        finish(bench, "first_kernel");
        const Lesson& left = *bench.lessons.course.find("indexing_1d");
        LessonProgress& progress = bench.lessons.progress["indexing_1d"];
        progress.opened = progress.ran = true;
        progress.predictions[left.predictions.front().id] = 0;
        bench.settings.last_lesson = "indexing_1d";
        context->Yield(3);
        const std::string text = text_on_screen(context);
        IM_CHECK_NE(text.find("Continue"), std::string::npos);
        IM_CHECK_NE(text.find("about 12 of 20 minutes left"), std::string::npos);
        IM_CHECK_NE(text.find("> Experiment"), std::string::npos);
        IM_CHECK_NE(text.find("1 of " + std::to_string(bench.lessons.course.lessons.size()) + " lessons done"), std::string::npos);
        keep_picture(context, app, "door_left");
        // a lesson that is finished is followed by the next one that is not
        finish(bench, "indexing_1d");
        context->Yield(3);
        IM_CHECK(shows(context, "3  x and y, rows and columns"));
    });
}

TEST_F(DoorWindowTest, TheMapIsWalkedByArrowsAndEnterOpensALesson) {
    run(with_lesson(""), [](ImGuiTestContext* context, App& app) {
        context->NavMoveTo(item("map_first_kernel").c_str());
        context->KeyPress(ImGuiKey_RightArrow);
        IM_CHECK_EQ(ImGui::GetCurrentContext()->NavId, context->ItemInfo(item("map_indexing_1d").c_str()).ID);
        context->KeyPress(ImGuiKey_DownArrow);
        IM_CHECK_EQ(ImGui::GetCurrentContext()->NavId, context->ItemInfo(item("map_crossover").c_str()).ID);
        context->KeyPress(ImGuiKey_Enter);
        context->Yield(3);
        IM_CHECK(app.workbench().lesson != nullptr);
        IM_CHECK_STR_EQ(app.workbench().lesson->id.c_str(), "crossover");
    });
}

TEST_F(DoorWindowTest, TabReachesEveryControl) {
    run(with_lesson(""), [](ImGuiTestContext* context, App& app) {
        std::set<ImGuiID> reached;
        for (int i = 0; i < 120; ++i) {
            context->KeyPress(ImGuiKey_Tab);
            reached.insert(ImGui::GetCurrentContext()->NavId);
        }
        std::vector<std::string> controls{"continue_lesson", "tile_heat",      "tile_mandelbrot",
                                          "tile_particles",  "door_open_file", "door_devices"};
        for (const Lesson& lesson : app.workbench().lessons.course.lessons) controls.push_back("map_" + lesson.id);
        for (const std::string& control : controls) {
            const ImGuiTestItemInfo info = context->ItemInfo(item(control).c_str());
            IM_CHECK_SILENT(info.ID != 0);
            if (!reached.contains(info.ID)) ADD_FAILURE() << "Tab never comes to " << control;
        }
    });
}

// Every control is within the width of the window, and whole where all of them fit.
TEST_F(DoorWindowTest, NothingIsCutAtAnySize) {
    struct Case {
        gl::Size size;
        float scale;
    };
    for (const auto& [size, scale] : {Case{{1280, 800}, 1}, Case{{1440, 900}, 1}, Case{{1024, 768}, 1}, Case{{1280, 800}, 2},
                                      Case{{800, 600}, 1}, Case{{2560, 1600}, 2}}) {
        AppOptions options = with_lesson("");
        options.host.size = size;
        options.scale = scale;
        run(options, [size, scale](ImGuiTestContext* context, App& app) {
            context->Yield(4);
            const std::string name = std::to_string(size.width) + "_" + std::to_string(static_cast<int>(scale * 100));
            std::vector<std::string> controls{"continue_lesson", "tile_heat", "tile_particles", "door_open_file", "door_devices"};
            for (const Lesson& lesson : app.workbench().lessons.course.lessons) controls.push_back("map_" + lesson.id);
            keep_picture(context, app, "door_" + name);
            // Where the page scrolls, the engine finds most controls by scrolling until a part of them is there: their width is
            // judged.
            const bool scrolls = context->GetWindowByRef("//###welcome")->ScrollMax.y > 0;
            for (const std::string& control : controls) {
                const ImGuiTestItemInfo info = context->ItemInfo(item(control).c_str(), ImGuiTestOpFlags_NoError);
                if (info.ID == 0) {
                    if (!scrolls) ADD_FAILURE() << name << ": " << control << " is not there";
                } else if (info.RectFull.Min.x < 0 || info.RectFull.Max.x > static_cast<float>(size.width)) {
                    ADD_FAILURE() << name << ": " << control << " leaves the window";
                } else if (!scrolls && info.RectClipped.GetHeight() < info.RectFull.GetHeight() - 1) {
                    ADD_FAILURE() << name << ": " << control << " is cut";
                }
            }
        });
    }
}

TEST_F(DoorWindowTest, APressOnATileOpensItsLessonAndADragDoesNot) {
    run(as_learner(""), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(wait_until(context, [&] { return bench.state<SlowFrames>().due_s > 0; }));  // they move
        for (const char* tile : {"tile_heat", "tile_mandelbrot", "tile_particles"}) {
            context->MouseMove(item(tile).c_str());
            context->MouseDown();
            const ImVec2 at = ImGui::GetIO().MousePos;
            context->MouseMoveToPos({at.x + 30, at.y + 12});
            context->Yield(2);
            context->MouseUp();
            context->Yield(3);
            IM_CHECK(bench.lesson == nullptr);
        }
        context->ItemClick(item("tile_heat").c_str());
        context->Yield(3);
        IM_CHECK_STR_EQ(bench.lesson->id.c_str(), "heat");
        context->Yield(3);
        IM_CHECK_EQ(bench.state<SlowFrames>().due_s, 0.0);  // not seen: at rest
    });
}

TEST_F(DoorWindowTest, TilesRestWhileTheWindowHasNoFocus) {
    run(as_learner(""), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(wait_until(context, [&] { return bench.state<SlowFrames>().due_s > 0; }));
        ImGui::GetIO().AddFocusEvent(false);
        ImGui::GetCurrentContext()->InputEventsQueue.back().AddedByTestEngine = true;  // which drops what a desktop sends
        context->Yield(5);
        IM_CHECK_EQ(bench.state<SlowFrames>().due_s, 0.0);  // in more frames than the one that tells it
        context->KeyPress(ImGuiKey_DownArrow);
        IM_CHECK_GT(bench.state<SlowFrames>().due_s, 0.0);
    });
}

TEST_F(DoorWindowTest, RecentFilesTellTheVerdictOfTheirLastRun) {
    const std::string bad = read_file(fs::path(WARPWISE_SOURCE_DIR) / "tests/programs/copy_out_of_bounds.cu").value();
    folder.write("first/homework.cu", bad);
    folder.write("second/homework.cu", "#include <cstdio>\nint main() { std::puts(\"no kernel\"); }\n");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        for (const char* name : {"first/homework.cu", "second/homework.cu"}) {
            take_dropped(bench, (folder.path() / name).string());
            context->Yield(8);
        }
        take_dropped(bench, (folder.path() / "first/homework.cu").string());
        context->Yield(8);
        bench.post(ask::RunProgram{});
        context->Yield(2);
        wait_for_runs(context, app);
        bench.post(ask::CloseLesson{});
        context->Yield(3);
        IM_CHECK(wait_until(context, [&] { return text_on_screen(context).find("mistake") != std::string::npos; }));
        const std::string text = text_on_screen(context);
        IM_CHECK(std::regex_search(text, std::regex("first/homework.cu  [1-9][0-9]* mistake")));
        IM_CHECK_EQ(text.find("Opened from a folder"), std::string::npos);
        keep_picture(context, app, "door_recent");
        const fs::path file = folder.path() / "first/homework.cu";
        fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(5));
        IM_CHECK(
            wait_until(context, [&] { return text_on_screen(context).find("edited since its last run") != std::string::npos; }));
        fs::remove(file);
        IM_CHECK(wait_until(context, [&] { return text_on_screen(context).find("missing") != std::string::npos; }));
    });
}

TEST_F(DoorWindowTest, RecentFilesAreKept) {
    folder.write("reduce.cu",
                 "__global__ void k(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }\n");
    run(as_learner(""), [&](ImGuiTestContext* context, App& app) {
        take_dropped(app.workbench(), (folder.path() / "reduce.cu").string());
        context->Yield(8);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_STR_EQ(app.workbench().settings.last_lesson.c_str(), "");  // a file is not the lesson to go on with
    });
    run(as_learner(""), [&](ImGuiTestContext* context, App& app) {
        IM_CHECK_EQ(app.workbench().state<RecentFiles>().files.size(), 1u);
        IM_CHECK(wait_until(context, [&] { return text_on_screen(context).find("reduce.cu  no mistakes") != std::string::npos; }));
        context->ItemClick(item("recent_0").c_str());
        context->Yield(8);
        IM_CHECK(opened_file(app.workbench()) != nullptr);
    });
}

TEST_F(DoorWindowTest, ControlOAsksForACudaFile) {
    folder.write("work/reduce.cu", "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n");
    folder.write("work/notes.txt", "");
    folder.write("work/inner/scan.cu", "__global__ void k(float* a) { a[threadIdx.x] = 2; }\n");
    run(with_lesson(""), [&](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
        context->Yield(3);
        IM_CHECK(app.state().open_file.open);
        context->ItemInput("//###open_file/##file_path");
        context->KeyCharsReplace((folder.path() / "wo").c_str());
        IM_CHECK(wait_until(context, [&] { return text_on_screen(context).find("work/") != std::string::npos; }));
        context->KeyPress(ImGuiKey_Tab);  // completes the folder, and stays in the field
        IM_CHECK(wait_until(context, [&] { return text_on_screen(context).find("reduce.cu") != std::string::npos; }));
        IM_CHECK(!is_on_screen(context, "notes.txt"));
        keep_picture(context, app, "open_file");
        context->KeyPress(ImGuiKey_DownArrow);  // inner
        context->KeyPress(ImGuiKey_Enter);
        IM_CHECK(wait_until(context, [&] { return text_on_screen(context).find("scan.cu") != std::string::npos; }));
        context->KeyPress(ImGuiKey_DownArrow);
        context->KeyPress(ImGuiKey_Enter);
        context->Yield(6);
        IM_CHECK(bench.lesson != nullptr);
        IM_CHECK(opened_file(bench)->file.path == folder.path() / "work/inner/scan.cu");
        IM_CHECK(!app.state().open_file.open);
    });
}

TEST_F(DoorWindowTest, DevicesAreOneLineWithDetails) {
    run(with_lesson(""), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(shows(context, "Emulator and CPU"));
        context->ItemClick(item("door_devices").c_str());
        context->Yield(2);
        IM_CHECK(app.state().devices_open);
    });
}

TEST_F(DoorWindowTest, InEveryTheme) {
    for (const ThemeName theme : {ThemeName::dark, ThemeName::light, ThemeName::high_contrast}) {
        AppOptions options = with_lesson("");
        options.theme = theme;
        run(options, [this, theme](ImGuiTestContext* context, App& app) {
            Workbench& bench = app.workbench();
            for (const char* id :
                 {"first_kernel", "indexing_1d", "indexing_2d_3d", "guards_and_limits", "float_bits", "mandelbrot"})
                finish(bench, id);
            bench.settings.last_lesson = "grid_stride";
            LessonProgress& progress = bench.lessons.progress["grid_stride"];
            progress.opened = progress.ran = true;
            progress.predictions[bench.lessons.course.find("grid_stride")->predictions.front().id] = 0;
            auto& files = bench.state<RecentFiles>().files;
            for (const char* name : {"reduce.cu", "histogram.cu", "matmul_tiled.cu", "homework.cu"}) {
                folder.write(name, "");
                note_opened(files, folder.path() / name);
            }
            const auto ran = [&](const char* name, int mistakes, int notes, bool edited) {
                const fs::path file = folder.path() / name;
                note_run(files, file,
                         {.changed = *changed_at(file) - (edited ? 1 : 0),
                          .compiles = true,
                          .mistakes = mistakes,
                          .notes = notes,
                          .exit_code = 0});
            };
            ran("homework.cu", 1, 2, false);
            ran("matmul_tiled.cu", 0, 0, false);
            ran("histogram.cu", 0, 0, true);
            IM_CHECK(wait_until(context, [&] { return text_on_screen(context).find("1 mistake, 2 notes") != std::string::npos; }));
            wait_for_runs(context, app);
            keep_picture(context, app, std::string("door_") + name_of(theme));
        });
    }
}

}  // namespace
}  // namespace warpwise::ui
