// The bar below a page: back and next, presets, one control, Run; on a question the button that commits an answer.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "lesson/formula.h"
#include "ui/kit/draw.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/present/present.h"
#include "ui/run/parameter_control.h"

namespace warpwise::ui {
namespace {

constexpr float kHeight = 60, kGap = 26, kControlWidth = 236;
constexpr const char *kArrowLeft = "\xef\x81\xa0", *kCaretDown = "\xef\x83\x97";

bool large_button(const PresentPage& page, const std::string& label, float width, bool filled = false, bool enabled = true) {
    const Theme& t = page.bench.look.theme;
    const DisabledScope disabled(!enabled);
    const ColourScope colours{{ImGuiCol_Button, filled ? t.accent : t.panel},
                              {ImGuiCol_ButtonHovered, filled ? mix(t.accent, t.text, 0.15f) : mix(t.panel, t.text, 0.1f)},
                              {ImGuiCol_ButtonActive, filled ? mix(t.accent, t.text, 0.3f) : mix(t.panel, t.text, 0.16f)},
                              {ImGuiCol_Text, filled ? t.accent_ink : t.text}};
    return ImGui::Button(label.c_str(), {width, page.px(kHeight)});
}

float wide_for(const PresentPage& page, const std::string& label) { return ImGui::CalcTextSize(label.c_str()).x + 2 * page.px(20); }

// [<-] Step 3 of 6 [->], with a dash for each step.
void steps(const PresentPage& page) {
    const Look& look = page.bench.look;
    const std::size_t count = page.state.steps.size(), now = page.state.at;
    const float arrow = page.px(50), middle = page.px(168);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (large_button(page, std::string(kArrowLeft) + "###back", arrow, false, now > 0)) present_go(page.bench, -1);
    explain(look, "Previous step (Page Up)");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    put_text(list, look.fonts.semibold, look.px(Fonts::kBody), {at.x + arrow + middle / 2, at.y + page.px(4)}, look.theme.text,
             fmt::format("Step {} of {}", now + 1, count), 0.5f);
    const float pitch = page.px(144) / static_cast<float>(count), dash = std::max(page.px(3), pitch - page.px(4));
    const float x = at.x + arrow + page.px(12), y = at.y + page.px(44);
    for (std::size_t i = 0; i < count; ++i) {
        const float begin = x + pitch * static_cast<float>(i);
        list.AddRectFilled({begin, y}, {begin + dash, y + page.px(8)},
                           i == now ? look.theme.accent : mix(look.theme.raised, look.theme.text, 0.3f), page.px(4));
    }
    ImGui::SetCursorScreenPos({at.x + arrow + middle, at.y});
    if (large_button(page, std::string(icon::kArrowRight) + "###next", arrow, false, now + 1 < count)) present_go(page.bench, 1);
    explain(look, "Next step (Page Down)");
    ImGui::SetCursorScreenPos({at.x + 2 * arrow + middle + page.px(kGap), at.y});
}

// Buttons where they fit in `width`, else one that opens the list.
void presets(const PresentPage& page, float width) {
    Workbench& bench = page.bench;
    const auto& all = bench.lesson->presets;
    if (all.empty() || width < page.px(90)) return;
    const auto chosen = std::ranges::find_if(all, [&](const Preset& preset) { return fits(bench, preset); });
    const float between = page.px(8);
    const float needed = std::accumulate(all.begin(), all.end(), -between, [&](float sum, const Preset& preset) {
        return sum + wide_for(page, preset.name) + between;
    });
    if (needed <= width) {
        for (auto preset = all.begin(); preset != all.end(); ++preset) {
            const ColourScope edge{{ImGuiCol_Border, preset == chosen ? bench.look.theme.accent : bench.look.theme.line}};
            ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, page.px(preset == chosen ? 3.0f : 1.0f));
            if (large_button(page, preset->name, 0)) bench.post(ask::ApplyPreset{preset->name});
            ImGui::PopStyleVar();
            ImGui::SameLine(0, between);
        }
        return;
    }
    const std::string shown = chosen != all.end() ? chosen->name : "Presets";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (large_button(page, "###presets", width)) ImGui::OpenPopup("presets");
    const ImVec2 text{at.x + page.px(16), at.y + (page.px(kHeight) - ImGui::GetFontSize()) / 2};
    put_text_cut(*ImGui::GetWindowDrawList(), bench.look.fonts.regular, ImGui::GetFontSize(), text, bench.look.theme.text, shown,
                 width - page.px(60));
    put_text(*ImGui::GetWindowDrawList(), bench.look.fonts.regular, ImGui::GetFontSize(), {at.x + width - page.px(16), text.y},
             bench.look.theme.text, kCaretDown, 1);
    explain(bench.look, chosen != all.end() ? chosen->name : "Presets of the lesson");
    if (!ImGui::BeginPopup("presets")) return;
    for (auto preset = all.begin(); preset != all.end(); ++preset)
        if (ImGui::MenuItem(preset->name.c_str(), nullptr, preset == chosen)) bench.post(ask::ApplyPreset{preset->name});
    ImGui::EndPopup();
}

// Some kernels have a block of their own, whatever the parameter says: "1".
bool sets_block_of(const Parameter& parameter, const KernelSpec& kernel) {
    return std::ranges::any_of(std::array{&kernel.block_x, &kernel.block_y, &kernel.block_z}, [&](const std::string* formula) {
        const std::vector<std::string> names = names_in_formula(*formula);
        return std::ranges::find(names, parameter.id) != names.end();
    });
}

// What the bar shows first: the number of threads per block, where that can be chosen, else the first number.
std::size_t first_control(const Workbench& bench) {
    const auto& all = bench.lesson->parameters;
    const KernelSpec* const kernel = bench.kernel();
    for (const ParameterKind kind : {ParameterKind::block, ParameterKind::size, ParameterKind::integer, ParameterKind::real}) {
        const auto found = std::ranges::find_if(all, [&](const Parameter& parameter) {
            return parameter.kind == kind &&
                   (kind != ParameterKind::block || kernel == nullptr || sets_block_of(parameter, *kernel));
        });
        if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
    }
    return 0;
}

// The control itself, below its label. True when it changed the value.
bool value_control(const PresentPage& page, const Parameter& parameter, ParameterValue& value) {
    const float width = page.px(kControlWidth);
    auto* whole = std::get_if<std::int64_t>(&value);
    if (whole != nullptr && parameter.kind == ParameterKind::flag) {
        bool on = *whole != 0;
        const bool changed = ImGui::Checkbox("on##control", &on);
        *whole = on;
        return changed;
    }
    if (whole != nullptr)
        return number_slider({static_cast<std::int64_t>(parameter.min), static_cast<std::int64_t>(parameter.max),
                              parameter.powers_of_two || parameter.kind == ParameterKind::block},
                             *whole, width);
    if (auto* real = std::get_if<double>(&value)) return real_slider(*real, {parameter.min, parameter.max}, width);
    auto* text = std::get_if<std::string>(&value);
    if (text == nullptr || parameter.choices.empty()) return false;
    const auto now = std::ranges::find(parameter.choices, *text);
    int chosen = static_cast<int>(now - parameter.choices.begin());
    if (!ImGui::SliderInt("##slider", &chosen, 0, static_cast<int>(parameter.choices.size()) - 1, "", ImGuiSliderFlags_NoInput))
        return false;
    *text = parameter.choices[static_cast<std::size_t>(chosen)];
    return true;
}

// One parameter: its name, which shows the next one when clicked, its value, and a slider below.
void control(const PresentPage& page) {
    Workbench& bench = page.bench;
    const Look& look = bench.look;
    const auto& all = bench.lesson->parameters;
    if (!page.state.control_chosen) page.state.control = first_control(bench);
    page.state.control = std::min(page.state.control, all.size() - 1);
    const Parameter& parameter = all[page.state.control];
    ParameterValue& value = bench.draft.request.parameters.try_emplace(parameter.id, parameter.default_value).first->second;
    const float width = page.px(kControlWidth), size = look.px(Fonts::kSmall);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string shown = std::holds_alternative<std::int64_t>(value) && parameter.kind != ParameterKind::flag
                                  ? with_separators(std::get<std::int64_t>(value))
                                  : text_of(value);
    const float value_width = text_width(look.fonts.mono, size, shown), name_width = width - value_width - page.px(12);
    if (ImGui::InvisibleButton("##next_control", {name_width, size * 1.2f}, ImGuiButtonFlags_EnableNav)) {
        page.state.control = (page.state.control + 1) % all.size();
        page.state.control_chosen = true;
    }
    const bool hovered = ImGui::IsItemHovered();
    explain(look, parameter.label + ". Click for the next parameter.");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    put_text_cut(list, look.fonts.regular, size, at, hovered ? look.theme.accent : look.theme.text, parameter.label, name_width);
    put_text(list, look.fonts.mono, size, {at.x + width, at.y}, look.theme.text, shown, 1);
    ImGui::SetCursorScreenPos({at.x, at.y + page.px(32)});
    const FontScope font(look.fonts.regular, size);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(page.px(4), page.px(2)));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, page.px(13));
    ImGui::PushStyleVar(ImGuiStyleVar_GrabRounding, page.px(13));
    ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, page.px(26));
    ImGui::SetNextItemWidth(width);
    const IdScope id(parameter.id.c_str());
    if (value_control(page, parameter, value)) {
        if (parameter.kind == ParameterKind::block) bench.draft.request.block = std::nullopt;
        bench.post(ask::TakeDraft{});
    }
    ImGui::PopStyleVar(4);
    explain(look, parameter.help);
}

// On a question: the answer is committed, or asked for again.
void question_button(const PresentPage& page, const Prediction& prediction, float right, float top) {
    Workbench& bench = page.bench;
    LessonPanelState& answers = bench.state<LessonPanelState>();
    const bool closed = bench.lessons.progress[bench.lesson->id].has_committed(prediction);
    if (prediction.asks_sketch()) return;             // its card has the buttons
    if (!closed && prediction.asks_number()) return;  // the button is beside the number
    const std::string label = closed ? "Ask again" : "Commit and run";
    const float width = wide_for(page, label);
    ImGui::SetCursorScreenPos({right - width, top});
    if (closed) {
        if (large_button(page, label, width)) ask_again(bench, answers, prediction);
        return;
    }
    const bool ready = chosen_answer(bench, answers, prediction) >= 0 && !bench.results.status.busy;
    if (large_button(page, label, width, true, ready)) commit_answer(bench, prediction, chosen_answer(bench, answers, prediction));
    explain(bench.look, ready ? "Keeps the answer, then runs the kernel" : "Choose an answer first");
}

}  // namespace

void present_bar(const PresentPage& page) {
    Workbench& bench = page.bench;
    const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::kBody));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, page.px(10));
    const float top = ImGui::GetCursorScreenPos().y;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    float right = viewport.Pos.x + viewport.Size.x - page.px(28);
    steps(page);
    const Prediction* prediction = page.step.kind == StepKind::question ? asked_prediction(bench, page.step.prediction) : nullptr;
    if (prediction != nullptr) {
        question_button(page, *prediction, right, top);
    } else {
        const float left = ImGui::GetCursorScreenPos().x, run = page.px(104);
        ImGui::SetCursorScreenPos({right - run, top});
        const bool busy = bench.results.status.busy;
        if (large_button(page, busy ? "Stop###run" : "Run###run", run, !busy)) {
            if (busy)
                bench.post(ask::Cancel{});
            else
                bench.post(ask::Run{});
        }
        explain(bench.look, busy ? "Stops the run (Esc)" : "Runs the kernel (F5)");
        right -= run + page.px(kGap);
        if (!bench.lesson->parameters.empty()) {
            ImGui::SetCursorScreenPos({right - page.px(kControlWidth), top - page.px(2)});
            control(page);
            right -= page.px(kControlWidth + kGap);
        }
        ImGui::SetCursorScreenPos({left, top});
        presets(page, right - left);
    }
    ImGui::PopStyleVar();
}

}  // namespace warpwise::ui
