#include "ui/animation_view.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "ui/view_draw.h"
#include "ui/widgets.h"

namespace warpwise::ui {
namespace {

constexpr int most_steps_per_frame = 64;

ExperimentRequest drafted_request(const Workbench& wb, DeviceKind wanted) {
    ExperimentRequest request = wb.draft;
    request.lesson = wb.lesson->id;
    request.device = frame_device(wb, wanted);
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

bool awaits_picture(const AnimationState& animation) {
    return animation.player != nullptr && animation.record.outputs == nullptr && !animation.player->error();
}

void toggle(AnimationPlayer& player) {
    if (player.playing())
        player.pause();
    else
        player.play();
}

std::string progress_text(const AnimationPlayer::Picture& newest, bool playing) {
    std::string text = fmt::format("step {}", with_separators(static_cast<std::int64_t>(newest.steps)));
    if (newest.frames > 0) text += fmt::format("   frame {}", with_separators(static_cast<std::int64_t>(newest.frames)));
    if (playing && newest.frames_per_s > 0) text += fmt::format("   {:.0f} frames/s", newest.frames_per_s);
    return text;
}

}  // namespace

// The CPU's routine is quicker than the emulator, and says nothing about a kernel that is wrong on purpose or edited.
DeviceKind frame_device(const Workbench& wb, DeviceKind wanted) {
    const KernelSpec* kernel = wb.kernel();
    const bool own = kernel == nullptr || kernel->expect_wrong || kernel->expect_fault || wb.edited_source.contains(kernel->id);
    const bool here = std::ranges::any_of(wb.present_devices, [&](const DeviceInfo& d) { return d.kind == wanted; });
    return (own && wanted != DeviceKind::cuda) || !here ? DeviceKind::emulated : wanted;
}

const RunRecord& animation_record(Workbench& wb, AnimationState& animation, DeviceKind wanted) {
    const ExperimentRequest request = drafted_request(wb, wanted);
    if (std::string key = key_of(request); key != animation.key || animation.player == nullptr) {
        start_anew(wb, animation, request);
        animation.key = std::move(key);
    }
    animation.player->set_steps_per_frame(animation.steps_per_frame);
    if (auto picture = animation.player->poll()) {
        animation.record.outputs = picture->arrays;
        animation.newest = std::move(*picture);
    }
    if (animation.player->playing() || awaits_picture(animation)) wb.requests.animates = true;
    return animation.record;
}

bool awaits_picture(const Workbench& wb) {
    return awaits_picture(wb.views.image.animation) || awaits_picture(wb.views.points.animation);
}

void animation_controls(Workbench& wb, AnimationState& animation, const std::string& view, const std::function<void()>& more) {
    const Look& look = wb.look;
    AnimationPlayer& player = *animation.player;
    const auto error = player.error();
    const bool playing = player.playing();
    const auto button = [&](const char* label, const char* name, bool enabled) {
        place_beside(button_width(label));
        return quiet_button(look, (std::string(label) + "###" + view + "_" + name).c_str(), enabled);
    };
    if (quiet_button(look, ((playing ? "Pause###" : "Run###") + view + "_play").c_str(), !error)) toggle(player);
    explain(look, "Runs the kernel step by step and swaps the arrays after each (Space, when the picture has the focus)");
    if (button("Step", "step", !error)) player.step();
    explain(look, "One launch, one swap (F10)");
    if (button("Reset", "reset", true)) player.reset();
    explain(look, "The arrays as they were at the start");
    if (more) more();
    place_beside(look.px(150));
    ImGui::SetNextItemWidth(look.px(150));
    ImGui::SliderInt("##steps_per_frame", &animation.steps_per_frame, 1, most_steps_per_frame,
                     animation.steps_per_frame == 1 ? "%d step a frame" : "%d steps a frame",
                     ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    const std::string text = progress_text(animation.newest, playing);
    place_beside(text_width(look.fonts.regular, ImGui::GetFontSize(), text));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    if (error) text_in(look, look.theme.bad, error->text());
}

void animation_keys(AnimationState& animation, bool canvas_focused, ImGuiID canvas) {
    AnimationPlayer& player = *animation.player;
    if (ImGui::Shortcut(ImGuiKey_F10, ImGuiInputFlags_RouteFocused | ImGuiInputFlags_Repeat)) player.step();
    if (!canvas_focused) return;
    ImGui::SetKeyOwner(ImGuiKey_Space, canvas);  // else it would press the canvas
    if (ImGui::IsKeyPressed(ImGuiKey_Space, ImGuiInputFlags_None, canvas)) toggle(player);
}

void palette_choice(const Look& look, const char* id, const std::string& shown, std::string& chosen) {
    ImGui::SetNextItemWidth(look.px(110));
    if (ImGui::BeginCombo(id, shown.c_str())) {
        for (const std::string_view name : palette_names())
            if (ImGui::Selectable(std::string(name).c_str(), name == shown)) chosen = name;
        ImGui::EndCombo();
    }
    explain(look, "The colours of the values, from low to high");
}

void frame_device_choice(Workbench& wb, const char* id, DeviceKind& wanted) {
    ImGui::SetNextItemWidth(wb.look.px(120));
    if (ImGui::BeginCombo(id, std::string(name_of(frame_device(wb, wanted))).c_str())) {
        for (const DeviceInfo& info : wb.present_devices)
            if (ImGui::Selectable(std::string(name_of(info.kind)).c_str(), info.kind == wanted)) wanted = info.kind;
        ImGui::EndCombo();
    }
    explain(wb.look,
            "What computes the picture while it moves. When it rests, every chosen device runs; a kernel that you edited is "
            "always run by the emulator or a GPU.");
}

void hint_at_right(const Look& look, const std::string& text) {
    const float width = text_width(look.fonts.regular, look.px(12.5f), text);
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (ImGui::GetItemRectMax().x + look.px(16) + width > right) return;
    ImGui::SameLine();
    put_text(*ImGui::GetWindowDrawList(), look.fonts.regular, look.px(12.5f),
             {right - width, ImGui::GetCursorScreenPos().y + ImGui::GetStyle().FramePadding.y}, look.theme.muted, text);
    ImGui::NewLine();
}

}  // namespace warpwise::ui
