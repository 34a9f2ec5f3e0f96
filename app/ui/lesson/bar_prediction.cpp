// A prediction whose answer is a recorded time, or a ratio of two: the learner drags a bar on a logarithmic axis, or types the
// number, and after the commit the recorded bar stands below it.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/number_text.h"
#include "base/text.h"
#include "experiment/record/claims.h"
#include "lesson/formula.h"
#include "lesson/given_answer.h"
#include "ui/kit/draw.h"
#include "ui/kit/longest_text.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"

namespace warpwise::ui {
namespace {

constexpr float kBarHeight = 17, kWidestAxis = 620;  // unscaled
constexpr double kDigits = 100;                      // a hand sets two digits

double rounded(double value) {
    if (value <= 0) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(value))) * 10 / kDigits;
    return std::round(value / unit) * unit;
}

std::string value_text(const Prediction& prediction, double value) { return number_answer(prediction, value); }

// "3.4 ms", "12 us", "850 ns"; a number alone is in milliseconds, or in the prediction's own unit.
std::optional<double> value_in(const Prediction& prediction, std::string text) {
    std::erase(text, ',');
    std::string unit(trimmed(text));
    double factor = 1;
    if (prediction.unit.empty()) {
        static const std::vector<std::pair<std::string, double>> units{{"ms", 1},           {"us", 1e-3}, {"\xc2\xb5s", 1e-3},
                                                                       {"\xce\xbcs", 1e-3}, {"ns", 1e-6}, {"s", 1e3}};
        for (const auto& [name, in_ms] : units) {
            if (!unit.ends_with(name)) continue;
            factor = in_ms;
            unit.resize(unit.size() - name.size());
            break;
        }
    } else if (unit.ends_with(prediction.unit)) {
        unit.resize(unit.size() - prediction.unit.size());
    }
    unit = std::string(trimmed(unit));
    const auto value = evaluate_formula(unit, {});
    if (unit.empty() || !value || *value <= 0) return std::nullopt;
    return *value * factor;
}

struct BarAxis {
    ImVec2 at;
    float width = 0, height = 0;
    double lowest = 1, highest = 10;
    float part(double value) const {
        return static_cast<float>(std::clamp(std::log(value / lowest) / std::log(highest / lowest), 0.0, 1.0));
    }
    float x(double value) const { return at.x + width * part(value); }
};

// Powers of ten, labelled where there is room.
void draw_axis(const Look& look, const Prediction& prediction, const BarAxis& axis, float bottom) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float free_from = axis.at.x;
    for (double tick = std::pow(10.0, std::ceil(std::log10(axis.lowest) - 1e-9)); tick <= axis.highest * 1.0001; tick *= 10) {
        const float x = axis.x(tick);
        list.AddLine({x, axis.at.y}, {x, bottom}, look.theme.line, std::max(1.0f, look.px(1)));
        const std::string text = prediction.unit.empty() ? short_duration(tick) : number_text(tick);
        const float width = text_width(look.fonts.regular, look.px(Fonts::kSmall), text);
        const float left = std::clamp(x - width / 2, axis.at.x, axis.at.x + axis.width - width);
        if (left < free_from) continue;
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {left, bottom + look.px(2)}, look.theme.muted, text);
        free_from = left + width + look.px(8);
    }
}

enum class BarKind { given, mine, recorded };

// A bar with its label above, the longest that fits, and its value at its end, inside where there is no room beside it.
void draw_bar(const Look& look, const BarAxis& axis, float y, BarKind kind, std::span<const std::string> labels, double value,
              const std::string& shown) {
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float small = look.px(Fonts::kSmall), top = y + look.px(18), bottom = top + axis.height;
    put_longest_text(list, look.fonts.regular, small, {axis.at.x, y}, kind == BarKind::given ? t.muted : t.text, labels,
                     axis.width);
    const ImU32 fill = kind == BarKind::mine ? t.accent : kind == BarKind::recorded ? t.good : mix(t.panel, t.muted, 0.55f);
    list.AddRectFilled({axis.at.x, top}, {axis.at.x + axis.width, bottom}, mix(t.panel, t.line, 0.35f), look.px(3));
    if (value <= 0) return;
    const float end = std::max(axis.x(value), axis.at.x + look.px(3));
    list.AddRectFilled({axis.at.x, top}, {end, bottom}, fill, look.px(3));
    if (kind == BarKind::mine) {  // a grip, which says that it can be dragged
        list.AddRectFilled({end - look.px(3), top - look.px(3)}, {end + look.px(3), bottom + look.px(3)}, t.accent, look.px(2));
        list.AddRect({end - look.px(3), top - look.px(3)}, {end + look.px(3), bottom + look.px(3)}, t.panel, look.px(2));
    }
    const float width = text_width(look.fonts.semibold, small, shown);
    const bool fits = end + look.px(10) + width <= axis.at.x + axis.width;
    const float x = fits ? end + look.px(10) : end - look.px(9) - width;
    const ImU32 ink = fits ? t.text : contrast(fill, t.text) > contrast(fill, t.panel) ? t.text : t.panel;
    put_text(list, look.fonts.semibold, small, {x, top + (axis.height - small * 1.2f) / 2}, ink, shown);
}

std::string recorded_on(const Workbench& bench) {
    const Recording* recording = recording_of(bench.recordings.all, bench.lesson->id);
    return recording == nullptr ? "recorded" : "recorded on the " + recording->device_name;
}

// All bars, from the top down; the learner's can be dragged while `open`. Returns whether it was.
bool bars(Workbench& bench, const Prediction& prediction, double& mine, bool open) {
    const Look& look = bench.look;
    BarAxis axis{ImGui::GetCursorScreenPos(), std::min(ImGui::GetContentRegionAvail().x, look.px(kWidestAxis)), look.px(kBarHeight),
                 prediction.lowest, prediction.highest};
    const float row = look.px(18) + axis.height + look.px(9);
    std::vector<std::pair<std::string, double>> given;
    for (const RecordedBar& bar : prediction.beside)
        if (const auto value = recorded_value(*bench.lesson, bar.of, bench.recordings.all)) given.emplace_back(bar.label, *value);
    const std::size_t rows = given.size() + (open ? 1 : 2);
    const float bottom = axis.at.y + row * static_cast<float>(rows) - look.px(4);
    draw_axis(look, prediction, axis, bottom);
    float y = axis.at.y;
    for (const auto& [label, value] : given) {
        const std::string labels[] = {fmt::format("{}, {}", label, recorded_on(bench)), label + ", recorded", label};
        draw_bar(look, axis, y, BarKind::given, labels, value, value_text(prediction, value));
        y += row;
    }
    bool dragged = false;
    if (open) {
        ImGui::SetCursorScreenPos({axis.at.x, y + look.px(18)});
        double value = mine > 0 ? mine : prediction.lowest;
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, (axis.height - ImGui::GetFontSize()) / 2));
        ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, 1.0f);
        {
            // the slider takes mouse and keys; its bar is drawn below
            const ColourScope unseen{{ImGuiCol_FrameBg, 0},    {ImGuiCol_FrameBgHovered, 0},   {ImGuiCol_FrameBgActive, 0},
                                     {ImGuiCol_SliderGrab, 0}, {ImGuiCol_SliderGrabActive, 0}, {ImGuiCol_Border, 0}};
            ImGui::SetNextItemWidth(axis.width);
            dragged = ImGui::SliderScalar("##bar", ImGuiDataType_Double, &value, &prediction.lowest, &prediction.highest, "",
                                          ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput);
        }
        ImGui::PopStyleVar(2);
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        if (dragged) mine = rounded(value);
    }
    const std::string own[] = {open && mine <= 0 ? "Your answer: drag here" : "Your answer"};
    draw_bar(look, axis, y, BarKind::mine, own, mine, value_text(prediction, mine));
    const std::string recorded[] = {sentence(recorded_on(bench)), "Recorded"};
    if (!open)
        draw_bar(look, axis, y + row, BarKind::recorded, recorded, prediction.number, value_text(prediction, prediction.number));
    ImGui::SetCursorScreenPos({axis.at.x, bottom + look.px(22)});
    ImGui::Dummy({axis.width, 0});
    return dragged;
}

void bar_entry(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const Look& look = bench.look;
    std::string& text = state.entered[bench.lesson->id + "/" + prediction.id];
    double mine = value_in(prediction, text).value_or(0);
    if (bars(bench, prediction, mine, true)) text = value_text(prediction, mine);
    ImGui::SetNextItemWidth(look.px(140));
    const bool by_key = ImGui::InputTextWithHint("##number", prediction.unit.empty() ? "or type: 3.4 ms" : "or type a number",
                                                 &text, ImGuiInputTextFlags_EnterReturnsTrue);
    mine = value_in(prediction, text).value_or(0);
    const bool ready = mine > 0;
    const bool pressed = primary_button(look, "Commit and show##prediction", nullptr, 0, ready);
    explain(look, ready ? "Keeps your answer, then shows the recorded one beside it" : "Drag the bar or type a number first");
    if (!ready || (!pressed && !by_key)) return;
    bench.lessons.progress[bench.lesson->id].numbers[prediction.id] = mine;
    note_commit(bench, prediction);
    // Other views show it, unless that would run it: the answer is recorded, and the emulator may take minutes for its size.
    const bool would_run = bench.settings.live_run && bench.results.has_run;
    if (!would_run && (!prediction.kernel.empty() || !prediction.values.empty())) set_up_prediction(bench, prediction);
}

// The near miss that is nearest, where one is about as near as an answer counts as right.
const NearMiss* near_miss(const Prediction& prediction, double entered) {
    const NearMiss* nearest = nullptr;
    double least = std::log(prediction.within);
    for (const NearMiss& miss : prediction.near_misses) {
        if (miss.value <= 0) continue;
        const double distance = std::abs(std::log(entered / miss.value));
        if (distance <= least) nearest = &miss, least = distance;
    }
    return nearest;
}

}  // namespace

void bar_prediction(Workbench& bench, LessonPanelState& state, const Prediction& prediction) {
    const Look& look = bench.look;
    auto& numbers = bench.lessons.progress[bench.lesson->id].numbers;
    const auto committed = numbers.find(prediction.id);
    if (prediction.number <= 0) {
        muted_text(look, "No recording here has this run, so there is nothing to compare an answer with.");
        if (committed != numbers.end() || !small_button(look, "Go on without it##prediction")) return;
        numbers[prediction.id] = 0;
        return bench.post(ask::SaveSettings{});
    }
    if (committed == numbers.end()) return bar_entry(bench, state, prediction);
    double mine = committed->second;
    bars(bench, prediction, mine, false);
    const bool right = prediction.is_right(mine);
    text_in(look, right ? look.theme.good : look.theme.bad,
            fmt::format("{}  {}  (your answer{})", right ? icon::kCheck : icon::kCross, value_text(prediction, mine),
                        right ? ", right" : ""));
    if (const NearMiss* miss = right ? nullptr : near_miss(prediction, mine)) muted_text(look, miss->why);
    text_in(look, look.theme.text, fmt::format("{}  ({})", value_text(prediction, prediction.number), recorded_on(bench)));
    muted_text(look, fmt::format("An answer counts as right within a factor of {}.", number_text(prediction.within)));
    muted_text(look, prediction.why);
    again_button(bench, state, prediction, right);
}

}  // namespace warpwise::ui
