// The timeline: one row per stream, its copies and kernels as they ran, the chunk's number in each. Scroll to zoom; drag to pan.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/escape.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/timing/panels.h"
#include "ui/timing/shown_scenes.h"
#include "ui/timing/timeline_layout.h"
#include "ui/timing/timeline_state.h"
#include "ui/timing/timings_draw.h"

namespace warpwise::ui {
namespace {

// Ids of the parameters in which they differ; of both.
std::vector<std::string> differing_values(const ParameterValues& a, const ParameterValues& b) {
    std::vector<std::string> ids;
    for (const auto& [id, value] : a)
        if (const auto other = b.find(id); other != b.end() && text_of(other->second) != text_of(value)) ids.push_back(id);
    return ids;
}

void draw_operation(ImDrawList& list, const Look& look, const std::string& operation, ImVec2 a, ImVec2 b) {
    draw_phase(list, look, operation, look.theme.series[3], a, b);
}

// What was measured here goes before what was recorded elsewhere.
const RunRecord* shown_record(const Workbench& wb) {
    for (const auto& [device, runs] : wb.results.runs)
        if (runs.latest && !runs.latest->timeline.empty()) return &*runs.latest;
    for (const RecordedRun& run : wb.recordings.of_draft)
        if (!run.record->timeline.empty()) return run.record;
    return nullptr;
}

bool is_recorded_timeline(const RunRecord& record) { return record.timeline_source == "recorded"; }

struct Canvas {
    ImVec2 min, max;  // of the rows
    float label = 0, row = 0;
    TimeWindow window;

    float x_of(double ms) const { return min.x + (max.x - min.x) * static_cast<float>((ms - window.begin_ms) / window.length()); }
    double ms_at(float x) const { return window.begin_ms + window.length() * static_cast<double>((x - min.x) / (max.x - min.x)); }
};

// Another run starts with all of it in sight.
TimeWindow current_window(TimelineState& state, const RunRecord& record, const TimeWindow& whole) {
    const std::string run = fmt::format("{} {} {} {}", record.device.name, record.date, record.wall_s, record.kernel);
    if (state.run != run) state = {.run = run};
    if (!(state.end_ms > state.begin_ms)) return whole;
    return panned({state.begin_ms, state.end_ms}, whole, 0);
}

void draw_axis(ImDrawList& list, const Look& look, const Canvas& canvas) {
    const int most = std::max(2, static_cast<int>((canvas.max.x - canvas.min.x) / look.px(80)));
    const auto ticks = linear_ticks(canvas.window.length(), most);
    const double step = ticks.size() > 1 ? ticks[1] : canvas.window.length();
    for (double at = std::ceil(canvas.window.begin_ms / step - 1e-9) * step; at <= canvas.window.end_ms + step * 1e-9; at += step) {
        const float x = std::floor(canvas.x_of(at));
        list.AddRectFilled({x, canvas.min.y}, {x + 1, canvas.max.y}, mix(look.theme.panel, look.theme.line, 0.6f));
        const float align = x < canvas.min.x + look.px(10) ? 0.0f : x > canvas.max.x - look.px(20) ? 1.0f : 0.5f;
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {x, canvas.max.y + look.px(3)}, look.theme.muted,
                 std::abs(at) < step * 1e-6 ? "0" : short_duration(at), align);
    }
}

const StreamSpan* draw_spans(ImDrawList& list, const Look& look, const Canvas& canvas, const RunRecord& record) {
    const std::vector<int> streams = streams_of(record.timeline);
    const ImVec2 mouse = ImGui::GetMousePos();
    const StreamSpan* hovered = nullptr;
    const bool recorded = is_recorded_timeline(record);
    list.PushClipRect({canvas.min.x, canvas.min.y}, {canvas.max.x + 1, canvas.max.y}, true);
    for (const StreamSpan& span : record.timeline) {
        const auto row = static_cast<float>(std::ranges::find(streams, span.stream) - streams.begin());
        const ImVec2 a{canvas.x_of(span.begin_ms), canvas.min.y + row * canvas.row + look.px(3)};
        const ImVec2 b{std::max(a.x + 1, canvas.x_of(span.end_ms)), canvas.min.y + (row + 1) * canvas.row - look.px(3)};
        if (b.x < canvas.min.x || a.x > canvas.max.x) continue;
        draw_operation(list, look, span.operation, a, b);
        if (recorded) draw_dashed_frame(list, a, b, look.theme.text, look.px(3), look.px(1));
        const std::string number = std::to_string(span.chunk);
        const float size = look.px(Fonts::kSmall), width = text_width(look.fonts.semibold, size, number);
        if (b.x - a.x > width + look.px(8)) {
            const ImVec2 at{(std::max(a.x, canvas.min.x) + std::min(b.x, canvas.max.x)) / 2, (a.y + b.y - size) / 2 - look.px(1)};
            list.AddRectFilled({at.x - width / 2 - look.px(3), at.y - look.px(1)},
                               {at.x + width / 2 + look.px(3), at.y + size + look.px(2)}, with_alpha(look.theme.panel, 0.85f),
                               look.px(3));
            put_text(list, look.fonts.semibold, size, at, look.theme.text, number, 0.5f);
        }
        if (mouse.x >= a.x && mouse.x < b.x && mouse.y >= a.y && mouse.y < b.y) hovered = &span;
    }
    list.PopClipRect();
    return hovered;
}

void draw_labels(ImDrawList& list, const Look& look, const Canvas& canvas, const RunRecord& record) {
    const std::vector<int> streams = streams_of(record.timeline);
    for (std::size_t row = 0; row < streams.size(); ++row) {
        const float y = canvas.min.y + static_cast<float>(row) * canvas.row;
        if (row > 0) list.AddLine({canvas.min.x, y}, {canvas.max.x, y}, mix(look.theme.panel, look.theme.line, 0.6f));
        put_text(list, look.fonts.semibold, look.px(Fonts::kSmall), {canvas.min.x - look.px(10), y + canvas.row / 2 - look.px(8)},
                 look.theme.text, fmt::format("stream {}", streams[row]), 1);
    }
}

constexpr float kLegendLine = 18;  // unscaled
constexpr const char* kOfNumbers = "the number is the chunk";

// The second line is for words that have no room behind the boxes.
bool legend_has_two_lines(const Look& look, float width) {
    const auto wide = [&](const std::string& text) { return text_width(look.fonts.regular, look.px(Fonts::kSmall), text); };
    float used = wide(kOfNumbers);
    for (const char* operation : {"copy_in", "kernel", "copy_out"}) used += look.px(40) + wide(operation_label(operation));
    return used > width;
}

void draw_legend(ImDrawList& list, const Look& look, ImVec2 at, bool two_lines) {
    float x = at.x;
    for (const char* operation : {"copy_in", "kernel", "copy_out"}) {
        const std::string label = operation_label(operation);
        draw_operation(list, look, operation, {x, at.y + look.px(1)}, {x + look.px(18), at.y + look.px(15)});
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {x + look.px(24), at.y}, look.theme.muted, label);
        x += look.px(40) + text_width(look.fonts.regular, look.px(Fonts::kSmall), label);
    }
    put_text(list, look.fonts.regular, look.px(Fonts::kSmall),
             two_lines ? ImVec2{at.x, at.y + look.px(kLegendLine)} : ImVec2{x, at.y}, look.theme.muted, kOfNumbers);
}

void store(TimelineState& state, const TimeWindow& window) { state.begin_ms = window.begin_ms, state.end_ms = window.end_ms; }

// Wheel, drag, double click; arrows and plus and minus where the keyboard has the view.
void move_window(Workbench& wb, const Canvas& canvas, const TimeWindow& whole) {
    TimelineState& state = wb.state<TimelineState>();
    const ImGuiIO& io = ImGui::GetIO();
    const double at = std::clamp(canvas.ms_at(io.MousePos.x), canvas.window.begin_ms, canvas.window.end_ms);
    if (ImGui::IsItemHovered() && io.MouseWheel != 0)
        store(state, zoomed(canvas.window, whole, at, std::pow(0.8, static_cast<double>(io.MouseWheel))));
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))
        store(state, panned(canvas.window, whole, canvas.ms_at(io.MousePos.x - io.MouseDelta.x) - canvas.ms_at(io.MousePos.x)));
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) store(state, whole);
    if (!ImGui::IsItemFocused()) return;
    const double middle = (canvas.window.begin_ms + canvas.window.end_ms) / 2, step = canvas.window.length() / 10;
    if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) store(state, zoomed(canvas.window, whole, middle, 0.8));
    if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) store(state, zoomed(canvas.window, whole, middle, 1.25));
    if (ImGui::IsKeyPressed(ImGuiKey_Home)) store(state, panned(canvas.window, whole, -step));
    if (ImGui::IsKeyPressed(ImGuiKey_End)) store(state, panned(canvas.window, whole, step));
}

void copy_csv(const RunRecord& record) {
    std::string csv = "device,date,source,stream,chunk,operation,begin_ms,end_ms\n";
    for (const StreamSpan& span : record.timeline)
        csv += fmt::format("{},{},{},{},{},{},{},{}\n", csv_quoted(record.device.name), csv_field(record.date),
                           is_recorded_timeline(record) ? "recorded" : "measured", span.stream, span.chunk,
                           csv_field(span.operation), span.begin_ms, span.end_ms);
    ImGui::SetClipboardText(csv.c_str());
}

void draw_timeline_toolbar(Workbench& wb, const RunRecord& record) {
    const Look& look = wb.look;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    if (quiet_button(look, "Whole run##timeline", wb.state<TimelineState>().end_ms > 0)) wb.state<TimelineState>().end_ms = 0;
    explain(look,
            "Scroll to zoom; drag to pan; double-click to show all of it again. Page Up and Page Down, Home and End do the same.");
    place_beside(button_width("Copy CSV"));
    if (quiet_button(look, "Copy CSV##timeline")) copy_csv(record);
    const std::string source = is_recorded_timeline(record)
                                   ? fmt::format("Recorded on {}, {}. ", record.device.name, record.date.substr(0, 10))
                                   : fmt::format("Measured here, {}. ", record.device.name);
    const std::string text = source + overlap_text(overlap_of(record.timeline));
    place_beside(text_width(look.fonts.regular, look.px(Fonts::kSmall), text));
    ImGui::AlignTextToFramePadding();
    text_in(look, look.theme.text, text);
    explain(look,
            "One run, from the start of its first operation to the end of its last. Timings show the median of several runs and "
            "include the time to start them.");
}

void draw_canvas(Workbench& wb, const RunRecord& record) {
    const Look& look = wb.look;
    const TimeWindow whole = whole_of(record.timeline);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    Canvas canvas;
    canvas.label = look.px(76);
    canvas.window = current_window(wb.state<TimelineState>(), record, whole);
    const auto rows = static_cast<float>(std::max<std::size_t>(1, streams_of(record.timeline).size()));
    const bool two_lines = legend_has_two_lines(look, room.x - look.px(6) - canvas.label);
    const float more = two_lines ? look.px(kLegendLine) : 0, space = std::max(look.px(24), room.y - look.px(58) - more);
    canvas.row = std::clamp(space / rows, look.px(20), look.px(56));
    canvas.min = {at.x + canvas.label, at.y};
    canvas.max = {at.x + std::max(room.x - look.px(6), canvas.label + look.px(60)), at.y + canvas.row * rows};
    ImGui::InvisibleButton("##timeline_canvas", {canvas.max.x - at.x, canvas.max.y - at.y}, ImGuiButtonFlags_EnableNav);
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    move_window(wb, canvas, whole);
    canvas.window = current_window(wb.state<TimelineState>(), record, whole);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_axis(list, look, canvas);
    draw_labels(list, look, canvas, record);
    const StreamSpan* hovered = draw_spans(list, look, canvas, record);
    if (hovered != nullptr && ImGui::IsItemHovered())
        text_tooltip(look, fmt::format("{} of chunk {} on stream {}\nbegins {}, ends {}: {}", operation_label(hovered->operation),
                                       hovered->chunk, hovered->stream, short_duration(hovered->begin_ms),
                                       short_duration(hovered->end_ms), short_duration(hovered->end_ms - hovered->begin_ms)));
    draw_legend(list, look, {canvas.min.x, canvas.max.y + look.px(24)}, two_lines);
    ImGui::Dummy({room.x, look.px(42) + more});
}

bool has_timeline(const RunRecord& record) { return !record.timeline.empty(); }

// The recorded run of this kernel that differs from the draft in the fewest values; null: there is none.
const RunRecord* nearest_recorded(const Workbench& wb) {
    const RunRecord* nearest = nullptr;
    std::size_t fewest = 0;
    for (const Recording& recording : wb.recordings.all.files) {
        if (wb.recordings.hidden.contains(recording.file)) continue;
        for (const RunRecord& record : recording.records) {
            if (record.lesson != wb.lesson->id || record.request.kernel != wb.draft.request.kernel || !has_timeline(record))
                continue;
            const std::size_t differ = differing_values(record.request.parameters, wb.draft.request.parameters).size();
            if (nearest == nullptr || differ < fewest) nearest = &record, fewest = differ;
        }
    }
    return nearest;
}

// "chunks = 8"
std::string values_text(const ParameterValues& values, const std::vector<std::string>& ids) {
    std::string text;
    for (const std::string& id : ids) text += (text.empty() ? "" : ", ") + fmt::format("{} = {}", id, text_of(values.at(id)));
    return text;
}

// These values were never recorded: says so, and which ones were.
void offer_recorded(Workbench& wb, const RunRecord& record) {
    const Look& look = wb.look;
    const std::vector<std::string> ids = differing_values(record.request.parameters, wb.draft.request.parameters);
    text_in(
        look, look.theme.text,
        fmt::format("{} was not recorded, and there is no GPU here to measure it.", values_text(wb.draft.request.parameters, ids)));
    muted_text(look, fmt::format("The nearest recorded run is with {}, on {}.", values_text(record.request.parameters, ids),
                                 record.device.name));
    if (quiet_button(look, fmt::format("Show {}###show_recorded", values_text(record.request.parameters, ids)).c_str())) {
        wb.draft.request.parameters = record.request.parameters;
        wb.post(ask::TakeDraft{});
    }
}

}  // namespace

void timeline_panel(Workbench& wb) {
    const Look& look = wb.look;
    if (!wb.lesson) return empty_state(look, "No lesson is open", "Open one from the course; then its streams appear here.");
    const IdScope id("timeline");
    if (const RunRecord* record = shown_record(wb)) {
        draw_timeline_toolbar(wb, *record);
        if (ImGui::BeginChild("##timeline_rows", {0, 0}, ImGuiChildFlags_NavFlattened)) draw_canvas(wb, *record);
        ImGui::EndChild();
        return;
    }
    if (wb.results.latest_that(&DeviceTraits::has_streams) != nullptr)
        return empty_state(look, "This run had no streams to show",
                           "It was one copy in, one kernel and one copy out. Choose more than one chunk and run again.");
    const bool has_gpu = std::ranges::any_of(wb.devices.present, [](const DeviceInfo& d) { return traits_of(d.kind).has_streams; });
    if (const RunRecord* record = has_gpu || wb.own_text() != nullptr ? nullptr : nearest_recorded(wb))
        return offer_recorded(wb, *record);
    empty_state(look, "No timeline",
                wb.devices.cuda_missing.empty()
                    ? "Run on the GPU (F5) with more than one chunk: each stream gets a row of its copies and kernels."
                    : "Streams overlap only on a GPU. There is none here, and these values were not recorded. The emulator runs "
                      "the whole job in one launch and has no times.");
}

TimelineScene shown_timeline(const Workbench& wb) {
    const RunRecord* record = wb.lesson != nullptr ? shown_record(wb) : nullptr;
    if (record == nullptr) return {};
    return {record->timeline, is_recorded_timeline(*record), record->device.name, record->date};
}

}  // namespace warpwise::ui
