#include "ui/picture/animation_view.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/moving_state.h"

namespace warpwise::ui {
namespace {

constexpr int kMostStepsPerFrame = 64;
constexpr float kSliderWidth = 84, kListWidth = 96;  // unscaled
constexpr double kBlinkS = 0.25;

ExperimentRequest drafted_request(const Workbench& wb, const DeviceId& wanted) {
    ExperimentRequest request = wb.draft.request;
    request.lesson = wb.lesson->id;
    request.device = frame_device(wb, wanted);
    wb.put_own_text(request);
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
    if (animation.record.outputs != nullptr) animation.before = std::move(animation.record);
    animation.record = RunRecord();
    animation.record.request = request;
    if (const auto launch = resolve_launch(*wb.lesson, request)) animation.record.launch = launch->shape;
}

}  // namespace

// The CPU's routine is quicker than the emulator, but says nothing about a kernel that is wrong on purpose or edited, and not
// every lesson has one.
DeviceId frame_device(const Workbench& wb, const DeviceId& wanted) {
    const KernelSpec* kernel = wb.kernel();
    const bool own = kernel == nullptr || kernel->expect_wrong || kernel->expect_fault || wb.own_text() != nullptr;
    const bool here = std::ranges::any_of(wb.devices.present, [&](const DeviceInfo& d) { return d.id() == wanted; });
    const DeviceTraits& traits = traits_of(wanted);
    const bool can = here && (traits.runs_kernels || (!own && wb.has_form(traits.kind)));
    return can ? wanted : DeviceId(kind_that(&DeviceTraits::runs_everywhere));
}

void take_declared_steps(const Workbench& wb, AnimationState& animation) {
    if (animation.steps_per_frame > 0) return;
    const auto declared = declared_animation(*wb.lesson, wb.kernel());
    animation.steps_per_frame = declared && *declared ? (*declared)->steps_per_frame : 1;
}

const RunRecord& animation_record(Workbench& wb, AnimationState& animation, const DeviceId& wanted) {
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
        animation.before = RunRecord();
    }
    const auto error = animation.player->error();
    // A kernel that is not for this picture is no result: the picture says so.
    const bool has_failed = error && error->kind != ErrorKind::usage;
    wb.results.moving = {request.device, animation.newest.steps, has_failed ? error->message : std::string()};
    const bool awaited = animation.record.outputs == nullptr && !error;
    wb.ongoing.picture_awaited = awaited;
    if (animation.player->playing() || awaited) wb.ongoing.animates = true;
    const bool has_before = awaited && animation.before.outputs != nullptr && animation.before.request.lesson == request.lesson &&
                            animation.before.request.kernel == request.kernel;
    return has_before ? animation.before : animation.record;
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

BarItem transport_item(const Look& look, const Transport& transport, const std::string& view) {
    const std::string play = std::string(icon::kPlay) + " Play";
    const float play_width = std::max(button_width(play.c_str()), button_width("Pause")), gap = look.px(4);
    const float width = play_width + button_width("Step") + button_width("Restart") + 2 * gap;
    return {width, 0, [&look, transport, view, play, play_width, gap] {
                const bool alive = !transport.error;
                const auto button = [&](const std::string& label, const char* name, bool enabled, float wide = 0) {
                    return quiet_button(look, fmt::format("{}###{}_{}", label, view, name).c_str(), enabled, wide);
                };
                if (button(transport.playing ? "Pause" : play, "play", alive, play_width)) transport.toggle();
                explain(look,
                        "Launches the kernel again and again, and swaps the arrays after each launch (Space, when the picture "
                        "has the focus)");
                ImGui::SameLine(0, gap);
                if (button("Step", "step", alive)) transport.step();
                explain(look, "One launch and one swap (F10)");
                ImGui::SameLine(0, gap);
                if (button("Restart", "reset", true)) transport.reset();
                explain(look, "The arrays as they were at the start");
            }};
}

BarItem speed_item(const Look& look, const Transport& transport) {
    const float width = bar_label_width(look, "Steps per frame") + look.px(kSliderWidth);
    return {width, 4, [&look, steps = transport.steps_per_frame] {
                bar_label(look, "Steps per frame");
                ImGui::SetNextItemWidth(look.px(kSliderWidth));
                ImGui::SliderInt("##steps_per_frame", steps, 1, kMostStepsPerFrame, "%d",
                                 ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
                explain(look, "Launches from one picture to the next (Ctrl+click to type the number)");
            }};
}

void transport_keys(const Transport& transport, bool canvas_focused, ImGuiID canvas) {
    if (ImGui::Shortcut(ImGuiKey_F10, ImGuiInputFlags_RouteFocused | ImGuiInputFlags_Repeat)) transport.step();
    if (!canvas_focused) return;
    ImGui::SetKeyOwner(ImGuiKey_Space, canvas);  // else it would press the canvas
    if (ImGui::IsKeyPressed(ImGuiKey_Space, ImGuiInputFlags_None, canvas)) transport.toggle();
}

BarItem palette_item(const Look& look, const char* id, const std::string& shown, std::string& chosen) {
    const float width = bar_label_width(look, "Palette") + look.px(kListWidth);
    return {width, 5, [&look, id, shown, &chosen] {
                bar_label(look, "Palette");
                ImGui::SetNextItemWidth(look.px(kListWidth));
                if (ImGui::BeginCombo(id, shown.c_str())) {
                    for (const std::string_view name : palette_names())
                        if (ImGui::Selectable(std::string(name).c_str(), name == shown)) chosen = name;
                    ImGui::EndCombo();
                }
                explain(look, "The colours of the values, from low to high");
            }};
}

BarItem drawer_item(const Look& look, const char* id, bool open, std::optional<bool>& wanted) {
    return {button_width("Details"), 0, [&look, id, open, &wanted] {
                const ImU32 fill = open ? mix(look.theme.raised, look.theme.accent, 0.3f) : ImGui::GetColorU32(ImGuiCol_Button);
                const ColourScope colours{{ImGuiCol_Button, fill}};
                if (quiet_button(look, fmt::format("Details###{}_drawer", id).c_str())) wanted = !open;
                explain(look, open ? "Folds the details" : "Shows which thread computed the chosen place, and its warp");
            }};
}

bool begin_drawer(const Look& look, const char* id, const StageLayout& layout) {
    const bool over = layout.place == DrawerPlace::over;
    const ColourScope colours{{ImGuiCol_ChildBg, with_alpha(look.theme.panel, over ? 1.0f : 0.0f)}};
    const float pad = over ? look.px(12) : 0;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
    const bool seen = ImGui::BeginChild(id, {static_cast<float>(layout.drawer.w), static_cast<float>(layout.drawer.h)},
                                        over ? ImGuiChildFlags_Borders : ImGuiChildFlags_None);
    ImGui::PopStyleVar();
    return seen;
}

float caption_height(const Look& look) { return std::round(look.px(Fonts::kSmall) * 1.25f) + look.px(4); }

void picture_caption(const Look& look, const std::string& facts, const std::string& hint, ImU32 colour) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight(), gap = look.px(16);
    const float facts_width = ImGui::CalcTextSize(facts.c_str()).x, hint_width = ImGui::CalcTextSize(hint.c_str()).x;
    const float y = at.y + look.px(4);
    const auto text = [&](const std::string& words, float x, float room, ImU32 ink) {
        const ColourScope colours{{ImGuiCol_Text, ink}};
        ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), {x, y}, {x + room, y + line * 1.25f}, x + room, words.c_str(),
                                  nullptr, nullptr);
    };
    text(facts, at.x, width, colour);
    if (facts_width + gap + hint_width <= width) text(hint, at.x + width - hint_width, hint_width + 1, look.theme.muted);
    ImGui::Dummy({width, caption_height(look)});
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) explain(look, facts + (facts.empty() ? "" : "\n") + hint);
}

void no_picture(const Look& look, MovingState& state, ImVec2 min, ImVec2 max, const std::optional<Error>& error) {
    if (state.awaited_s == 0) state.awaited_s = ImGui::GetTime();
    if (!error && ImGui::GetTime() - state.awaited_s < kBlinkS) return;
    const std::string text = error ? error->text() : "Computing the first picture";
    const float size = look.px(Fonts::kBody), width = std::min(max.x - min.x - look.px(32), look.px(420));
    if (width <= 0) return;
    const ImVec2 extent = look.fonts.regular->CalcTextSizeA(size, 1e9f, width, text.c_str());
    const FontScope font(look.fonts.regular, size);
    const ColourScope ink{{ImGuiCol_Text, IM_COL32(235, 238, 242, 255)}};
    ImGui::RenderTextWrapped({std::round((min.x + max.x - extent.x) / 2), std::round((min.y + max.y - extent.y) / 2)}, text.c_str(),
                             nullptr, width);
}

}  // namespace warpwise::ui
