// Particles that a kernel moves, seen by a camera that circles around them. A drag turns it, with Shift it moves sideways, the
// wheel comes closer, and a click chooses a particle.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/export_popup.h"
#include "ui/picture/panels.h"
#include "ui/picture/picture_way.h"
#include "ui/picture/points_painter.h"
#include "ui/picture/points_state.h"
#include "ui/picture/points_view.h"

namespace warpwise::ui {
namespace {

constexpr float wheel_factor = 1.15f;
constexpr float key_step = 24;  // an arrow key turns as a drag by so many pixels, unscaled
constexpr float details_width = 240, narrowest_canvas = 300, least_below = 520;  // unscaled
constexpr float reach = 10;                                                      // of the mouse around a particle, unscaled

void reset_view(PointsScene& s) { s.state.camera = s.spec.camera; }

std::optional<std::int64_t> particle_under_mouse(const PointsScene& s) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return particle_at(s.places, s.projection(), mouse.x - s.min.x, mouse.y - s.min.y, s.wb.look.px(reach));
}

void handle_mouse(PointsScene& s, bool hovered, bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    PointsState& state = s.state;
    if (hovered) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    if (hovered && io.MouseWheel != 0) state.camera.zoom(std::pow(wheel_factor, io.MouseWheel));
    if (ImGui::IsItemActivated()) state.moved = false;
    if (active && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        state.moved = true;
        if (io.KeyShift)
            state.camera.pan(io.MouseDelta.x, io.MouseDelta.y, s.height());
        else
            state.camera.turn(io.MouseDelta.x, io.MouseDelta.y, s.height());
    }
    if (!hovered || state.moved) {
        if (ImGui::IsItemDeactivated()) state.moved = false;
        return;
    }
    const auto particle = particle_under_mouse(s);
    if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) state.chosen = particle;
    if (particle && !active) show_particle_tooltip(s, *particle);
}

void handle_keys(PointsScene& s, ImGuiID id) {
    const auto pressed = [&](ImGuiKey key) {
        ImGui::SetKeyOwner(key, id);
        return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id);
    };
    const float step = s.wb.look.px(key_step);
    const float dx = step * static_cast<float>(pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow));
    const float dy = step * static_cast<float>(pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow));
    if (dx != 0 || dy != 0) s.state.camera.turn(dx, dy, s.height());
    if (pressed(ImGuiKey_PageUp)) s.state.camera.zoom(wheel_factor);
    if (pressed(ImGuiKey_PageDown)) s.state.camera.zoom(1 / wheel_factor);
    if (pressed(ImGuiKey_R)) reset_view(s);
}

void refresh_cloud(PointsScene& s) {
    PointsState& state = s.state;
    if (s.by_graphics) {
        state.graphics->advance(state.animation.steps_per_frame);
        const auto& drawn = state.graphics->drawn();
        state.cloud.use(drawn.empty() ? 0 : state.graphics->buffer(drawn.front().id), state.graphics->buffer(s.spec.vectors),
                        s.count);
        state.shown.reset();
        if (state.shown_version != state.graphics->state_version()) state.usual_mass = usual_mass(s.places);
        state.shown_version = state.graphics->state_version();
        return;
    }
    if (state.shown == s.record.outputs) return;
    state.cloud.set(s.places, s.vectors);
    state.usual_mass = usual_mass(s.places);
    state.shown = s.record.outputs;
}

void draw_particles(PointsScene& s) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(s.min, s.max, points_ground);
    if (!s.wb.can_draw) return;
    const gl::PointCloud::Look look = points_look(s.spec, s.count, s.state.usual_mass, s.height());
    const auto begin = std::chrono::steady_clock::now();
    const std::uint32_t texture =
        s.state.cloud.texture(static_cast<int>(s.width()), static_cast<int>(s.height()), s.state.camera, look);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (s.by_graphics)
        s.state.graphics->set_draw_ms(ms);
    else if (s.state.animation.newest.frames > 0)
        s.state.host_times = {s.state.animation.newest.compute_ms, std::nullopt, ms};
    if (texture == 0) {
        put_text(list, s.wb.look.fonts.regular, s.wb.look.px(14), {s.min.x + s.wb.look.px(12), s.min.y + s.wb.look.px(12)},
                 IM_COL32_WHITE, "This display cannot draw particles.");
        return;
    }
    list.AddImage(static_cast<ImTextureID>(texture), s.min, s.max, {0, 1}, {1, 0});  // GL counts rows from below
}

ExportOrder export_order(const PointsScene& s) {
    const auto [width, height] = s.state.canvas;
    ExportOrder order;
    order.request = s.record.request;
    order.from = s.by_graphics ? s.state.graphics->states() : *s.record.outputs;
    order.painter = std::make_unique<PointsPainter>(s.spec, s.state.camera, width, height);
    return order;
}

ExportOffer export_offer(const PointsScene& s, const Transport& transport) {
    const auto [width, height] = s.state.canvas;
    return {.view = "points",
            .size = fmt::format("{} x {} pixels seen as now", width, height),
            .steps_per_frame = *transport.steps_per_frame,
            .possible = !transport.error && s.wb.can_draw && width > 0,
            .order = [&s] { return export_order(s); }};
}

void controls(PointsScene& s) {
    const Look& look = s.wb.look;
    if (s.state.moves) {
        const Transport transport = transport_of(s.state, s.by_graphics);
        transport_controls(look, transport, "points", [&] { export_button(s.wb, export_offer(s, transport)); });
    }
    palette_choice(look, "##points_palette", s.spec.palette, s.state.palette);
    if (s.state.moves) {
        place_beside(look.px(150));
        way_choice(s.wb, s.state, s.by_graphics);
    }
    if (s.state.moves && !s.by_graphics) {
        place_beside(look.px(120));
        frame_device_choice(s.wb, "##points_device", s.state.frame_device);
    }
    place_beside(button_width("Reset view"));
    if (quiet_button(look, "Reset view##points")) reset_view(s);
    explain(look, "The camera as the lesson has it (R, when the picture has the focus)");
    hint_at_right(look, fmt::format("{} particles   drag turns, wheel zooms, Shift+drag moves, click asks",
                                    with_separators(static_cast<std::int64_t>(s.count))));
    if (s.state.moves) way_line(s.wb, s.state, s.by_graphics);
}

void canvas(PointsScene& s, ImVec2 room) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(16.0f, std::floor(room.x)), std::max(16.0f, std::floor(room.y))};
    s.min = {std::floor(at.x), std::floor(at.y)};
    s.max = {s.min.x + size.x, s.min.y + size.y};
    s.wb.panel_rects["points_canvas"] = {s.min.x, s.min.y, size.x, size.y};
    s.state.canvas = {static_cast<int>(size.x), static_cast<int>(size.y)};
    ImGui::InvisibleButton("##points_canvas", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive(), focused = ImGui::IsItemFocused();
    const ImGuiID id = ImGui::GetItemID();
    handle_mouse(s, hovered, active);
    if (focused) handle_keys(s, id);
    if (s.state.moves) transport_keys(transport_of(s.state, s.by_graphics), focused, id);
    draw_particles(s);
    draw_chosen(s);
    if (focused && ImGui::GetIO().NavVisible)
        ImGui::GetWindowDrawList()->AddRect(s.min, s.max, s.wb.look.theme.accent, 0, s.wb.look.px(1.5f));
}

void draw_scene(PointsScene& s) {
    const Look& look = s.wb.look;
    refresh_cloud(s);
    controls(s);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool wanted = s.state.chosen.has_value() || room.x >= look.px(720);
    const bool beside = wanted && room.x >= look.px(details_width + narrowest_canvas);
    const bool below = wanted && !beside && room.y >= look.px(least_below);
    const float gap = look.px(16);
    canvas(s, {beside ? room.x - look.px(details_width) - gap : room.x, below ? room.y - look.px(230) : room.y});
    if (beside) ImGui::SameLine(0, gap);
    if (!beside && !below) return;
    if (ImGui::BeginChild("##points_details", {0, 0})) points_details(s);
    ImGui::EndChild();
}

void nothing_yet(const Workbench& wb, const PointsState& state) {
    const auto error = state.animation.player != nullptr ? state.animation.player->error() : std::nullopt;
    if (error) return empty_state(wb.look, "The particles do not move", error->text());
    if (state.animation.player != nullptr) return empty_state(wb.look, "The particles are coming", "The kernel is being compiled.");
    empty_state(wb.look, "No particles yet", "Run (F5) computes them: a thread a particle.");
}

void begin_lesson(PointsState& state, const std::string& lesson, const PointsSpec& spec) {
    auto player = std::move(state.animation.player);  // whose thread is not waited for here
    auto graphics = std::move(state.graphics);
    const PictureWay way = state.way;
    state = PointsState();
    state.animation.player = std::move(player);
    state.graphics = std::move(graphics);
    state.way = way;
    state.lesson = lesson;
    state.camera = spec.camera;
}

// Of what the GPU draws, the host has a copy for those who ask; reading it while it plays would only slow it down.
void take_graphics_state(PointsScene& s) {
    GraphicsPicture& graphics = *s.state.graphics;
    const bool asked = !graphics.playing() || s.state.chosen || ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const std::vector<Array>& arrays = graphics.states(asked);
    if (!arrays.empty()) s.places = rows_of_four(&arrays.front());
    s.vectors = rows_of_four(find_array(arrays, s.spec.vectors));
    s.count = graphics.drawn().empty() ? 0 : graphics.drawn().front().count / 4;
}

void take_host_state(PointsScene& s) {
    const std::vector<Array>& arrays = *s.record.outputs;
    s.places = rows_of_four(s.state.moves ? &arrays.front() : find_array(arrays, s.spec.places));
    s.vectors = rows_of_four(find_array(arrays, s.spec.vectors));
    s.count = s.places.size() / 4;
}

}  // namespace

void points_panel(Workbench& wb) {
    const ViewSpec* view = wb.lesson != nullptr ? find_points_view(*wb.lesson) : nullptr;
    if (view == nullptr) return empty_state(wb.look, "This lesson has no particles", "Lesson 37 has some.");
    PointsState& state = wb.state<PointsState>();
    auto spec = points_spec(*wb.lesson, *view, wb.draft.request.parameters);
    if (!spec) return empty_state(wb.look, "The particles cannot be shown", spec.error().text());
    if (state.lesson != wb.lesson->id) begin_lesson(state, wb.lesson->id, *spec);
    if (!state.palette.empty()) spec->palette = state.palette;
    state.moves = declared_animation(*wb.lesson).has_value();
    const bool by_graphics = state.moves && use_graphics(wb, state);
    const RunRecord* record = by_graphics   ? &graphics_record(wb, state)
                              : state.moves ? &animation_record(wb, state.animation, state.frame_device)
                                            : wb.results.any_latest();
    const bool has_some = record != nullptr && record->outputs != nullptr && !record->outputs->empty();
    if (!by_graphics && !has_some) return nothing_yet(wb, state);
    PointsScene scene{.wb = wb,
                      .state = state,
                      .record = *record,
                      .spec = *spec,
                      .places = {},
                      .vectors = {},
                      .by_graphics = by_graphics,
                      .launch = launch_facts(wb)};
    by_graphics ? take_graphics_state(scene) : take_host_state(scene);
    draw_scene(scene);
}

}  // namespace warpwise::ui
