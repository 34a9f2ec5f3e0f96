// The small parts that panels are made of. All of them take their colours and sizes from the Look, work by mouse and by
// keyboard, and carry stable names, so that tests and tours find them.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/number_text.h"
#include "ui/kit/theme.h"

namespace warpwise::ui {

// Scope guards.
class FontScope {
  public:
    FontScope(ImFont* font, float size_px) { ImGui::PushFont(font, size_px); }
    ~FontScope() { ImGui::PopFont(); }
    FontScope(const FontScope&) = delete;
    FontScope& operator=(const FontScope&) = delete;
};
class ColourScope {
  public:
    ColourScope(std::initializer_list<std::pair<ImGuiCol, ImU32>> colours);
    ~ColourScope() { ImGui::PopStyleColor(count_); }
    ColourScope(const ColourScope&) = delete;
    ColourScope& operator=(const ColourScope&) = delete;

  private:
    int count_;
};
class IdScope {
  public:
    explicit IdScope(const char* id) { ImGui::PushID(id); }
    explicit IdScope(int id) { ImGui::PushID(id); }
    ~IdScope() { ImGui::PopID(); }
    IdScope(const IdScope&) = delete;
    IdScope& operator=(const IdScope&) = delete;
};
class DisabledScope {
  public:
    explicit DisabledScope(bool disabled) { ImGui::BeginDisabled(disabled); }
    ~DisabledScope() { ImGui::EndDisabled(); }
    DisabledScope(const DisabledScope&) = delete;
    DisabledScope& operator=(const DisabledScope&) = delete;
};

// "Presets": small, semibold, muted, with a little space above.
void section_label(const Look&, const char* text);
void heading(const Look&, std::string_view text);
void text_in(const Look&, ImU32 colour, std::string_view text);  // wrapped at the window's edge
std::string sentence(std::string text);                          // its first letter made a capital
void muted_text(const Look&, std::string_view text);             // small, muted, wrapped
void mono_text(const Look&, std::string_view text);

// Explains the item before it when the mouse rests on it or the keyboard is on it. Disabled items too.
void explain(const Look&, std::string_view text);

// The one filled button of a panel. width < 0: to the right edge. `shortcut` ("F5") is shown after the label.
bool primary_button(const Look&, const char* label, const char* shortcut = nullptr, float width = 0, bool enabled = true);
bool quiet_button(const Look&, const char* label, bool enabled = true, float width = 0);  // outlined
// In small type, for what is rarely needed.
bool small_button(const Look&, const char* label);
bool icon_button(const Look&, const char* id, const char* icon, std::string_view help);

// A row of choices of which one is on; wraps to the next line where it does not fit. True when `chosen` changed.
// `help`, if given, explains each. Left and right arrows move between the buttons.
bool segmented(const Look&, const char* id, std::span<const std::string> names, int& chosen,
               std::span<const std::string> help = {});

struct NumberRange {
    std::int64_t min = 0, max = 1;
    bool powers_of_two = false;  // the slider, and arrow up and down in the field, go by powers of two
};
// "block.x  [ 32 ]  ---o---  auto": field (named "##<label>/value" for tests: value) and slider. In a narrow panel the label
// goes above. True when `value` changed; it always lies in the range.
bool number_row(const Look&, const char* label, std::int64_t& value, const NumberRange&, std::string_view unit = {},
                std::string_view help = {});
// Where the fields of this window's rows begin, from the left: past the widest label that leaves room for a field. Rows that are
// no number_row call it with their label and begin there too.
float label_column(const Look&, const char* label);
struct RealRange {
    double min = 0, max = 0;  // equal: any number, and no slider
};
// The same for a real number.
bool real_row(const Look&, const char* label, double& value, const RealRange&, std::string_view help = {});
// "12", "4,096", "2^20", "1e6", "64k", "1M": what a person types as a count; nothing when it is not a number.
bool parse_count(std::string_view text, std::int64_t& value);

// A rounded label with a dot, as the device chip. True when clicked.
bool chip(const Look&, const char* id, std::string_view text, ImU32 dot);

// A rounded background behind what is drawn until the guard goes; `edge` colours a bar at the left.
class Card {
  public:
    Card(const Look&, const char* id, ImU32 background, ImU32 edge = 0);
    ~Card();
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;

  private:
    ImU32 edge_;
    float scale_;
};

// "warps run ........ 4": key at the left, value in mono at the right, the explanation on both.
void key_value(const Look&, std::string_view key, std::string_view value, std::string_view help = {}, ImU32 colour = 0);

// A window over the panels: help, the palette, About. Close it with ImGui::End(), as any window.
bool begin_overlay(const Look&, const char* name, bool* open, ImGuiWindowFlags flags = 0);

// What to do next, in the middle of an empty view.
void empty_state(const Look&, std::string_view what, std::string_view next);
float empty_state_left(const Look&);  // where its text begins, for a button below it; asked for at the left of the room

}  // namespace warpwise::ui
