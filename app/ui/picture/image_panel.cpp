// An array as a picture: which record is shown, and how the view divides its room between bar, picture, drawer and caption.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "ui/kit/widgets.h"
#include "ui/picture/export_popup.h"
#include "ui/picture/image_before.h"
#include "ui/picture/image_painter.h"
#include "ui/picture/image_state.h"
#include "ui/picture/image_view.h"
#include "ui/picture/panels.h"

namespace warpwise::ui {
namespace {

const Array* array_of(const RunRecord& record, const std::string& name) {
    if (!record.outputs) return nullptr;
    for (const Array& array : *record.outputs)
        if (array.name == name) return &array;
    return nullptr;
}

// What the draft's kernel computed before what a CPU routine did, and either before a frame of another view.
const RunRecord* shown_record(const Workbench& wb, const std::string& array) {
    const RunRecord* other = nullptr;
    const auto& frame = wb.state<ImageState>().frame;
    const auto usable = [&](const RunRecord& r) {
        return r.request.kernel == wb.draft.request.kernel && array_of(r, array) != nullptr;
    };
    const auto place = [](const DeviceId& id) {
        const DeviceTraits& traits = traits_of(id);
        return std::pair(traits.is_gpu ? 0 : traits.runs_kernels ? 1 : traits.wakes_threads ? 2 : traits.is_reference ? 4 : 3, id);
    };
    std::vector<DeviceId> order;
    for (const auto& [device, runs] : wb.results.runs) order.push_back(device);
    std::ranges::sort(order, {}, place);
    for (const DeviceId& device : order) {
        const RunRecord* record = wb.results.latest(device);
        if (record == nullptr || !usable(*record)) continue;
        if (record->request.parameters == wb.draft.request.parameters) return record;
        if (other == nullptr) other = record;
    }
    return frame && usable(*frame) ? &*frame : other;
}

// A picture that no run has brought is asked for, once for each draft: on opening, and for a preset before anything has run.
void ask_for_picture(Workbench& wb, const RunRecord* shown) {
    ImageState& state = wb.state<ImageState>();
    if (shown != nullptr && shown->request.parameters == wb.draft.request.parameters) return;
    const bool run_follows = wb.settings.live_run && wb.results.has_run;
    if (run_follows || wb.results.status.busy || wb.ongoing.gesture || !wb.draft.resolved) return;
    std::string key = wb.lesson->id + "|" + wb.draft.request.kernel;
    for (const auto& [id, value] : wb.draft.request.parameters) key += "|" + text_of(value);
    if (state.asked == key) return;
    state.asked = std::move(key);
    wb.post(ask::RunFrame{frame_device(wb, state.frame_device)});
}

void begin_lesson(ImageState& state, const Workbench& wb, const ImageSpec& spec) {
    auto frame = std::move(state.frame);              // it came with the lesson
    auto player = std::move(state.animation.player);  // whose thread is not waited for here
    auto graphics = std::move(state.graphics);
    const PictureWay way = state.way;
    state = ImageState();
    state.frame = std::move(frame);
    state.animation.player = std::move(player);
    state.graphics = std::move(graphics);
    state.way = way;
    state.lesson = wb.lesson->id;
    state.chosen = spec.pixel;
}

void refresh_map(ImageScene& s) {
    const LaunchFacts launch = launch_facts(s.wb);
    if (launch.facts == nullptr) return;
    const bool same =
        s.state.facts_version == launch.version && s.state.map.width == s.spec.width && s.state.map.height == s.spec.height;
    if (same) return;
    s.state.map = map_pixels(*launch.facts, launch.record, s.spec.width, s.spec.height, s.spec.packed ? 32 : 1);
    s.state.facts_version = launch.version;
    ++s.state.map_version;
}

std::string facts_text(ImageScene& s) {
    std::string text;
    if (s.state.moves) text = transport_of(s.state, s.by_graphics).progress + "   ";
    if (s.is_input) text = fmt::format("{}, before the run   ", s.spec.array);
    if (s.state.frame && s.record == &*s.state.frame && !s.wb.results.has_run) text = "computed ahead: nothing has run yet   ";
    const Dim3 block = s.record->launch.block;
    text += fmt::format("{} × {} {}, blocks of {} × {} threads", s.spec.width, s.spec.height,
                        s.spec.paints_cells ? "cells" : "pixels", block.x, block.y);
    if (s.state.waste) text = fmt::format("Brighter: more of the warp's {} are spent waiting", s.spec.lanes);
    const std::string note = path_note(s.wb, s.state, s.by_graphics);
    return note.empty() ? text : text + "   " + note;
}

std::string hint_text(const ImageScene& s) {
    if (!s.state.moves) return "Click a pixel to inspect it. Scroll to zoom; drag to pan.";
    if (s.state.inspects) return "Click a pixel to inspect it. Scroll to zoom; drag to pan.";
    if (s.spec.paints_cells) return "Click a cell to turn it on or off. Scroll to zoom; drag with the right button to pan.";
    return "Drag to draw. Scroll to zoom; drag with the right button to pan.";
}

void drawer(ImageScene& s, const StageLayout& layout, ImVec2 at) {
    ImGui::SetCursorScreenPos({at.x + static_cast<float>(layout.drawer.x), at.y + static_cast<float>(layout.drawer.y)});
    if (begin_drawer(s.wb.look, "##image_details", layout)) image_details(s);
    ImGui::EndChild();
}

void stage(ImageScene& s) {
    const Look& look = s.wb.look;
    const float foot = caption_height(look);
    ImVec2 room = ImGui::GetContentRegionAvail();
    const StageLayout layout = stage_layout({.width = static_cast<double>(room.x),
                                             .height = static_cast<double>(room.y - ImGui::GetFrameHeightWithSpacing() - foot),
                                             .scale = static_cast<double>(look.scale),
                                             .aspect = s.spec.paints_cells ? 0 : static_cast<double>(s.spec.height) / s.spec.width,
                                             .has_callout = s.spec.pixel.has_value()},
                                            s.state.drawer);
    image_bar(s, layout);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    room = ImGui::GetContentRegionAvail();
    s.min = {at.x + static_cast<float>(layout.picture.x), at.y + static_cast<float>(layout.picture.y)};
    s.max = {s.min.x + static_cast<float>(layout.picture.w), s.min.y + static_cast<float>(layout.picture.h)};
    s.free_right = layout.open && layout.place == DrawerPlace::over ? at.x + static_cast<float>(layout.drawer.x) : s.max.x;
    s.callout = {at.x + static_cast<float>(layout.callout.x), at.y + static_cast<float>(layout.callout.y),
                 at.x + static_cast<float>(layout.callout.x + layout.callout.w),
                 at.y + static_cast<float>(layout.callout.y + layout.callout.h)};
    s.window = zooms_parameters(s.spec) ? window_of(s.spec, s.wb.draft.request.parameters)
               : s.state.window         ? *s.state.window
                                        : first_window(s);
    image_canvas(s);
    if (layout.open) drawer(s, layout, at);
    const double used = layout.open && layout.place == DrawerPlace::below ? layout.drawer.y + layout.drawer.h : layout.picture.h;
    ImGui::SetCursorScreenPos({at.x, at.y + std::min(static_cast<float>(used), room.y - foot)});
    picture_caption(look, facts_text(s), hint_text(s), look.theme.muted);
}

std::optional<ShownLanes> lanes_of(const ImageScene& s) {
    const auto chosen = chosen_pixel(s, s.state.chosen);
    if (s.spec.lanes.empty() || !chosen || !chosen->thread) return std::nullopt;
    return ShownLanes{
        lanes_of_warp(s.state.map, s.values, *chosen->thread), *chosen->thread, s.spec.lanes,
        fmt::format("Pixel ({}, {}): {}", chosen->pixel[0], chosen->pixel[1], place_text(s.state.map.shape, *chosen->thread))};
}

const RunRecord& blank_record(const Workbench& wb, ImageState& state) {
    state.blank = RunRecord();
    state.blank.request = wb.draft.request;
    if (wb.draft.resolved) state.blank.launch = wb.draft.resolved->shape;
    return state.blank;
}

}  // namespace

void image_panel(Workbench& wb) {
    const ViewSpec* view = wb.lesson != nullptr ? find_image_view(*wb.lesson) : nullptr;
    if (view == nullptr) return empty_state(wb.look, "This lesson has no picture", "The lessons of part VI have one.");
    ImageState& state = wb.state<ImageState>();
    if (ImGui::GetTime() < state.gesture_ends_s || state.dragging) wb.ongoing.gesture = true;
    const auto drafted = image_spec(*wb.lesson, *view, wb.draft.request.parameters, wb.kernel());
    if (!drafted) return empty_state(wb.look, "The picture cannot be shown", drafted.error().text());
    if (state.lesson != wb.lesson->id) begin_lesson(state, wb, *drafted);
    state.moves = declared_animation(*wb.lesson).has_value();
    const bool by_graphics = use_graphics(wb, state);
    const RunRecord* record = by_graphics   ? &graphics_record(wb, state)
                              : state.moves ? &animation_record(wb, state.animation, state.frame_device)
                                            : shown_record(wb, drafted->array);
    const bool still = !state.moves && !by_graphics;
    const ImageBefore* before = still && record == nullptr ? image_before(wb, drafted->array) : nullptr;
    const ImageBefore* divided = nullptr;  // of the same values as the run that is shown
    if (still && record != nullptr && !drafted->before.empty() && record->request.parameters == wb.draft.request.parameters)
        divided = image_before(wb, drafted->array);
    if (before != nullptr) record = &before->record;
    if (still && before == nullptr) ask_for_picture(wb, record);
    if (state.animation.newest.compute_ms > 0) state.host_times.kernel_ms = state.animation.newest.compute_ms;
    if (record == nullptr) record = &blank_record(wb, state);
    auto spec = image_spec(*wb.lesson, *view, record->request.parameters, wb.lesson->find_kernel(record->request.kernel));
    if (!spec) return empty_state(wb.look, "The picture cannot be shown", spec.error().text());
    if (!state.palette.empty()) spec->palette = state.palette;
    if (before != nullptr) spec->array = before->array;
    ImageScene scene{.wb = wb, .state = state, .record = record, .spec = *spec, .by_graphics = by_graphics};
    if (by_graphics)
        scene.values = graphics_values(state, *spec);
    else if (const Array* array = !record->outputs ? nullptr
                                  : state.moves    ? &record->outputs->front()
                                                   : array_of(*record, spec->array))
        scene.values = {*array, spec->packed};
    if (divided != nullptr && divided->array == spec->before) {
        scene.before = {divided->record.outputs->front()};
        scene.before_arrays = divided->record.outputs;
    }
    scene.is_before = record == &state.animation.before;
    scene.is_input = before != nullptr;
    scene.covers = window_of(*spec, record->request.parameters);
    refresh_map(scene);
    stage(scene);
    state.lanes = lanes_of(scene);
}

std::optional<ShownLanes> shown_lanes(Workbench& wb) { return wb.state<ImageState>().lanes; }

}  // namespace warpwise::ui
