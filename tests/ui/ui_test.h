// Drives the real window with the Dear ImGui Test Engine: keys and mouse go in, the workbench's state comes out. The engine is
// for tests only and never shipped.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "ui/shell/app.h"
#include "unit/lesson_folder.h"

namespace warpwise::ui {

// The steps of a test run as a coroutine beside the frames.
using Steps = std::function<void(ImGuiTestContext*, App&)>;

// A home of its own for the length of a test: settings, progress, exercises and pictures go there.
class TemporaryHome {
  public:
    TemporaryHome();
    ~TemporaryHome();
    TemporaryHome(const TemporaryHome&) = delete;
    TemporaryHome& operator=(const TemporaryHome&) = delete;

    const std::filesystem::path& path() const { return folder_.path(); }
    std::filesystem::path config() const { return path() / "config" / "warpwise"; }
    std::filesystem::path data() const { return path() / "data" / "warpwise"; }
    void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  private:
    test::TemporaryFolder folder_;
};

class WindowTest : public ::testing::Test {
  protected:
    // Opens the window of `options` on their host and runs the steps; skips where the host cannot draw here.
    void run(const AppOptions& options, const Steps& steps);

    // An isolated window of the usual size with the lesson open; "": the welcome page.
    static AppOptions with_lesson(const std::string& lesson, gl::HostKind host = gl::HostKind::null);
    // The same, reading and writing files as the learner's window does, in `home`.
    static AppOptions as_learner(const std::string& lesson);

    TemporaryHome home;
};

// On both hosts that need no screen.
class UiTest : public WindowTest, public ::testing::WithParamInterface<gl::HostKind> {
  protected:
    void run(AppOptions options, const Steps& steps);
};

// Where the environment variable WARPWISE_TEST_PICTURES names a folder, windows draw, and this saves the next frame there as
// NAME.png, for people to look at; else it does nothing.
void keep_picture(ImGuiTestContext*, App&, const std::string& name);
bool keeps_pictures();
// Frames until nothing runs; call from steps.
void wait_for_runs(ImGuiTestContext*, App&);
// The course and the recordings, read once for all tests of a process: that takes longer than the steps of most tests. Null where a
// test has data of its own.
std::shared_ptr<const ShippedData> shipped_data();
// Frames until `done`; false when that takes longer than ten seconds.
bool wait_until(ImGuiTestContext*, const std::function<bool()>& done);
// All text of one frame that is not clipped away, as Dear ImGui logs it: what stands in prose, cards and controls, without what
// views draw by hand.
std::string text_on_screen(ImGuiTestContext*);
// Whether the words of `text` are on the screen, wherever their lines break.
bool shows(ImGuiTestContext*, const std::string& text);  // false is a failure of the test
bool lacks(ImGuiTestContext*, const std::string& text);  // false is one too
bool is_on_screen(ImGuiTestContext*, const std::string& text);
bool has_message(const Workbench&, const std::string& text);  // whether a message, shown or not, has the text in it
// Puts `text` in place of what the source panel's editor shows, by click, select all and paste.
void replace_source(ImGuiTestContext*, App&, const std::string& text);

}  // namespace warpwise::ui
