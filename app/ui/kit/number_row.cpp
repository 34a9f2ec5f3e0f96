// The number rows of widgets.h: a field that takes numbers as people write them, and a slider.
#include <imgui_internal.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "ui/kit/number_slider.h"
#include "ui/kit/row_label.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr float kWidestSlider = 320;  // unscaled; a longer way is no finer to set
constexpr float kLabelWidth = 84, kFieldWidth = 76, kLeastSlider = 44, kUsualUnit = 30;  // unscaled

std::int64_t clamp_to(const NumberRange& range, std::int64_t value) {
    return std::clamp(value, range.min, std::max(range.min, range.max));
}

int floor_log2(std::int64_t value) { return value < 1 ? 0 : std::bit_width(static_cast<std::uint64_t>(value)) - 1; }

// One step up or down: to the next power of two, or by one.
std::int64_t step(const NumberRange& range, std::int64_t value, bool up) {
    if (!range.powers_of_two) return clamp_to(range, value + (up ? 1 : -1));
    const std::int64_t below = std::int64_t{1} << floor_log2(std::max<std::int64_t>(value, 1));
    if (up) return clamp_to(range, below * 2);
    return clamp_to(range, below == value ? std::max<std::int64_t>(below / 2, 1) : below);
}

// Arrow up and down inside the field step the number.
int step_in_field(ImGuiInputTextCallbackData* data) {
    std::int64_t value = 0;
    if (data->EventFlag != ImGuiInputTextFlags_CallbackHistory ||
        !parse_count({data->Buf, static_cast<std::size_t>(data->BufTextLen)}, value))
        return 0;
    const auto& range = *static_cast<const NumberRange*>(data->UserData);
    const std::string text = std::to_string(step(range, value, data->EventKey == ImGuiKey_UpArrow));
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, text.c_str());
    data->SelectAll();
    return 0;
}

// Takes the text over when the field is left or Enter is pressed; what is not a number is dropped.
bool field(std::int64_t& value, NumberRange range, float width) {
    char text[32];
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
    ImGui::SetNextItemWidth(width);
    ImGui::InputText("##value", text, sizeof text, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackHistory,
                     step_in_field, &range);
    std::int64_t typed = 0;
    if (!ImGui::IsItemDeactivatedAfterEdit() || !parse_count(text, typed)) return false;
    typed = clamp_to(range, typed);
    const bool changed = typed != value;
    value = typed;
    return changed;
}

bool real_field(double& value, const RealRange& range, float width) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    ImGui::SetNextItemWidth(width);
    ImGui::InputText("##value", text, sizeof text, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CharsScientific);
    if (!ImGui::IsItemDeactivatedAfterEdit()) return false;
    double typed = 0;
    const char* end = text + std::strlen(text);
    const char* begin = *text == '+' ? text + 1 : text;
    if (std::from_chars(begin, end, typed).ec != std::errc() || !std::isfinite(typed)) return false;
    if (range.min < range.max) typed = std::clamp(typed, range.min, range.max);
    const bool changed = typed != value;
    value = typed;
    return changed;
}

// What stands right of the label column, in every row alike: the fields of a window begin at one place.
float controls_width(const Look& look) {
    return look.px(kFieldWidth + kLeastSlider + kUsualUnit) + 2 * ImGui::GetStyle().ItemSpacing.x;
}

float widest_word(std::string_view label) {
    float widest = 0;
    while (!label.empty()) {
        const std::size_t end = std::min(label.find(' '), label.size());
        widest = std::max(widest, ImGui::CalcTextSize(label.data(), label.data() + end).x);
        label.remove_prefix(std::min(end + 1, label.size()));
    }
    return widest;
}

// "label  [ field ]  ---o---  unit". In a narrow panel the label goes above.
template <typename Field, typename Slider>
bool labelled_row(const Look& look, const char* label, std::string_view unit, std::string_view help, Field field, Slider slider) {
    const IdScope scope(label);
    const float unit_width =
        unit.empty() ? 0 : ImGui::CalcTextSize(unit.data(), unit.data() + unit.size()).x + ImGui::GetStyle().ItemSpacing.x;
    ImGui::BeginGroup();
    row_label(look, label, help);
    bool changed = field(look.px(kFieldWidth));
    explain(look, help);
    ImGui::SameLine();
    const float slider_width =
        std::clamp(ImGui::GetContentRegionAvail().x - unit_width, look.px(kLeastSlider), look.px(kWidestSlider));
    changed |= slider(slider_width);
    explain(look, help);
    if (!unit.empty()) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(to_vec4(look.theme.muted), "%.*s", static_cast<int>(unit.size()), unit.data());
    }
    ImGui::EndGroup();
    return changed;
}

}  // namespace

bool number_slider(const NumberRange& range, std::int64_t& value, float width) {
    ImGui::SetNextItemWidth(width);
    const std::int64_t before = value;
    if (range.powers_of_two) {
        const int lowest = floor_log2(std::max<std::int64_t>(range.min, 1)), highest = std::max(lowest + 1, floor_log2(range.max));
        int exponent = std::clamp(floor_log2(value), lowest, highest);
        if (ImGui::SliderInt("##slider", &exponent, lowest, highest, "", ImGuiSliderFlags_NoInput))
            value = clamp_to(range, std::int64_t{1} << exponent);
    } else {
        const ImGuiSliderFlags wide = range.max - range.min > 1000 && range.min >= 0 ? ImGuiSliderFlags_Logarithmic : 0;
        std::int64_t moved = value;
        if (ImGui::SliderScalar("##slider", ImGuiDataType_S64, &moved, &range.min, &range.max, "", ImGuiSliderFlags_NoInput | wide))
            value = clamp_to(range, moved);
    }
    return value != before;
}

bool real_slider(double& value, const RealRange& range, float width) {
    const ImGuiSliderFlags wide = range.min > 0 && range.max / range.min > 1000 ? ImGuiSliderFlags_Logarithmic : 0;
    ImGui::SetNextItemWidth(width);
    return ImGui::SliderScalar("##slider", ImGuiDataType_Double, &value, &range.min, &range.max, "",
                               ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp | wide);
}

void row_label(const Look& look, const char* label, std::string_view help) {
    const float room = ImGui::GetContentRegionAvail().x, left = ImGui::GetCursorPosX(), gap = ImGui::GetStyle().ItemSpacing.x;
    const float column = label_column(look, label);
    const bool beside = room >= column + controls_width(look);
    ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(beside ? left + column - gap + 1 : 0);
    ImGui::TextUnformatted(label);
    ImGui::PopTextWrapPos();
    explain(look, help);
    if (!beside) return;
    ImGui::SameLine(0, gap);
    ImGui::SetCursorPosX(left + column);
}

float label_column(const Look& look, const char* label) {
    // keyed without the ids around the row: the rows of a window share the column
    static const ImGuiID seen_at = ImHashStr("label column frame"), shown = ImHashStr("label column"),
                         growing = ImHashStr("label column next");
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    if (storage.GetInt(seen_at) != ImGui::GetFrameCount()) {
        storage.SetInt(seen_at, ImGui::GetFrameCount());
        storage.SetFloat(shown, storage.GetFloat(growing));
        storage.SetFloat(growing, 0);
    }
    const float gap = ImGui::GetStyle().ItemSpacing.x, most = ImGui::GetContentRegionAvail().x - controls_width(look);
    const float whole = ImGui::CalcTextSize(label).x + gap, word = widest_word(label) + gap;
    if (const float needed = whole <= most ? whole : word; needed <= most)
        storage.SetFloat(growing, std::max(storage.GetFloat(growing), needed));
    return std::max(look.px(kLabelWidth), storage.GetFloat(shown));
}

bool parse_count(std::string_view text, std::int64_t& value) {
    std::string digits;
    for (const char c : text)
        if (c != ',' && c != '_' && c != ' ') digits += c;
    const char* end = digits.data() + digits.size();
    double number = 0;
    auto [rest, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc()) return false;
    if (rest != end && *rest == '^') {
        double exponent = 0;
        const auto [after, bad] = std::from_chars(rest + 1, end, exponent);
        if (bad != std::errc()) return false;
        number = std::pow(number, exponent);
        rest = after;
    } else if (rest != end && (*rest == 'k' || *rest == 'K' || *rest == 'M' || *rest == 'G')) {
        number *= *rest == 'G' ? 1e9 : *rest == 'M' ? 1e6 : 1e3;
        ++rest;
    }
    if (rest != end || !std::isfinite(number) || std::abs(number) > 9e18) return false;
    value = std::llround(number);
    return true;
}

bool number_row(const Look& look, const char* label, std::int64_t& value, const NumberRange& range, std::string_view unit,
                std::string_view help) {
    const auto typed = [&](float width) {
        const FontScope font(look.fonts.mono, look.px(Fonts::kCode));
        return field(value, range, width);
    };
    return labelled_row(look, label, unit, help, typed, [&](float width) { return number_slider(range, value, width); });
}

bool real_row(const Look& look, const char* label, double& value, const RealRange& range, std::string_view help) {
    const auto typed = [&](float width) {
        const FontScope font(look.fonts.mono, look.px(Fonts::kCode));
        return real_field(value, range, width);
    };
    const auto moved = [&](float width) { return range.min < range.max && real_slider(value, range, width); };
    return labelled_row(look, label, {}, help, typed, moved);
}

}  // namespace warpwise::ui
