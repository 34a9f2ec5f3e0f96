// The timings: by phase, by sample, or live. What is measured here, what was recorded elsewhere and what was not timed can be
// told apart in each.
#include <imgui.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/timing/frame_costs_view.h"
#include "ui/timing/panels.h"
#include "ui/timing/shown_scenes.h"
#include "ui/timing/timings_draw.h"
#include "ui/timing/timings_state.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostBars = 64;

std::vector<TimingRow> rows_of(const Workbench& wb) {
    // what the GPU is compared with comes first, what has no time last
    const auto place = [](const DeviceId& id) {
        const DeviceTraits& traits = traits_of(id);
        return std::pair(!traits.has_times ? 3 : traits.is_recorded ? 2 : traits.runs_routines() ? 0 : 1, id);
    };
    std::set<DeviceId> shown(wb.results.under_way.begin(), wb.results.under_way.end());  // in their places: none moves another
    for (const auto& [id, runs] : wb.results.runs)
        if (runs.latest) shown.insert(id);
    // before the first run the chosen devices have their rows already: the run fills them and moves nothing
    const bool none_ran = shown.empty();
    if (none_ran)
        for (const DeviceId& id : wb.draft.run_on)
            if (wb.has_form(id.kind)) shown.insert(id);
    std::vector<DeviceId> order(shown.begin(), shown.end());
    std::ranges::sort(order, {}, place);
    std::vector<TimingRow> rows;
    for (const DeviceId& id : order) {
        const auto found = wb.results.runs.find(id);
        if (found == wb.results.runs.end() || !found->second.latest) {
            const auto known = std::ranges::find(wb.devices.present, id, [](const DeviceInfo& device) { return device.id(); });
            rows.push_back(pending_row(
                known != wb.devices.present.end() ? *known : DeviceInfo{id.kind, name_of(id), {}, id.ordinal}, !none_ran));
            continue;
        }
        const DeviceRuns& runs = found->second;
        std::vector<const RunRecord*> records;
        for (const RunRecord& record : runs.history) records.push_back(&record);
        // whether the newest run is in the history too is the keeper's choice; it must count once
        const RunRecord& latest = *runs.latest;
        if (records.empty() || records.back()->date != latest.date || records.back()->outputs != latest.outputs)
            records.push_back(&latest);
        if (records.size() > kMostBars) records.erase(records.begin(), records.end() - static_cast<std::ptrdiff_t>(kMostBars));
        rows.push_back(timing_row(id, records));
    }
    for (const RecordedRun& run : wb.recordings.of_draft) {
        rows.push_back(timing_row(run.record->device.id(), {&run.record, 1}));
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
    state.with_first = state.logarithmic = false;  // whatever the lesson before had
    state.face = has_picture(*wb.lesson) ? TimingsFace::frame : TimingsFace::phases;
    state.logarithmic = true;
    const auto view = std::ranges::find(wb.lesson->views, "timings", &ViewSpec::kind);
    if (view == wb.lesson->views.end()) return;
    const auto option = [&](const char* name) {
        const auto found = view->options.find(name);
        return found != view->options.end() ? found->second : std::string();
    };
    if (option("face") == "samples") state.face = TimingsFace::samples;
    state.with_first = option("first_run") == "1";
    state.logarithmic = option("axis") != "linear";
}

void face_buttons(Workbench& wb) {
    struct Face {
        TimingsFace face;
        const char *name, *help;
    };
    static constexpr Face all[] = {
        {TimingsFace::frame, "Frame", "What a frame of the picture costs on each path to the screen"},
        {TimingsFace::phases, "Phases", "Where the time goes: compiling, loading, copies, the kernel"},
        {TimingsFace::samples, "Samples", "Every sample of the kernel, with median, spread and rates"},
        {TimingsFace::live, "Live", "Runs again and again, up to ten times a second, and draws the times as they come"}};
    const std::size_t first = has_picture(*wb.lesson) ? 0 : 1;
    std::vector<std::string> names, help;
    for (std::size_t i = first; i < std::size(all); ++i) names.emplace_back(all[i].name), help.emplace_back(all[i].help);
    int face = static_cast<int>(std::ranges::find(all, wb.state<TimingsState>().face, &Face::face) - all) - static_cast<int>(first);
    if (segmented(wb.look, "##timings_face", names, face, help))
        wb.state<TimingsState>().face = all[static_cast<std::size_t>(face) + first].face;
}

float axis_width() { return button_width("Linear") + button_width("Log") + ImGui::GetStyle().ItemSpacing.x; }

void axis_choice(Workbench& wb) {
    TimingsState& state = wb.state<TimingsState>();
    const std::string names[] = {"Linear", "Log"};
    int axis = state.logarithmic ? 1 : 0;
    const std::string help[] = {"Phases stacked from zero: lengths add up to the whole time",
                                "One row per phase: short and long times can both be read, but lengths do not add up"};
    if (segmented(wb.look, "##timings_axis", names, axis, help)) state.logarithmic = axis == 1;
}

void copy_button(Workbench& wb) {
    if (quiet_button(wb.look, "Copy CSV")) copy_csv(wb);
}

void first_run_box(Workbench& wb) {
    TimingsState& state = wb.state<TimingsState>();
    ImGui::Checkbox("First run##timings", &state.with_first);
    explain(
        wb.look,
        "Shows the first run above the later ones. It pays for what happens once: compiling the kernel, loading it, memory that "
        "is touched for the first time.");
}

// Behind a button, where the row has no room: two rows would leave less for the times.
void more_tools(Workbench& wb, bool with_box) {
    if (icon_button(wb.look, "timing_options", icon::kGear, "Axis and CSV")) ImGui::OpenPopup("##timing_options");
    if (!ImGui::BeginPopup("##timing_options")) return;
    {
        const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::kSmall));
        ImGui::Dummy({axis_width(), 0});  // the choices would wrap at the width that they give the pop-up
        axis_choice(wb);
        if (with_box) first_run_box(wb);
        copy_button(wb);
    }
    ImGui::EndPopup();
}

void phase_tools(Workbench& wb) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float first_run = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize("First run").x;
    const float axis = axis_width(), copy = button_width("Copy CSV"), sign = button_width(icon::kCopy);
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const float room = right - ImGui::GetItemRectMax().x - 3 * style.ItemSpacing.x - first_run;
    if (room + style.ItemSpacing.x < sign) {  // neither the axis nor the box has room beside the faces
        place_beside(sign);
        return more_tools(wb, true);
    }
    if (room >= axis + sign) {
        place_beside(axis);
        axis_choice(wb);
    }
    place_beside(first_run);
    first_run_box(wb);
    place_beside(sign);
    if (room >= axis + copy)
        copy_button(wb);
    else if (room < axis + sign)
        more_tools(wb, false);
    else if (icon_button(wb.look, "timings_csv", icon::kCopy, "Copy CSV"))
        copy_csv(wb);
}

void draw_toolbar(Workbench& wb) {
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::kSmall));
    face_buttons(wb);
    const TimingsFace face = wb.state<TimingsState>().face;
    if (face == TimingsFace::phases) return phase_tools(wb);
    if (face == TimingsFace::live || face == TimingsFace::frame) return;
    place_beside(button_width("Copy CSV"));
    copy_button(wb);
}

}  // namespace

void timings_panel(Workbench& wb) {
    const Look& look = wb.look;
    if (!wb.lesson) return empty_state(look, "No lesson is open", "Open one from the course; then every run's times appear here.");
    const IdScope id("timings");
    begin_lesson(wb);
    const std::vector<TimingRow> rows = rows_of(wb);
    draw_toolbar(wb);
    if (rows.empty() && wb.state<TimingsState>().face != TimingsFace::live && wb.state<TimingsState>().face != TimingsFace::frame)
        return empty_state(look, "No device is chosen", "Tick one in the launch panel: each has a row, with its time by phase.");
    switch (wb.state<TimingsState>().face) {
        case TimingsFace::frame: return frame_costs_view(wb);
        case TimingsFace::phases: return timing_phases(wb, rows);
        case TimingsFace::samples: return timing_samples(wb, rows);
        case TimingsFace::live: return timing_live(wb);
    }
}

TimingsScene shown_timings(Workbench& wb) {
    if (!wb.lesson) return {};
    begin_lesson(wb);
    const TimingsState& state = wb.state<TimingsState>();
    std::vector<TimingRow> rows = rows_of(wb);
    if (std::ranges::all_of(rows, &TimingRow::pending)) rows.clear();  // a figure without a run has nothing to show
    return {std::move(rows), state.logarithmic, state.with_first};
}

}  // namespace warpwise::ui
