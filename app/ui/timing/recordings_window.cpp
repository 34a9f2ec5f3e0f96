#include "ui/timing/recordings_window.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "base/number_text.h"
#include "ui/kit/widgets.h"
#include "ui/timing/device_look.h"
#include "ui/timing/recordings_shown.h"

namespace warpwise::ui {

namespace {

void begin_dialog(Workbench& bench) {
    RecordingsWindowState& state = bench.state<RecordingsWindowState>();
    if (bench.has_desktop) state.dialog = ask_for_files("Open a recording", {"Recordings (*.json)", "*.json", "All files", "*"});
    if (!state.dialog) state.open = state.focus_field = true;
}

void take_dialog(Workbench& bench) {
    std::unique_ptr<DesktopDialog>& dialog = bench.state<RecordingsWindowState>().dialog;
    if (!dialog || !dialog->done()) return;
    for (const std::string& file : dialog->chosen()) bench.post(ask::OpenRecording{file});
    dialog.reset();
}

std::size_t runs_of_lesson(const Workbench& bench, const Recording& recording) {
    if (bench.lesson == nullptr) return 0;
    return static_cast<std::size_t>(std::ranges::count(recording.records, bench.lesson->id, &RunRecord::lesson));
}

void recording_row(Workbench& bench, std::size_t index) {
    const Look& look = bench.look;
    const Recording& recording = bench.recordings.all.files[index];
    const IdScope id(static_cast<int>(index));
    bool shown = !bench.recordings.hidden.contains(recording.file);
    const ColourScope mark(
        {{ImGuiCol_CheckMark, recorded_colour(look.theme, index,
                                              recording.shown_devices().empty() ? DeviceId(kind_that(&DeviceTraits::is_gpu))
                                                                                : recording.shown_devices().front())}});
    if (ImGui::Checkbox(fmt::format("{}###shown", recording.title()).c_str(), &shown)) {
        if (shown)
            bench.recordings.hidden.erase(recording.file);
        else
            bench.recordings.hidden.insert(recording.file);
        bench.post(ask::ShowRecordings{});
    }
    explain(look, "Shown dashed in the timings and the sweep, for exactly the values that were recorded");
    muted_text(look, fmt::format("{} runs{}. {}", with_separators(recording.records.size()),
                                 bench.lesson == nullptr
                                     ? ""
                                     : fmt::format(", {} of this lesson", with_separators(runs_of_lesson(bench, recording))),
                                 is_shipped(recording.file) ? "Comes with Warpwise" : recording.file.string()));
    if (is_shipped(recording.file)) return;
    if (!is_kept(recording.file)) {
        if (quiet_button(look, "Keep", bench.keeps_files)) bench.post(ask::KeepRecording{recording.file});
        explain(look, "Copies it to your own recordings: every later start shows it");
        ImGui::SameLine();
    }
    if (quiet_button(look, "Close")) bench.post(ask::CloseRecording{recording.file});
    explain(look, is_kept(recording.file) ? "Hides it until the next start; delete the file to remove it"
                                          : "Hides it; the file stays where it is");
}

void path_row(Workbench& bench) {
    RecordingsWindowState& state = bench.state<RecordingsWindowState>();
    const Look& look = bench.look;
    if (std::exchange(state.focus_field, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-look.px(90));
    const bool entered = ImGui::InputTextWithHint("##recording_path", "A file that warpwise record wrote, or drop it on the window",
                                                  &state.path, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    const bool pressed = quiet_button(look, "Open###open_recording", !state.path.empty(), look.px(80));
    if ((entered || pressed) && !state.path.empty()) bench.post(ask::OpenRecording{std::exchange(state.path, {})});
}

}  // namespace

void recordings_window(Workbench& bench) {
    RecordingsWindowState& state = bench.state<RecordingsWindowState>();
    if (std::exchange(state.ask_for_file, false)) begin_dialog(bench);
    take_dialog(bench);
    if (!state.open) return;
    const Look& look = bench.look;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(620), viewport.Size.x * 0.9f), 0});
    if (begin_overlay(look, "Recordings###recordings", &state.open)) {
        muted_text(look,
                   "Times that were measured on another machine, or on this one earlier. Values in between are not interpolated.");
        ImGui::Dummy({0, look.px(4)});
        for (std::size_t i = 0; i < bench.recordings.all.files.size(); ++i) recording_row(bench, i);
        section_label(look, "Open another");
        path_row(bench);
    }
    ImGui::End();
}

}  // namespace warpwise::ui
