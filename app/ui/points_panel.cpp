// Particles that a kernel moves, seen by a camera that circles around them. A drag turns it, with Shift it moves sideways, the
// wheel comes closer, and a click chooses a particle.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/animation_view.h"
#include "ui/points_view.h"
#include "ui/view_draw.h"
#include "ui/widgets.h"

namespace warpwise::ui {
namespace {

constexpr float wheel_factor = 1.15f;
constexpr float key_step = 24;  // an arrow key turns as a drag by so many pixels, unscaled
constexpr float details_width = 240, narrowest_canvas = 300, least_below = 520;  // unscaled
constexpr float reach = 10;                                                      // of the mouse around a particle, unscaled
constexpr ImU32 sky = IM_COL32(10, 11, 18, 255);  // light is added to it, so it is dark in every theme

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
    if (s.state.shown == s.record.outputs) return;
    s.state.cloud.set(s.places, s.vectors);
    s.state.usual_mass = usual_mass(s.places);
    s.state.shown = s.record.outputs;
}

// A thousand particles may be larger than a hundred thousand, and a large picture shows all of them larger.
float point_pixels(const PointsScene& s) {
    const double crowd = std::pow(2048.0 / static_cast<double>(std::max<std::size_t>(1, s.places.size() / 4)), 0.2);
    return std::clamp(s.height() * 0.014f * static_cast<float>(crowd), 2.0f, 16.0f);
}

void draw_particles(PointsScene& s) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(s.min, s.max, sky);
    if (!s.wb.can_draw) return;
    gl::PointCloud::Look look;
    look.palette = *palette_table(s.spec.palette);
    look.low = static_cast<float>(s.spec.low);
    look.high = static_cast<float>(s.spec.high);
    look.ground = sky;
    look.point_pixels = point_pixels(s);
    look.usual_mass = s.state.usual_mass;
    const std::uint32_t texture =
        s.state.cloud.texture(static_cast<int>(s.width()), static_cast<int>(s.height()), s.state.camera, look);
    if (texture == 0) {
        put_text(list, s.wb.look.fonts.regular, s.wb.look.px(14), {s.min.x + s.wb.look.px(12), s.min.y + s.wb.look.px(12)},
                 IM_COL32_WHITE, "This display cannot draw particles.");
        return;
    }
    list.AddImage(static_cast<ImTextureID>(texture), s.min, s.max, {0, 1}, {1, 0});  // GL counts rows from below
}

void controls(PointsScene& s) {
    const Look& look = s.wb.look;
    const bool moves = s.state.animation.player != nullptr;
    if (moves) transport_controls(look, transport_of(s.state.animation), "points");
    palette_choice(look, "##points_palette", s.spec.palette, s.state.palette);
    if (moves) {
        ImGui::SameLine();
        frame_device_choice(s.wb, "##points_device", s.state.frame_device);
    }
    place_beside(button_width("Reset view"));
    if (quiet_button(look, "Reset view##points")) reset_view(s);
    explain(look, "The camera as the lesson has it (R, when the picture has the focus)");
    hint_at_right(look, fmt::format("{} particles   drag turns, wheel zooms, Shift+drag moves, click asks",
                                    with_separators(static_cast<std::int64_t>(s.places.size() / 4))));
}

void canvas(PointsScene& s, ImVec2 room) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(16.0f, std::floor(room.x)), std::max(16.0f, std::floor(room.y))};
    s.min = {std::floor(at.x), std::floor(at.y)};
    s.max = {s.min.x + size.x, s.min.y + size.y};
    ImGui::InvisibleButton("##points_canvas", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive(), focused = ImGui::IsItemFocused();
    const ImGuiID id = ImGui::GetItemID();
    handle_mouse(s, hovered, active);
    if (focused) handle_keys(s, id);
    if (s.state.animation.player != nullptr) transport_keys(transport_of(s.state.animation), focused, id);
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
    state = PointsState();
    state.animation.player = std::move(player);
    state.lesson = lesson;
    state.camera = spec.camera;
}

}  // namespace

void points_panel(Workbench& wb) {
    const ViewSpec* view = wb.lesson != nullptr ? find_points_view(*wb.lesson) : nullptr;
    if (view == nullptr) return empty_state(wb.look, "This lesson has no particles", "Lesson 37 has some.");
    PointsState& state = wb.views.points;
    auto spec = points_spec(*wb.lesson, *view, wb.draft.parameters);
    if (!spec) return empty_state(wb.look, "The particles cannot be shown", spec.error().text());
    if (state.lesson != wb.lesson->id) begin_lesson(state, wb.lesson->id, *spec);
    if (!state.palette.empty()) spec->palette = state.palette;
    const bool moves = declared_animation(*wb.lesson).has_value();
    const RunRecord* record = moves ? &animation_record(wb, state.animation, state.frame_device) : wb.any_latest();
    if (record == nullptr || record->outputs == nullptr || record->outputs->empty()) return nothing_yet(wb, state);
    const Array* places = moves ? &record->outputs->front() : find_array(*record->outputs, spec->places);
    PointsScene scene{wb,
                      state,
                      *record,
                      *spec,
                      rows_of_four(places),
                      rows_of_four(find_array(*record->outputs, spec->vectors)),
                      launch_facts(wb),
                      {},
                      {}};
    draw_scene(scene);
}

}  // namespace warpwise::ui
