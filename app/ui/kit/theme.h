// Colours, fonts and sizes: the one place that says how Warpwise looks. Panels ask here and never write a colour.
//
// What a colour means, in every panel:
//   blue    accent  you: what you chose, what you can press, where you are, what you are asked
//   orange  warn    look twice: it waits, is unfinished or deserves a second look, and is not wrong
//   red     bad     wrong, or what costs
//   green   good    right, checked
//   grey    muted   what explains, and what is absent
// Blocks, index terms, devices and kinds of code are told apart by hues that are none of these: teal, lime, violet, pink, sand.
// No state is told by its colour alone: a pattern, a sign or a word says it too.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <vector>

namespace warpwise::ui {

enum class ThemeName { dark, light, high_contrast };
const char* name_of(ThemeName);  // "dark", "light", "high-contrast"

struct Theme {
    ImU32 ground, panel, raised, line, text, muted;
    ImU32 accent, accent_ink;  // the one filled button, the chosen thing; ink is text on it
    ImU32 good, warn, bad;
    ImU32 block_term, dim_term, thread_term;  // blockIdx, blockDim, threadIdx: the same in formula, code, axis and card
    ImU32 blocks[4];                          // teal, lime, violet, pink: also apart for readers with deuteranopia
    ImU32 series[6];                          // by meaning: cpu-serial, cpu-vector, cpu-threads, cuda, emulated, cpu-library
    bool dark;
};

struct Fonts {
    ImFont *regular, *italic, *semibold, *mono, *icons_in_regular;
    // Heights of a line in unscaled pixels; Look::px() scales them. The type itself is nearly as large (load_fonts): an em of body
    // text is 14 pixels and more, one of small text 12.5 and more.
    static constexpr float kBody = 16, kSmall = 14, kCode = 15, kHeading = 22, kBigNumber = 28;
};

Theme theme_of(ThemeName);

// What a theme promises to be readable: text in `ink` stands on `ground` somewhere, at 4.5:1 and more.
struct TextPair {
    std::string name;  // "muted on raised"
    ImU32 ink = 0, ground = 0;
};
std::vector<TextPair> text_pairs(const Theme&);

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
ImU32 block_colour(const Theme&, std::uint64_t block);  // 3:1 and more on the panel
ImU32 block_ink(const Theme&, std::uint64_t block);     // of a number on it, 4.5:1 and more

// WCAG 2 contrast of two opaque colours, 1 to 21.
double contrast(ImU32 a, ImU32 b);

// Sets every colour slot and size of Dear ImGui and ImPlot.
void apply_style(const Look&);

// Icons of Fork Awesome used here (merged into the regular font).
namespace icon {
inline constexpr const char* kPlay = "\xef\x81\x8b";
inline constexpr const char* kStop = "\xef\x81\x8d";
inline constexpr const char* kCamera = "\xef\x80\xb0";
inline constexpr const char* kCopy = "\xef\x83\x85";
inline constexpr const char* kCheck = "\xef\x80\x8c";
inline constexpr const char* kCross = "\xef\x80\x8d";
inline constexpr const char* kWarning = "\xef\x81\xb1";
inline constexpr const char* kInfo = "\xef\x81\x9a";
inline constexpr const char* kUndo = "\xef\x83\xa2";
inline constexpr const char* kBook = "\xef\x80\xad";
inline constexpr const char* kSearch = "\xef\x80\x82";
inline constexpr const char* kGear = "\xef\x80\x93";
inline constexpr const char* kCircle = "\xef\x84\x91";
inline constexpr const char* kCircleEmpty = "\xef\x84\x8c";
inline constexpr const char* kArrowRight = "\xef\x81\xa1";
inline constexpr const char* kKeyboard = "\xef\x84\x9c";
inline constexpr const char* kChart = "\xef\x88\x81";
}  // namespace icon

}  // namespace warpwise::ui
