#include "ui/picture/animation_view.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/moving_state.h"

namespace warpwise::ui {
namespace {

constexpr int most_steps_per_frame = 64;
constexpr float slider_width = 96;  // unscaled

ExperimentRequest drafted_request(const Workbench& wb, DeviceKind wanted) {
    ExperimentRequest request = wb.draft.request;
    request.lesson = wb.lesson->id;
    request.device = frame_device(wb, wanted);
    if (const auto edited = wb.draft.edited_source.find(request.kernel); edited != wb.draft.edited_source.end())
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
    if (animation.player == nullptr) animation.player = std::make_unique<AnimationPlayer>(wb.devices.set);
    animation.player->start(*wb.lesson, request);
    animation.newest = {};
    animation.record = RunRecord();
    animation.record.request = request;
    if (const auto launch = resolve_launch(*wb.lesson, request)) animation.record.launch = launch->shape;
}

}  // namespace

// The CPU's routine is quicker than the emulator, and says nothing about a kernel that is wrong on purpose or edited.
DeviceKind frame_device(const Workbench& wb, DeviceKind wanted) {
    const KernelSpec* kernel = wb.kernel();
    const bool own =
        kernel == nullptr || kernel->expect_wrong || kernel->expect_fault || wb.draft.edited_source.contains(kernel->id);
    const bool here = std::ranges::any_of(wb.devices.present, [&](const DeviceInfo& d) { return d.kind == wanted; });
    return (own && wanted != DeviceKind::cuda) || !here ? DeviceKind::emulated : wanted;
}

void take_declared_steps(const Workbench& wb, AnimationState& animation) {
    if (animation.steps_per_frame > 0) return;
    const auto declared = declared_animation(*wb.lesson, wb.kernel());
    animation.steps_per_frame = declared && *declared ? (*declared)->steps_per_frame : 1;
}

const RunRecord& animation_record(Workbench& wb, AnimationState& animation, DeviceKind wanted) {
    take_declared_steps(wb, animation);
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
    const bool awaited = animation.record.outputs == nullptr && !animation.player->error();
    wb.ongoing.picture_awaited = awaited;
    if (animation.player->playing() || awaited) wb.ongoing.animates = true;
    return animation.record;
}

std::string progress_text(std::uint64_t steps, std::uint64_t frames, double frames_per_s) {
    std::string text = fmt::format("step {}", with_separators(static_cast<std::int64_t>(steps)));
    if (frames > 0) text += fmt::format("   frame {}", with_separators(static_cast<std::int64_t>(frames)));
    if (frames_per_s > 0) text += fmt::format("   {:.0f} frames/s", frames_per_s);
    return text;
}

Transport transport_of(AnimationState& animation) {
    AnimationPlayer* const player = animation.player.get();
    const AnimationPlayer::Picture& newest = animation.newest;
    Transport transport;
    transport.playing = player->playing();
    transport.error = player->error();
    transport.progress = progress_text(newest.steps, newest.frames, transport.playing ? newest.frames_per_s : 0);
    transport.toggle = [player] { player->playing() ? player->pause() : player->play(); };
    transport.step = [player] { player->step(); };
    transport.reset = [player] { player->reset(); };
    transport.steps_per_frame = &animation.steps_per_frame;
    return transport;
}

void transport_controls(const Look& look, const Transport& transport, const std::string& view, const std::function<void()>& more) {
    const bool alive = !transport.error;
    const auto button = [&](const char* label, const char* name, bool enabled) {
        return quiet_button(look, fmt::format("{}###{}_{}", label, view, name).c_str(), enabled);
    };
    if (button(transport.playing ? "Pause" : "Run", "play", alive)) transport.toggle();
    explain(look, "Runs the kernel step by step and swaps the arrays after each (Space, when the picture has the focus)");
    place_beside(button_width("Step"));
    if (button("Step", "step", alive)) transport.step();
    explain(look, "One launch, one swap (F10)");
    place_beside(button_width("Reset"));
    if (button("Reset", "reset", true)) transport.reset();
    explain(look, "The arrays as they were at the start");
    if (more) more();
    const int steps = *transport.steps_per_frame;
    const std::string label = fmt::format("{} step{} a frame", steps, steps == 1 ? "" : "s");
    // room for the longest label: what follows stays where it is while the slider moves
    const float label_width =
        text_width(look.fonts.regular, ImGui::GetFontSize(), fmt::format("{} steps a frame", most_steps_per_frame));
    place_beside(look.px(slider_width) + ImGui::GetStyle().ItemSpacing.x + label_width);
    ImGui::SetNextItemWidth(look.px(slider_width));
    ImGui::SliderInt("##steps_per_frame", transport.steps_per_frame, 1, most_steps_per_frame, "",
                     ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    explain(look, "Steps between two pictures (Ctrl and a click: type the number)");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label.c_str());
    ImGui::SameLine(0, 0);
    ImGui::Dummy({std::max(0.0f, label_width - ImGui::GetItemRectSize().x), 0});
    place_beside(text_width(look.fonts.regular, ImGui::GetFontSize(), transport.progress));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(transport.progress.c_str());
    if (transport.error) text_in(look, look.theme.bad, transport.error->text());
}

void transport_keys(const Transport& transport, bool canvas_focused, ImGuiID canvas) {
    if (ImGui::Shortcut(ImGuiKey_F10, ImGuiInputFlags_RouteFocused | ImGuiInputFlags_Repeat)) transport.step();
    if (!canvas_focused) return;
    ImGui::SetKeyOwner(ImGuiKey_Space, canvas);  // else it would press the canvas
    if (ImGui::IsKeyPressed(ImGuiKey_Space, ImGuiInputFlags_None, canvas)) transport.toggle();
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
        for (const DeviceInfo& info : wb.devices.present)
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
