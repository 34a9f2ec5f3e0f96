// An array as a picture. The wheel zooms and a drag moves: the lesson's own parameters where it names them, so that the kernel
// computes the new view, else the picture. A click chooses a pixel.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/export_popup.h"
#include "ui/picture/image_painter.h"
#include "ui/picture/image_state.h"
#include "ui/picture/image_view.h"
#include "ui/picture/panels.h"

namespace warpwise::ui {
namespace {

constexpr double wheel_factor = 1.25;
// After the last turn of the wheel the view has come to rest, and the whole run follows.
constexpr double rest_s = 0.35;
constexpr float details_width = 240, narrowest_canvas = 300;  // unscaled

double real_of(const ParameterValues& values, const std::string& id) {
    const auto found = values.find(id);
    if (found == values.end()) return 0;
    if (const auto* whole = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&found->second);
    return real != nullptr ? *real : 0;
}

bool zooms_parameters(const ImageSpec& spec) { return !spec.zoom.empty() && !spec.pan_x.empty() && !spec.pan_y.empty(); }

ImageWindow window_of(const ImageSpec& spec, const ParameterValues& values) {
    if (zooms_parameters(spec)) return {real_of(values, spec.pan_x), real_of(values, spec.pan_y), real_of(values, spec.zoom)};
    return {spec.width / 2.0, spec.height / 2.0, static_cast<double>(spec.width)};
}

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
    for (const DeviceKind device :
         {DeviceKind::cuda, DeviceKind::emulated, DeviceKind::cpu_threads, DeviceKind::cpu_vector, DeviceKind::cpu_serial}) {
        const RunRecord* record = wb.results.latest(device);
        if (record == nullptr || !usable(*record)) continue;
        if (record->request.parameters == wb.draft.request.parameters) return record;
        if (other == nullptr) other = record;
    }
    return frame && usable(*frame) ? &*frame : other;
}

const Array& unpacked_once(ImageState& state, const RunRecord& record, const Array& words, const ImageSpec& spec) {
    if (state.unpacked_from != record.outputs) state.unpacked_cells = unpacked(words, spec);
    state.unpacked_from = record.outputs;
    return state.unpacked_cells;
}

void set_window(ImageScene& s, ImageWindow window) {
    Workbench& wb = s.wb;
    if (!zooms_parameters(s.spec)) {
        const double most = s.spec.width;
        window.span = std::clamp(window.span, 4.0, most);
        const double tall = window.span * s.spec.height / s.spec.width;
        window.centre_x = std::clamp(window.centre_x, window.span / 2, most - window.span / 2);
        window.centre_y = std::clamp(window.centre_y, tall / 2, s.spec.height - tall / 2);
        s.state.window = window;
        return;
    }
    for (const auto& [id, value] :
         {std::pair{&s.spec.zoom, window.span}, {&s.spec.pan_x, window.centre_x}, {&s.spec.pan_y, window.centre_y}}) {
        const Parameter* parameter = wb.lesson->find_parameter(*id);
        wb.draft.request.parameters[*id] = std::clamp(value, parameter->min, parameter->max);
    }
    wb.post(ask::TakeDraft{});
    if (wb.settings.live_run && !s.by_graphics) wb.post(ask::RunFrame{frame_device(wb, s.state.frame_device)});
    s.state.gesture_ends_s = ImGui::GetTime() + rest_s;
}

void zoom_at(ImageScene& s, ImVec2 at, double factor) {
    const double x = s.plane_x(at.x), y = s.plane_y(at.y);
    ImageWindow window = s.window;
    const Parameter* parameter = s.wb.lesson->find_parameter(s.spec.zoom);
    const double least = parameter != nullptr ? parameter->min : 4, most = parameter != nullptr ? parameter->max : s.spec.width;
    const double span = std::clamp(window.span / factor, least, most), kept = span / window.span;
    window = {x + (window.centre_x - x) * kept, y + (window.centre_y - y) * kept, span};
    set_window(s, window);
}

void handle_mouse(ImageScene& s, bool hovered, bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    if (hovered) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    if (hovered && io.MouseWheel != 0) zoom_at(s, io.MousePos, std::pow(wheel_factor, static_cast<double>(io.MouseWheel)));
    if (s.state.moves && !io.KeyShift && !s.state.dragging) {
        draw_with_mouse(s, active);
        return;
    }
    s.state.animation.brush.reset();
    if (active && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        s.state.dragging = true;
        ImageWindow window = s.window;
        window.centre_x -= static_cast<double>(io.MouseDelta.x) * s.plane_per_point();
        window.centre_y -= static_cast<double>(io.MouseDelta.y) * s.plane_per_point();
        if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) set_window(s, window);
    }
    const auto pixel = s.pixel_at(io.MousePos);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        if (hovered && !s.state.dragging && pixel) s.state.chosen = pixel;
        s.state.dragging = false;
    }
    if (hovered && pixel && !s.state.dragging) show_pixel_tooltip(s, *pixel);
}

void handle_keys(ImageScene& s, ImGuiID id) {
    const auto pressed = [&](ImGuiKey key) {
        ImGui::SetKeyOwner(key, id);
        return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id);
    };
    std::array<int, 2> to = s.state.chosen.value_or(std::array{s.spec.width / 2, s.spec.height / 2});
    const std::array<int, 2> from = to;
    to[0] += pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow);
    to[1] += pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow);
    if (to != from) s.state.chosen = {std::clamp(to[0], 0, s.spec.width - 1), std::clamp(to[1], 0, s.spec.height - 1)};
    const ImVec2 middle{(s.min.x + s.max.x) / 2, (s.min.y + s.max.y) / 2};
    if (pressed(ImGuiKey_PageUp)) zoom_at(s, middle, wheel_factor);
    if (pressed(ImGuiKey_PageDown)) zoom_at(s, middle, 1 / wheel_factor);
}

void paint_waste(const ImageScene& s, std::vector<std::uint32_t>& colours) {
    const std::vector<float> waste = waste_of_pixels(s.state.map, *s.array);
    const auto [even, uneven] = waste_colours(s.wb.look.theme);
    for (std::size_t i = 0; i < colours.size() && i < waste.size(); ++i) colours[i] = mix(even, uneven, waste[i]);
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

double ms_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

std::uint32_t host_texture(ImageState& state) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint32_t texture = state.picture.texture();
    if (!state.host_times.upload_ms) state.host_times.upload_ms = ms_since(begin);
    return texture;
}

void refresh_picture(ImageScene& s) {
    if (s.by_graphics) return;
    ImageState& state = s.state;
    const std::uint64_t map_used = state.waste ? state.map_version : 0;
    if (state.shown == s.record->outputs && state.shown_spec == s.spec && state.shown_waste == state.waste &&
        state.shown_map == map_used)
        return;
    const auto begin = std::chrono::steady_clock::now();
    const ColourTable table = *palette_table(s.spec.palette);
    std::vector<std::uint32_t> colours = colours_of(*s.array, s.spec, table, IM_COL32(16, 17, 24, 255));
    if (state.waste) paint_waste(s, colours);
    state.picture.set(s.spec.width, s.spec.height, std::move(colours));
    state.host_times.colours_ms = ms_since(begin);
    state.host_times.upload_ms.reset();
    state.shown = s.record->outputs;
    state.shown_spec = s.spec;
    state.shown_waste = state.waste;
    state.shown_map = map_used;
}

void draw_picture(ImageScene& s) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(s.min, s.max, s.wb.look.theme.ground);
    if (!s.wb.can_draw) return;
    const std::uint32_t texture = s.by_graphics ? graphics_texture(s) : host_texture(s.state);
    if (texture == 0 && s.by_graphics) return;  // it failed, and the next frame goes by way of the host
    if (texture == 0) {
        const Look& look = s.wb.look;
        const ImVec2 at{s.min.x + look.px(12), s.min.y + look.px(12)};
        list.AddText(look.fonts.regular, look.px(14), at, look.theme.warn, s.state.picture.refusal().c_str(), nullptr,
                     std::max(look.px(80), s.max.x - at.x - look.px(12)));
        return;
    }
    const auto& platform = ImGui::GetPlatformIO();
    const bool enlarged = s.plane_per_pixel() > s.plane_per_point();
    list.PushClipRect(s.min, s.max, true);
    if (enlarged && platform.DrawCallback_SetSamplerNearest) list.AddCallback(platform.DrawCallback_SetSamplerNearest, nullptr);
    list.AddImage(static_cast<ImTextureID>(texture), s.at_pixel(0, 0), s.at_pixel(s.spec.width, s.spec.height));
    if (enlarged && platform.DrawCallback_SetSamplerLinear) list.AddCallback(platform.DrawCallback_SetSamplerLinear, nullptr);
    list.PopClipRect();
}

ExportOrder export_order(const ImageScene& s) {
    ExportOrder order;
    order.request = s.record->request;
    const Array* state = s.by_graphics ? s.state.graphics->state() : &s.record->outputs->front();
    if (state != nullptr) order.from = {*state};
    order.painter = std::make_unique<ImagePainter>(s.spec);
    return order;
}

ExportOffer export_offer(const ImageScene& s, const Transport& transport) {
    return {.view = "image",
            .size = fmt::format("{} x {} cells", s.spec.width, s.spec.height),
            .steps_per_frame = *transport.steps_per_frame,
            .possible = !transport.error,
            .order = [&s] { return export_order(s); }};
}

void controls(ImageScene& s) {
    const Look& look = s.wb.look;
    if (s.state.moves) {
        const Transport transport = transport_of(s.state, s.by_graphics);
        transport_controls(look, transport, "image", [&] { export_button(s.wb, export_offer(s, transport)); });
    }
    palette_choice(look, "##palette", s.spec.palette, s.state.palette);
    if (zooms_parameters(s.spec) || s.state.moves) {
        place_beside(look.px(150));
        way_choice(s.wb, s.state, s.by_graphics);
        if (!s.by_graphics) {
            place_beside(look.px(120));
            frame_device_choice(s.wb, "##frame_device", s.state.frame_device);
        }
    }
    if (!s.spec.lanes.empty()) {
        place_beside(button_width("Waste") + look.px(24));
        ImGui::Checkbox("Waste##image", &s.state.waste);
        explain(look, "Brighter: more of the warp's turns in which this lane or another waits");
    }
    place_beside(button_width("Whole picture"));
    if (quiet_button(look, "Whole picture##image")) {
        if (zooms_parameters(s.spec))
            set_window(s, window_of(s.spec, s.wb.lesson->defaults()));
        else
            s.state.window.reset();
    }
    const Dim3 block = s.record->launch.block;
    const std::string text =
        fmt::format("{} x {} pixels   block ({}, {})   {}", s.spec.width, s.spec.height, block.x, block.y,
                    s.state.moves ? "the mouse draws, wheel zooms, Shift+click asks" : "wheel zooms, drag moves, click asks");
    hint_at_right(look, text);
    way_line(s.wb, s.state, s.by_graphics);
}

// As large as the room lets it be, in the picture's proportions.
ImVec2 canvas_size(const ImageSpec& spec, ImVec2 room) {
    const float aspect = static_cast<float>(spec.height) / static_cast<float>(spec.width);
    const float width = std::min(room.x, room.y / aspect);
    return {std::max(16.0f, std::floor(width)), std::max(16.0f, std::floor(width * aspect))};
}

void canvas(ImageScene& s, ImVec2 room) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = canvas_size(s.spec, room);
    s.min = at;
    s.max = {at.x + size.x, at.y + size.y};
    s.wb.panel_rects["image_canvas"] = {at.x, at.y, size.x, size.y};
    ImGui::InvisibleButton("##image_canvas", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive(), focused = ImGui::IsItemFocused();
    const ImGuiID id = ImGui::GetItemID();
    draw_picture(s);
    handle_mouse(s, hovered, active);
    if (focused) handle_keys(s, id);
    if (s.state.moves) transport_keys(transport_of(s.state, s.by_graphics), focused, id);
    if (focused && ImGui::GetIO().NavVisible)
        ImGui::GetWindowDrawList()->AddRect(s.min, s.max, s.wb.look.theme.accent, 0, s.wb.look.px(1.5f));
    draw_magnifier(s);
}

void no_picture_yet(const Workbench& wb, const ImageState& state) {
    const auto error = state.animation.player->error();
    if (error) return empty_state(wb.look, "The picture does not move", error->text());
    empty_state(wb.look, "The picture is coming", "The kernel is being compiled.");
}

void draw_scene(ImageScene& s) {
    const Look& look = s.wb.look;
    refresh_map(s);
    refresh_picture(s);
    controls(s);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool wanted = s.state.chosen.has_value() || room.x >= look.px(720);
    const float gap = look.px(16);
    // A picture that is as high as the room leaves a column of a wide room free: then the details cost nothing.
    const bool is_free = canvas_size(s.spec, room).x + gap + look.px(details_width) <= room.x;
    const bool beside = is_free || (wanted && room.x >= look.px(details_width + narrowest_canvas));
    const float canvas_room = beside ? room.x - look.px(details_width) - gap : room.x;
    const bool below = wanted && !beside && room.y >= look.px(520);
    canvas(s, {canvas_room, below ? room.y - look.px(230) : room.y});
    if (beside) ImGui::SameLine(0, gap);
    if (!beside && !below) return;
    if (ImGui::BeginChild("##image_details", {0, 0})) image_details(s);
    ImGui::EndChild();
}

}  // namespace

ImVec2 ImageScene::at_pixel(double x, double y) const {
    const double per_pixel = plane_per_pixel(), per_point = plane_per_point();
    const double tall = covers.span * spec.height / spec.width, window_tall = window.span * spec.height / spec.width;
    const double plane_left = covers.centre_x - covers.span / 2 + x * per_pixel,
                 plane_top = covers.centre_y - tall / 2 + y * per_pixel;
    return {min.x + static_cast<float>((plane_left - (window.centre_x - window.span / 2)) / per_point),
            min.y + static_cast<float>((plane_top - (window.centre_y - window_tall / 2)) / per_point)};
}

double ImageScene::plane_x(float screen_x) const {
    return window.centre_x - window.span / 2 + static_cast<double>(screen_x - min.x) * plane_per_point();
}

double ImageScene::plane_y(float screen_y) const {
    const double tall = window.span * spec.height / spec.width;
    return window.centre_y - tall / 2 + static_cast<double>(screen_y - min.y) * plane_per_point();
}

std::optional<std::array<int, 2>> ImageScene::pixel_at(ImVec2 p) const {
    if (p.x < min.x || p.y < min.y || p.x >= max.x || p.y >= max.y) return std::nullopt;
    const double tall = covers.span * spec.height / spec.width;
    const double x = (plane_x(p.x) - (covers.centre_x - covers.span / 2)) / plane_per_pixel();
    const double y = (plane_y(p.y) - (covers.centre_y - tall / 2)) / plane_per_pixel();
    if (x < 0 || y < 0 || x >= spec.width || y >= spec.height) return std::nullopt;
    return std::array{static_cast<int>(x), static_cast<int>(y)};
}

void image_panel(Workbench& wb) {
    const ViewSpec* view = wb.lesson != nullptr ? find_image_view(*wb.lesson) : nullptr;
    if (view == nullptr) return empty_state(wb.look, "This lesson has no picture", "The lessons of part VI have one.");
    ImageState& state = wb.state<ImageState>();
    if (ImGui::GetTime() < state.gesture_ends_s || state.dragging) wb.ongoing.gesture = true;
    const auto drafted = image_spec(*wb.lesson, *view, wb.draft.request.parameters, wb.kernel());
    if (!drafted) return empty_state(wb.look, "The picture cannot be shown", drafted.error().text());
    if (state.lesson != wb.lesson->id) {
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
        state.chosen = drafted->pixel;
    }
    state.moves = declared_animation(*wb.lesson).has_value();
    const bool by_graphics = use_graphics(wb, state);
    const RunRecord* record = by_graphics   ? &graphics_record(wb, state)
                              : state.moves ? &animation_record(wb, state.animation, state.frame_device)
                                            : shown_record(wb, drafted->array);
    if (state.animation.newest.compute_ms > 0) state.host_times.kernel_ms = state.animation.newest.compute_ms;
    if (state.moves && !by_graphics && record->outputs == nullptr) return no_picture_yet(wb, state);
    if (record == nullptr) return empty_state(wb.look, "No picture yet", "Run (F5) computes it: a thread a pixel.");
    auto spec = image_spec(*wb.lesson, *view, record->request.parameters, wb.lesson->find_kernel(record->request.kernel));
    if (!spec) return empty_state(wb.look, "The picture cannot be shown", spec.error().text());
    if (!state.palette.empty()) spec->palette = state.palette;
    const Array* array = by_graphics   ? &graphics_values(state, *spec)
                         : state.moves ? &record->outputs->front()
                                       : array_of(*record, spec->array);
    if (spec->packed && !by_graphics) array = &unpacked_once(state, *record, *array, *spec);
    ImageScene scene{wb, state, record, array, *spec, {}, {}, {}, {}, by_graphics};
    scene.covers = window_of(*spec, record->request.parameters);
    scene.window = zooms_parameters(*spec) ? window_of(*spec, wb.draft.request.parameters) : state.window.value_or(scene.covers);
    draw_scene(scene);
}

}  // namespace warpwise::ui
