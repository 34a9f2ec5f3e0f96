// Drives the real window with the Dear ImGui Test Engine: keys and mouse go in, the workbench's state comes out. The engine is
// for tests only and never shipped.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <functional>
#include <memory>
#include <string>

#include "ui/app.h"

namespace warpwise::ui {

// The steps of a test run as a coroutine beside the frames.
using Steps = std::function<void(ImGuiTestContext*, App&)>;

class UiTest : public ::testing::TestWithParam<gl::HostKind> {
  protected:
    // Opens the window of `options` on the parameter's host and runs the steps; skips where the host cannot draw here.
    void run(AppOptions options, const Steps& steps);

    // An isolated window of the usual size with the lesson open.
    AppOptions with_lesson(const std::string& lesson) const;
};

// Frames until nothing runs; call from steps.
void wait_for_runs(ImGuiTestContext*, App&);

}  // namespace warpwise::ui
