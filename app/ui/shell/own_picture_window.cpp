#include "ui/shell/own_picture_window.h"

#include <imgui.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "ui/kit/desktop_dialog.h"
#include "ui/kit/path_chooser.h"
#include "ui/kit/widgets.h"
#include "ui/picture/own_picture.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

struct PictureChooser {
    PathChooser chooser{{".png"}};
    std::unique_ptr<DesktopDialog> dialog;
    bool open = false;
};

}  // namespace

bool asks_for_picture(const Workbench& bench) { return bench.state<PictureChooser>().dialog != nullptr; }

void own_picture_window(Shell& shell) {
    PictureChooser& state = shell.bench.state<PictureChooser>();
    OwnPictureState& asked = shell.bench.state<OwnPictureState>();
    if (std::exchange(asked.asks, false)) {
        if (shell.bench.has_desktop) state.dialog = ask_for_files("Open a picture", {"PNG pictures", "*.png"});
        if (!state.dialog) {
            state.open = true;
            asked.problem.reset();
            state.chooser.open({});
        }
    }
    if (state.dialog && state.dialog->done()) {
        for (const std::string& file : state.dialog->chosen()) shell.bench.post(ask::UsePicture{file});
        state.dialog.reset();
    }
    if (std::exchange(asked.taken, false)) state.open = false;
    if (!state.open) return;
    const Look& look = shell.bench.look;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(620), viewport.Size.x * 0.9f), 0});
    if (begin_overlay(look, "Open a picture###own_picture", &state.open)) {
        muted_text(
            look,
            "A PNG file, grey or colour. The kernels read it as grey, scaled to the chosen sizes; transparent parts are black.");
        const auto chosen =
            state.chooser.draw(look, {"##picture_path", "A PNG file, or drop it on the window", "Open###open_own_picture"});
        if (chosen) shell.bench.post(ask::UsePicture{*chosen});
        if (asked.problem) text_in(look, look.theme.bad, sentence(asked.problem->message));
        if (asked.problem && !asked.problem->hint.empty()) muted_text(look, asked.problem->hint);
    }
    ImGui::End();
}

}  // namespace warpwise::ui
