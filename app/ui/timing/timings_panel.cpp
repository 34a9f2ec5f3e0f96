// The timings: by phase, by sample, or live. What is measured here, what was recorded elsewhere and what nobody timed are told
// apart in each.
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/timing/panels.h"
#include "ui/timing/shown_scenes.h"
#include "ui/timing/timings_draw.h"
#include "ui/timing/timings_state.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t most_bars = 64;

std::vector<TimingRow> rows_of(const Workbench& wb) {
    constexpr DeviceKind order[] = {DeviceKind::cpu_serial,  DeviceKind::cpu_vector, DeviceKind::cpu_threads,
                                    DeviceKind::cpu_library, DeviceKind::cuda,       DeviceKind::recorded,
                                    DeviceKind::emulated};
    std::vector<TimingRow> rows;
    for (const DeviceKind kind : order) {
        const auto found = wb.results.runs.find(kind);
        if (found == wb.results.runs.end() || !found->second.latest) continue;
        std::vector<const RunRecord*> records;
        for (const RunRecord& record : found->second.history) records.push_back(&record);
        // whether the newest run is in the history too is the keeper's choice; it must count once
        const RunRecord& latest = *found->second.latest;
        if (records.empty() || records.back()->date != latest.date || records.back()->outputs != latest.outputs)
            records.push_back(&latest);
        if (records.size() > most_bars) records.erase(records.begin(), records.end() - static_cast<std::ptrdiff_t>(most_bars));
        rows.push_back(timing_row(kind, records));
    }
    for (const RecordedRun& run : wb.recordings.of_draft) {
        rows.push_back(timing_row(run.record->device.kind, {&run.record, 1}));
        rows.back().recording = run.recording;
    }
    return rows;
}

void copy_csv(const Workbench& wb) {
    std::vector<RunRecord> records;
    for (const auto& [kind, runs] : wb.results.runs)
        if (runs.latest) records.push_back(*runs.latest);
    for (const RecordedRun& run : wb.recordings.of_draft) records.push_back(*run.record);
    ImGui::SetClipboardText(to_csv(records).c_str());
}

// A lesson may begin with the samples, or with the first run: options of its view.
void begin_lesson(Workbench& wb) {
    TimingsState& state = wb.state<TimingsState>();
    if (std::exchange(state.lesson, wb.lesson->id) == wb.lesson->id) return;
    const auto view = std::ranges::find(wb.lesson->views, "timings", &ViewSpec::kind);
    if (view == wb.lesson->views.end()) return;
    const auto option = [&](const char* name) {
        const auto found = view->options.find(name);
        return found != view->options.end() ? found->second : std::string();
    };
    state.face = option("face") == "samples" ? TimingsFace::samples : TimingsFace::phases;
    state.with_first = option("first_run") == "1";
    state.logarithmic = option("axis") == "log";
}

void face_buttons(Workbench& wb) {
    const std::string names[] = {"Phases", "Samples", "Live"};
    const std::string help[] = {"Where the time goes: compiling, loading, copies, the kernel",
                                "Every sample of the kernel, with median, spread and rates",
                                "Runs again and again, up to ten times a second, and draws the times as they come"};
    int face = static_cast<int>(wb.state<TimingsState>().face);
    if (segmented(wb.look, "##timings_face", names, face, help)) wb.state<TimingsState>().face = static_cast<TimingsFace>(face);
}

void phase_tools(Workbench& wb) {
    TimingsState& state = wb.state<TimingsState>();
    const std::string names[] = {"Linear", "Log"};
    int axis = state.logarithmic ? 1 : 0;
    place_beside(button_width("Linear") + button_width("Log"));
    if (segmented(wb.look, "##timings_axis", names, axis)) state.logarithmic = axis == 1;
    place_beside(button_width("First run") + ImGui::GetFrameHeight());
    ImGui::Checkbox("First run##timings", &state.with_first);
    explain(
        wb.look,
        "Shows the first run above the later ones. It pays for what happens once: compiling the kernel, loading it, memory that "
        "nobody has touched yet.");
}

void draw_toolbar(Workbench& wb) {
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::small));
    face_buttons(wb);
    if (wb.state<TimingsState>().face == TimingsFace::phases) phase_tools(wb);
    if (wb.state<TimingsState>().face == TimingsFace::live) return;
    place_beside(button_width("Copy CSV"));
    if (quiet_button(wb.look, "Copy CSV")) copy_csv(wb);
}

}  // namespace

void timings_panel(Workbench& wb) {
    const Look& look = wb.look;
    if (!wb.lesson) return empty_state(look, "No lesson is open", "Open one from the course; then every run's times appear here.");
    const IdScope id("timings");
    begin_lesson(wb);
    const std::vector<TimingRow> rows = rows_of(wb);
    if (rows.empty() && wb.state<TimingsState>().face != TimingsFace::live)
        return empty_state(look, "No run yet", "Press Run (F5): each device gets a row, with its time by phase.");
    draw_toolbar(wb);
    switch (wb.state<TimingsState>().face) {
        case TimingsFace::phases: return timing_phases(wb, rows);
        case TimingsFace::samples: return timing_samples(wb, rows);
        case TimingsFace::live: return timing_live(wb);
    }
}

TimingsScene shown_timings(Workbench& wb) {
    if (!wb.lesson) return {};
    begin_lesson(wb);
    const TimingsState& state = wb.state<TimingsState>();
    return {rows_of(wb), state.logarithmic, state.with_first};
}

}  // namespace warpwise::ui
