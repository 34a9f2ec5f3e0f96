// Particles that a kernel moves, seen by a camera that circles around them. A drag turns it, with Shift or the right button it
// moves sideways, scrolling comes closer, and a click chooses a particle.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/export_popup.h"
#include "ui/picture/panels.h"
#include "ui/picture/picture_stage.h"
#include "ui/picture/picture_way.h"
#include "ui/picture/points_painter.h"
#include "ui/picture/points_state.h"
#include "ui/picture/points_view.h"

namespace warpwise::ui {
namespace {

constexpr float kPointsWheelFactor = 1.15f;
constexpr float kPointsKeyStep = 24;  // an arrow key turns as a drag by so many pixels, unscaled
constexpr float kReach = 10;          // of the mouse around a particle, unscaled

void reset_view(PointsScene& s) { s.state.camera = s.spec.camera; }

std::optional<std::int64_t> particle_under_mouse(const PointsScene& s) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return particle_at(s.places, s.projection(), mouse.x - s.min.x, mouse.y - s.min.y, s.wb.look.px(kReach));
}

void handle_mouse(PointsScene& s, bool hovered, bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    PointsState& state = s.state;
    if (hovered) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    if (hovered && io.MouseWheel != 0) state.camera.zoom(std::pow(kPointsWheelFactor, io.MouseWheel));
    if (ImGui::IsItemActivated()) state.moved = false;
    const bool by_right = ImGui::IsMouseDragging(ImGuiMouseButton_Right);
    if (active && (by_right || ImGui::IsMouseDragging(ImGuiMouseButton_Left))) {
        state.moved = true;
        if (io.KeyShift || by_right)
            state.camera.pan(io.MouseDelta.x, io.MouseDelta.y, s.height());
        else
            state.camera.turn(io.MouseDelta.x, io.MouseDelta.y, s.height());
    }
    if (!hovered || state.moved) {
        if (ImGui::IsItemDeactivated()) state.moved = false;
        return;
    }
    const auto particle = particle_under_mouse(s);
    if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        state.chosen = particle;
        if (particle && !state.drawer) state.drawer = true;  // a learner who folded it keeps it folded
    }
    if (particle && !active) show_particle_tooltip(s, *particle);
}

void handle_keys(PointsScene& s, ImGuiID id) {
    const auto pressed = [&](ImGuiKey key) {
        ImGui::SetKeyOwner(key, id);
        return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id);
    };
    const float step = s.wb.look.px(kPointsKeyStep);
    const float dx = step * static_cast<float>(pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow));
    const float dy = step * static_cast<float>(pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow));
    if (dx != 0 || dy != 0) s.state.camera.turn(dx, dy, s.height());
    if (pressed(ImGuiKey_PageUp)) s.state.camera.zoom(kPointsWheelFactor);
    if (pressed(ImGuiKey_PageDown)) s.state.camera.zoom(1 / kPointsWheelFactor);
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
    if (state.shown == s.record.outputs || s.record.outputs == nullptr) return;
    s.is_new = true;
    state.cloud.set(s.places, s.vectors);
    state.usual_mass = usual_mass(s.places);
    state.shown = s.record.outputs;
}

void draw_particles(PointsScene& s) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(s.min, s.max, kPointsGround);
    if (!s.wb.can_draw) return;
    const gl::PointCloud::Look look = points_look(s.spec, s.count, s.state.usual_mass, s.height());
    const auto begin = Clock::now();
    const std::uint32_t texture =
        s.state.cloud.texture(static_cast<int>(s.width()), static_cast<int>(s.height()), s.state.camera, look);
    const double ms = ms_since(begin);
    const bool plays = s.by_graphics || s.state.animation.newest.frames > 0;
    if (s.by_graphics)
        s.state.graphics->set_draw_ms(ms);
    else if (plays)
        s.state.host_times = {s.state.animation.newest.compute_ms, std::nullopt, ms};
    if (plays) note_costs(s.wb, s.state, s.by_graphics, s.is_new, fmt::format("points {}", s.count));
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
            .size = fmt::format("{} × {} pixels, seen as now", width, height),
            .steps_per_frame = *transport.steps_per_frame,
            .possible = !transport.error && s.wb.can_draw && width > 0,
            .order = [&s] { return export_order(s); }};
}

void bar(PointsScene& s, const StageLayout& layout) {
    const Look& look = s.wb.look;
    std::vector<BarItem> items;
    if (s.state.moves) {
        items.push_back(transport_item(look, transport_of(s.state, s.by_graphics), "points"));
        items.push_back(path_item(s.wb, s.state, s.by_graphics, "##way"));
        items.push_back(speed_item(look, transport_of(s.state, s.by_graphics)));
    }
    items.push_back(palette_item(look, "##points_palette", s.spec.palette, s.state.palette));
    items.push_back({button_width("Reset view"), 2, [&s] {
                         if (quiet_button(s.wb.look, "Reset view##points")) reset_view(s);
                         explain(s.wb.look, "The camera as the lesson has it (R, when the picture has the focus)");
                     }});
    if (s.state.moves)
        items.push_back(
            {button_width("Export..."), 7, [&s] { export_button(s.wb, export_offer(s, transport_of(s.state, s.by_graphics))); }});
    const BarItem details = drawer_item(look, "points", layout.open, s.state.drawer);
    picture_bar(look, "points", items, &details);
    if (s.state.moves) export_popup(s.wb, export_offer(s, transport_of(s.state, s.by_graphics)));
}

void canvas(PointsScene& s) {
    s.wb.panel_rects["points_canvas"] = {s.min.x, s.min.y, s.width(), s.height()};
    const ImVec2 size{s.width(), s.height()};
    s.state.canvas = {static_cast<int>(size.x), static_cast<int>(size.y)};
    ImGui::SetCursorScreenPos(s.min);
    ImGui::InvisibleButton("##points_canvas", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive(), focused = ImGui::IsItemFocused();
    const ImGuiID id = ImGui::GetItemID();
    handle_mouse(s, hovered, active);
    if (focused) handle_keys(s, id);
    if (s.state.moves) transport_keys(transport_of(s.state, s.by_graphics), focused, id);
    const std::optional<Error> error =
        !s.by_graphics && s.state.moves && s.state.animation.player ? s.state.animation.player->error() : std::nullopt;
    if (s.count == 0 || error) {
        ImGui::GetWindowDrawList()->AddRectFilled(s.min, s.max, kPointsGround);
        no_picture(s.wb.look, s.state, s.min, s.max, error);
    } else {
        s.state.awaited_s = 0;
        draw_particles(s);
        draw_chosen(s);
    }
    if (focused && ImGui::GetIO().NavVisible)
        ImGui::GetWindowDrawList()->AddRect(s.min, s.max, s.wb.look.theme.accent, 0, s.wb.look.px(1.5f));
}

void drawer(PointsScene& s, const StageLayout& layout, ImVec2 at) {
    ImGui::SetCursorScreenPos({at.x + static_cast<float>(layout.drawer.x), at.y + static_cast<float>(layout.drawer.y)});
    if (begin_drawer(s.wb.look, "##points_details", layout)) points_details(s);
    ImGui::EndChild();
}

std::string facts_text(PointsScene& s) {
    std::string text = s.state.moves ? transport_of(s.state, s.by_graphics).progress + "   " : std::string();
    text += fmt::format("{} particles", with_separators(static_cast<std::int64_t>(s.count)));
    const std::string note = path_note(s.wb, s.state, s.by_graphics);
    return note.empty() ? text : text + "   " + note;
}

void draw_scene(PointsScene& s) {
    const Look& look = s.wb.look;
    refresh_cloud(s);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float foot = caption_height(look);
    const StageLayout layout = stage_layout({.width = static_cast<double>(room.x),
                                             .height = static_cast<double>(room.y - ImGui::GetFrameHeightWithSpacing() - foot),
                                             .scale = static_cast<double>(look.scale)},
                                            s.state.drawer);
    bar(s, layout);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    s.min = {std::floor(at.x + static_cast<float>(layout.picture.x)), std::floor(at.y)};
    s.max = {s.min.x + static_cast<float>(layout.picture.w), s.min.y + static_cast<float>(layout.picture.h)};
    canvas(s);
    if (layout.open) drawer(s, layout, at);
    ImGui::SetCursorScreenPos({at.x, at.y + static_cast<float>(layout.picture.h)});
    picture_caption(look, facts_text(s), "Click a particle to inspect it. Drag to rotate; scroll to zoom; Shift+drag to move.",
                    look.theme.muted);
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
    if (!s.record.outputs || s.record.outputs->empty()) return;
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
    if (record == nullptr) return empty_state(wb.look, "No particles yet", "Run (F5) computes them, one thread per particle.");
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
