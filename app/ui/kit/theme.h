// Colours, fonts and sizes: the one place that says how Warpwise looks. Panels ask here and never write a colour.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

namespace warpwise::ui {

enum class ThemeName { dark, light, high_contrast };
const char* name_of(ThemeName);  // "dark", "light", "high-contrast"

struct Theme {
    ImU32 ground, panel, raised, line, text, muted;
    ImU32 accent, accent_ink;                 // the one filled button, the chosen thing; ink is text on it
    ImU32 good, warn, bad;                    // bad only for what costs or is wrong
    ImU32 block_term, dim_term, thread_term;  // blockIdx, blockDim, threadIdx: the same in formula, code, axis and card
    ImU32 series[6];                          // Okabe-Ito by meaning: cpu-serial, cpu-vector, cpu-threads, cuda, emulated, other
    bool dark;
};

struct Fonts {
    ImFont *regular, *italic, *semibold, *mono, *icons_in_regular;
    // sizes in unscaled pixels; multiply by Look::scale through size()
    static constexpr float body = 15, small = 13, code = 14, heading = 22, big_number = 28;
};

// The colours of a theme. Text keeps a contrast of 4.5:1 on panel, raised and ground (tests/ui/theme_test.cpp measures it).
Theme theme_of(ThemeName);

// How things look now; rebuilt when theme, zoom or DPI change. Panels get it const.
struct Look {
    Theme theme;
    Fonts fonts;
    ThemeName theme_name = ThemeName::dark;
    float scale = 1;       // DPI times zoom
    float code_scale = 1;  // on top, for code
    float px(float unscaled) const { return unscaled * scale; }
};

ImVec4 to_vec4(ImU32 colour);
ImU32 mix(ImU32 a, ImU32 b, float t);  // t = 0: a
ImU32 with_alpha(ImU32 colour, float alpha);
// The hue of a block, 0 to 3, the same in every view: the sum of its base-4 digits. So blocks differ from their neighbours in
// counting order and, in rows of a power of two, from those above and below (only past a carry over three digits do they not).
// The cell grid's shader counts alike (gl/cell_grid.cpp).
constexpr std::uint64_t block_hue(std::uint64_t block) {
    std::uint64_t sum = 0;
    for (; block != 0; block /= 4) sum += block % 4;
    return sum % 4;
}
ImU32 block_colour(const Theme&, std::uint64_t block);
// How a cell of that colour is filled, 3:1 and more on the panel, and the ink of its number, 4.5:1 and more on the fill.
ImU32 block_fill(const Theme&, std::uint64_t block);
ImU32 block_ink(const Theme&);

// WCAG 2 contrast of two opaque colours, 1 to 21.
double contrast(ImU32 a, ImU32 b);

// Sets every colour slot and size of Dear ImGui and ImPlot.
void apply_style(const Look&);

// Icons of Fork Awesome used here (merged into the regular font).
namespace icon {
inline constexpr const char* play = "\xef\x81\x8b";
inline constexpr const char* stop = "\xef\x81\x8d";
inline constexpr const char* camera = "\xef\x80\xb0";
inline constexpr const char* copy = "\xef\x83\x85";
inline constexpr const char* check = "\xef\x80\x8c";
inline constexpr const char* cross = "\xef\x80\x8d";
inline constexpr const char* warning = "\xef\x81\xb1";
inline constexpr const char* info = "\xef\x81\x9a";
inline constexpr const char* undo = "\xef\x83\xa2";
inline constexpr const char* book = "\xef\x80\xad";
inline constexpr const char* search = "\xef\x80\x82";
inline constexpr const char* kGear = "\xef\x80\x93";
inline constexpr const char* kCircle = "\xef\x84\x91";
inline constexpr const char* circle_empty = "\xef\x84\x8c";
inline constexpr const char* kArrowRight = "\xef\x81\xa1";
inline constexpr const char* keyboard = "\xef\x84\x9c";
inline constexpr const char* chart = "\xef\x88\x81";
}  // namespace icon

}  // namespace warpwise::ui
