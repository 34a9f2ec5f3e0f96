// A picture that moves: its player, the buttons above it, and the mouse that draws into it.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/image_view.h"
#include "ui/view_draw.h"
#include "ui/widgets.h"

namespace warpwise::ui {
namespace {

constexpr int most_steps_per_frame = 64;
constexpr double brush_share = 1.0 / 40;  // its radius, of the picture's shorter edge

ExperimentRequest drafted_request(const Workbench& wb) {
    ExperimentRequest request = wb.draft;
    request.lesson = wb.lesson->id;
    request.device = frame_device(wb);
    if (const auto edited = wb.edited_source.find(request.kernel); edited != wb.edited_source.end())
        request.edited_source = edited->second;
    return request;
}

std::string key_of(const ExperimentRequest& r) {
    std::string key = fmt::format("{}|{}|{}|{}|", r.lesson, r.kernel, name_of(r.device), r.seed);
    for (const auto& [id, value] : r.parameters) key += id + "=" + text_of(value) + "|";
    for (const auto& edges : {r.grid, r.block})
        key += edges ? fmt::format("{},{},{}|", edges->x, edges->y, edges->z) : std::string("|");
    return key + r.edited_source.value_or("");
}

void start_anew(Workbench& wb, AnimationState& animation, const ExperimentRequest& request) {
    if (animation.player == nullptr) animation.player = std::make_unique<AnimationPlayer>(wb.devices);
    animation.player->start(*wb.lesson, request);
    animation.newest = {};
    animation.record = RunRecord();
    animation.record.request = request;
    if (const auto launch = resolve_launch(*wb.lesson, request)) animation.record.launch = launch->shape;
    if (animation.steps_per_frame > 0) return;
    const auto declared = declared_animation(*wb.lesson);
    animation.steps_per_frame = declared && *declared ? (*declared)->steps_per_frame : 1;
}

// Of a cell the other state, so that a click undoes a click.
double value_to_draw(const ImageScene& s, std::array<int, 2> pixel) {
    const double most = s.spec.high.value_or(1);
    const auto place =
        static_cast<std::size_t>(pixel[1]) * static_cast<std::size_t>(s.spec.width) + static_cast<std::size_t>(pixel[0]);
    return s.spec.paints_cells && place < s.array->size() && s.array->value(place) != 0 ? 0 : most;
}

// The mouse may jump from frame to frame: the stroke is a chain of discs that overlap.
void paint_line(ImageScene& s, std::array<int, 2> from, std::array<int, 2> to) {
    const double radius = s.spec.paints_cells ? 0 : std::max(1.0, std::min(s.spec.width, s.spec.height) * brush_share);
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::hypot(dx, dy) / std::max(1.0, radius))));
    for (int i = 1; i <= pieces; ++i) {
        const double share = static_cast<double>(i) / pieces;
        s.state.animation.player->paint({std::llround(from[0] + dx * share), std::llround(from[1] + dy * share), s.spec.width,
                                         radius, s.state.animation.brush_value});
    }
}

void toggle(AnimationPlayer& player) {
    if (player.playing())
        player.pause();
    else
        player.play();
}

}  // namespace

const RunRecord& animation_record(Workbench& wb, ImageState& state) {
    AnimationState& animation = state.animation;
    const ExperimentRequest request = drafted_request(wb);
    if (std::string key = key_of(request); key != animation.key || animation.player == nullptr) {
        start_anew(wb, animation, request);
        animation.key = std::move(key);
    }
    animation.player->set_steps_per_frame(animation.steps_per_frame);
    if (auto picture = animation.player->poll()) {
        animation.record.outputs = picture->arrays;
        animation.newest = std::move(*picture);
    }
    const bool awaited = animation.record.outputs == nullptr && !animation.player->error();
    if (animation.player->playing() || awaited) wb.requests.animates = true;
    return animation.record;
}

void animation_controls(ImageScene& s) {
    const Look& look = s.wb.look;
    AnimationState& animation = s.state.animation;
    AnimationPlayer& player = *animation.player;
    const auto error = player.error();
    const bool playing = player.playing();
    if (quiet_button(look, playing ? "Pause###image_play" : "Run###image_play", !error)) toggle(player);
    explain(look, "Runs the kernel step by step and swaps the arrays after each (Space, when the picture has the focus)");
    place_beside(button_width("Step"));
    if (quiet_button(look, "Step###image_step", !error)) player.step();
    explain(look, "One launch, one swap (F10)");
    place_beside(button_width("Reset"));
    if (quiet_button(look, "Reset###image_reset")) player.reset();
    explain(look, "The arrays as they were at the start");
    place_beside(button_width("Export..."));
    if (quiet_button(look, "Export...###image_export", !error)) s.wb.requests.export_animation = true;
    explain(look, "Saves the picture that moves as a file (APNG), from here on");
    export_popup(s);
    place_beside(look.px(150));
    ImGui::SetNextItemWidth(look.px(150));
    ImGui::SliderInt("##steps_per_frame", &animation.steps_per_frame, 1, most_steps_per_frame,
                     animation.steps_per_frame == 1 ? "%d step a frame" : "%d steps a frame",
                     ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    const AnimationPlayer::Picture& newest = animation.newest;
    std::string text = fmt::format("step {}", with_separators(static_cast<std::int64_t>(newest.steps)));
    if (newest.frames > 0) text += fmt::format("   frame {}", with_separators(static_cast<std::int64_t>(newest.frames)));
    if (playing && newest.frames_per_s > 0) text += fmt::format("   {:.0f} frames/s", newest.frames_per_s);
    place_beside(text_width(look.fonts.regular, ImGui::GetFontSize(), text));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    if (error) text_in(look, look.theme.bad, error->text());
}

void animation_keys(ImageScene& s, bool canvas_focused, ImGuiID canvas) {
    AnimationPlayer& player = *s.state.animation.player;
    if (ImGui::Shortcut(ImGuiKey_F10, ImGuiInputFlags_RouteFocused | ImGuiInputFlags_Repeat)) player.step();
    if (!canvas_focused) return;
    ImGui::SetKeyOwner(ImGuiKey_Space, canvas);  // else it would press the canvas
    if (ImGui::IsKeyPressed(ImGuiKey_Space, ImGuiInputFlags_None, canvas)) toggle(player);
}

void draw_with_mouse(ImageScene& s, bool active) {
    auto& brush = s.state.animation.brush;
    const auto pixel = s.pixel_at(ImGui::GetIO().MousePos);
    if (!active || !ImGui::IsMouseDown(ImGuiMouseButton_Left) || !pixel) {
        brush.reset();
        return;
    }
    if (!brush) s.state.animation.brush_value = value_to_draw(s, *pixel);
    if (brush != pixel) paint_line(s, brush.value_or(*pixel), *pixel);
    brush = pixel;
    s.wb.requests.animates = true;
}

}  // namespace warpwise::ui
