// The view `bits`: what a number's bits are, what they mean, and what a typed value was rounded to.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "lesson/number_views.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/numbers/bits_parts.h"
#include "ui/numbers/bits_state.h"
#include "ui/numbers/number_words.h"
#include "ui/numbers/panels.h"
#include "ui/threads/array_strip.h"
#include "ui/threads/launch_facts.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

// What the lesson says about the start, once per lesson; and its dtype whenever that changes.
void follow_lesson(Workbench& bench, BitsState& state) {
    if (bench.lesson == nullptr) return;
    const BitsView view = bits_view(*bench.lesson);
    const bool is_new = state.lesson != bench.lesson->id;
    const NumberFormat* const fixed = find_number_format(view.dtype);
    const std::string dtype = bench.draft.resolved ? std::string(name_of(bench.draft.resolved->dtype)) : state.lesson_dtype;
    if (is_new) {
        state = {};
        state.lesson = bench.lesson->id;
        state.clicks_seen = bench.pointing.element_clicks;
        if (fixed != nullptr) state.editor.use_format(*fixed);
    }
    if (fixed == nullptr && dtype != state.lesson_dtype)
        if (const NumberFormat* const format = find_number_format(dtype)) state.editor.use_format(*format);
    state.lesson_dtype = dtype;
    if (is_new && !view.value.empty()) static_cast<void>(state.editor.type(view.value));
}

const Array* named_array(const RunRecord& record, const std::string& name) {
    for (const auto& arrays : {record.outputs, record.inputs})
        if (arrays)
            for (const Array& array : *arrays)
                if (array.name == name) return &array;
    return nullptr;
}

// The array whose elements can be taken, of the newest result; null: there is none.
const Array* shown_array(const Workbench& bench, const LaunchFacts& launch) {
    if (launch.record == nullptr) return nullptr;
    const std::string named = bits_view(*bench.lesson).array;
    return named_array(*launch.record, named.empty() ? array_name(launch) : named);
}

void take_element(BitsState& state, const Array& array, std::int64_t element) {
    const auto index = static_cast<std::size_t>(element);
    if (element < 0 || index >= array.size()) return;
    std::uint64_t bits = 0;
    const std::size_t bytes = size_of(array.dtype());
    std::memcpy(&bits, array.data() + index * bytes, bytes);
    state.editor.use_format(*find_number_format(name_of(array.dtype())));
    state.editor.set_bits(bits);
    state.element = element;
    state.element_name = fmt::format("{}[{}]", array.name, element);
    state.version_of_element = state.editor.version();
}

// An element that was clicked, and the same one again when another run has changed it, until the learner changes the value.
void follow_array(Workbench& bench, BitsState& state, const LaunchFacts& launch, const Array* array) {
    if (state.element && state.editor.version() != state.version_of_element) state.element.reset();
    if (array == nullptr) return;
    if (bench.pointing.element_clicks != state.clicks_seen && bench.pointing.chosen_element)
        take_element(state, *array, *bench.pointing.chosen_element);
    else if (state.element && launch.version != state.facts_seen)
        take_element(state, *array, *state.element);
    state.clicks_seen = bench.pointing.element_clicks;
    state.facts_seen = launch.version;
}

void format_row(const Look& look, BitEditor& editor) {
    std::vector<std::string> names;
    int chosen = 0;
    for (const NumberFormat& format : number_formats()) {
        if (&format == &editor.format()) chosen = static_cast<int>(names.size());
        names.emplace_back(format.name);
    }
    if (segmented(look, "##format", names, chosen)) editor.use_format(number_formats()[static_cast<std::size_t>(chosen)]);
}

void type_value(BitsState& state) {
    const auto typed = state.editor.type(state.text);
    state.problem = typed ? "" : typed.error().text();
    if (typed) state.text_version = state.editor.version();
}

void value_row(const Look& look, BitsState& state) {
    BitEditor& editor = state.editor;
    if (state.text_version != editor.version()) {
        state.text = editor.typed();
        state.text_version = editor.version();
        state.problem.clear();
    }
    {
        const FontScope font(look.fonts.mono, look.px(Fonts::kCode));
        ImGui::SetNextItemWidth(std::min(ImGui::GetContentRegionAvail().x, look.px(260)));
        const bool entered = ImGui::InputText("##typed", &state.text, ImGuiInputTextFlags_EnterReturnsTrue);
        if (entered || ImGui::IsItemDeactivatedAfterEdit()) type_value(state);
    }
    explain(look, "Type a number, such as 0.1, 1/3, 2^24 + 1, 0xff or inf, and press Enter.");
    const auto button = [&](const char* label, bool enabled, const char* help) {
        place_beside(button_width(label));
        const bool pressed = quiet_button(look, label, enabled);
        explain(look, help);
        return pressed;
    };
    if (button("- 1###minus_one", true, "Subtracts 1, as this type computes it.")) editor.add(-1);
    if (button("+ 1###plus_one", true, "Adds 1, as this type computes it.")) editor.add(1);
    if (button("Next below###next_below", editor.can_step(-1), "The neighbour below: the largest number that is smaller."))
        editor.step(-1);
    if (button("Next above###next_above", editor.can_step(1), "The neighbour above: the smallest number that is larger."))
        editor.step(1);
    if (!state.problem.empty()) text_in(look, look.theme.bad, state.problem);
}

void choices_row(const Look& look, BitEditor& editor) {
    bool first = true;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    for (const NumberChoice& choice : number_choices(editor.format())) {
        if (!first) place_beside(button_width(choice.label.c_str()));
        first = false;
        if (small_button(look, (choice.label + "###choice_" + choice.label).c_str())) static_cast<void>(editor.type(choice.text));
    }
}

void element_row(const Look& look, BitsState& state, const Array* array) {
    if (array == nullptr || array->size() == 0) {
        muted_text(look, "After a run, click an element in Arrays to see its bits.");
        return;
    }
    std::int64_t element = state.element.value_or(0);
    const NumberRange range{.min = 0, .max = static_cast<std::int64_t>(array->size()) - 1};
    if (number_row(look, "Element", element, range, {},
                   fmt::format("An element of {}, of the latest result. Clicking one in Arrays does the same.", array->name)))
        take_element(state, *array, element);
    if (state.element) muted_text(look, fmt::format("These are the bits of {}.", state.element_name));
}

// The value and what became of the typed one.
void value_lines(const Look& look, const BitEditor& editor) {
    {
        const FontScope font(look.fonts.mono, look.px(18));
        text_in(look, look.theme.text, value_text(editor.format(), editor.bits()));
    }
    text_in(look, editor.lost() ? look.theme.warn : look.theme.muted, editor.outcome());
    if (const std::string special = class_text(editor.format(), editor.bits()); !special.empty())
        text_in(look, look.theme.text, special);
}

// The values stand in a column of their own, near their names.
void fact(const Look& look, const char* name, std::string_view value, std::string_view help) {
    const float left = ImGui::GetCursorPosX();
    ImGui::BeginGroup();
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", name);
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + look.px(110));
    const FontScope font(look.fonts.mono, look.px(Fonts::kCode));
    text_in(look, look.theme.text, value);
    ImGui::EndGroup();
    explain(look, help);
}

void facts(const Look& look, const BitEditor& editor) {
    const NumberFormat& format = editor.format();
    const std::uint64_t bits = editor.bits();
    if (const std::string parts = make_up_text(format, bits); !parts.empty())
        fact(look, "Made of", parts,
             format.is_float() ? "Sign, significand and power of two. The exponent's bits hold the power plus a fixed number."
                               : "The place values of the bits that are 1.");
    fact(look, "Hexadecimal", hex_text(format, bits), "Four bits per digit.");
    const auto below = next_below(format, bits), above = next_above(format, bits);
    const std::int64_t ordinal = ordinal_of(format, bits);
    const bool finite = is_finite(format, bits);
    const auto neighbour = [&](const char* key, const std::optional<std::uint64_t>& other, std::int64_t lower) {
        if (!other) return;
        std::string text = short_value_text(format, *other);
        if (finite && is_finite(format, *other)) text += ", " + power_text(gap_exponent(format, lower)) + " away";
        fact(look, key, text, "The neighbour, and the gap to it.");
    };
    neighbour("Next above", above, ordinal);
    neighbour("Next below", below, ordinal - 1);
}

}  // namespace

void bits_panel(Workbench& bench) {
    const Look& look = bench.look;
    const IdScope id("bits");
    BitsState& state = bench.state<BitsState>();
    follow_lesson(bench, state);
    const LaunchFacts launch = launch_facts(bench);
    const Array* const array = bench.lesson != nullptr && launch.facts != nullptr ? shown_array(bench, launch) : nullptr;
    follow_array(bench, state, launch, array);
    if (ImGui::BeginChild("##bits_parts", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        format_row(look, state.editor);
        value_row(look, state);
        choices_row(look, state.editor);
        ImGui::Dummy({0, look.px(2)});
        draw_bit_cells(look, state.editor);
        value_lines(look, state.editor);
        draw_number_line(look, state);
        ImGui::Dummy({0, look.px(2)});
        facts(look, state.editor);
        if (bench.lesson != nullptr) element_row(look, state, array);
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
