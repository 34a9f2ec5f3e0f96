#include "ui/kit/theme.h"

#include <implot.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace warpwise::ui {
namespace {

constexpr ImU32 rgb(unsigned value) { return IM_COL32((value >> 16) & 255, (value >> 8) & 255, value & 255, 255); }

constexpr Theme kDarkTheme{
    .ground = rgb(0x0e1116),
    .panel = rgb(0x151a21),
    .raised = rgb(0x1e252e),
    .line = rgb(0x2f3945),
    .text = rgb(0xe8ecf1),
    .muted = rgb(0xa1adba),
    .accent = rgb(0x4fb0ee),
    .accent_ink = rgb(0x06121a),
    .good = rgb(0x58d9b0),
    .warn = rgb(0xf5b81f),
    .bad = rgb(0xf46a66),
    .block_term = rgb(0x43c2b8),
    .dim_term = rgb(0xc2d35a),
    .thread_term = rgb(0xb39dff),
    .blocks = {rgb(0x2f7977), rgb(0xb2c44a), rgb(0x8e78e0), rgb(0xe59cd2)},
    .series = {rgb(0xe08bc6), rgb(0xb2c44a), rgb(0x43c2b8), rgb(0xa991ff), rgb(0xd2b48c), rgb(0xa1adba)},
    .dark = true,
};
constexpr Theme kLightTheme{
    .ground = rgb(0xeceff3),
    .panel = rgb(0xffffff),
    .raised = rgb(0xf1f4f7),
    .line = rgb(0xcfd6de),
    .text = rgb(0x1b232c),
    .muted = rgb(0x54616e),
    .accent = rgb(0x0064a6),
    .accent_ink = rgb(0xffffff),
    .good = rgb(0x007a55),
    .warn = rgb(0x855b00),
    .bad = rgb(0x8f0f22),
    .block_term = rgb(0x00706a),
    .dim_term = rgb(0x596500),
    .thread_term = rgb(0x6a43d6),
    .blocks = {rgb(0x0c534e), rgb(0x5f6b00), rgb(0x744edf), rgb(0xc52095)},
    .series = {rgb(0xb0287f), rgb(0x5f6b00), rgb(0x00807a), rgb(0x6a43d6), rgb(0x7d6244), rgb(0x54616e)},
    .dark = false,
};
// Light, for a projector in a lit room: black on white, lines that survive a weak lamp.
constexpr Theme kHighContrastTheme{
    .ground = rgb(0xffffff),
    .panel = rgb(0xffffff),
    .raised = rgb(0xf2f2f2),
    .line = rgb(0x4a4a4a),
    .text = rgb(0x000000),
    .muted = rgb(0x333333),
    .accent = rgb(0x00457f),
    .accent_ink = rgb(0xffffff),
    .good = rgb(0x00633f),
    .warn = rgb(0x664a00),
    .bad = rgb(0x680614),
    .block_term = rgb(0x005f59),
    .dim_term = rgb(0x485200),
    .thread_term = rgb(0x4f30b8),
    .blocks = {rgb(0x0f6a62), rgb(0x4c5600), rgb(0x5939c5), rgb(0x4e1640)},
    .series = {rgb(0x8c1669), rgb(0x4c5600), rgb(0x00665f), rgb(0x4f30b8), rgb(0x5f4528), rgb(0x333333)},
    .dark = false,
};

double luminance(ImU32 colour) {
    auto linear = [](double channel) { return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); };
    const ImVec4 c = to_vec4(colour);
    return 0.2126 * linear(c.x) + 0.7152 * linear(c.y) + 0.0722 * linear(c.z);
}

// Wider than any tab of ours. (Not without a limit: a tab alone in a bar too narrow for it is drawn that wide.)
constexpr float kNeverShrink = 170;

void set_sizes(ImGuiStyle& style, float scale) {
    style.WindowRounding = 0;
    style.ChildRounding = style.PopupRounding = style.ScrollbarRounding = 6;
    style.FrameRounding = style.GrabRounding = style.TabRounding = 5;
    style.WindowPadding = {16, 12};
    style.FramePadding = {10, 6};
    style.ItemSpacing = {8, 8};
    style.ItemInnerSpacing = {8, 6};
    style.CellPadding = {8, 4};
    style.IndentSpacing = 16;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.PopupBorderSize = style.FrameBorderSize = 1;
    style.ScrollbarSize = 12;
    style.GrabMinSize = 12;
    style.TabBarBorderSize = 1;
    style.TabBarOverlineSize = 2;
    style.TabMinWidthShrink = kNeverShrink;   // tabs that do not fit scroll; a title is never cut
    style.DockingNodeHasCloseButton = false;  // tabs have their own
    style.SeparatorTextBorderSize = 1;
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.HoverStationaryDelay = 0.1f;
    style.HoverDelayShort = 0.25f;
    style.FontSizeBase = Fonts::kBody;
    style.ScaleAllSizes(scale);
    // ScaleAllSizes leaves borders alone and does not know of the font's size
    style.FontSizeBase = Fonts::kBody * scale;
    style.DockingSeparatorSize = std::max(1.0f, std::floor(scale));
}

void set_text_and_surfaces(ImVec4* colours, const Theme& t) {
    auto set = [&](ImGuiCol slot, ImU32 colour) { colours[slot] = to_vec4(colour); };
    set(ImGuiCol_Text, t.text);
    set(ImGuiCol_TextDisabled, t.muted);
    set(ImGuiCol_TextLink, t.accent);
    set(ImGuiCol_TextSelectedBg, with_alpha(t.accent, 0.35f));
    set(ImGuiCol_InputTextCursor, t.text);
    set(ImGuiCol_WindowBg, t.panel);
    set(ImGuiCol_ChildBg, with_alpha(t.panel, 0));
    set(ImGuiCol_PopupBg, t.raised);
    set(ImGuiCol_MenuBarBg, t.panel);
    set(ImGuiCol_TitleBg, t.panel);
    set(ImGuiCol_TitleBgActive, t.panel);
    set(ImGuiCol_TitleBgCollapsed, t.panel);
    set(ImGuiCol_DockingEmptyBg, t.ground);
    set(ImGuiCol_DockingPreview, with_alpha(t.accent, 0.5f));
    set(ImGuiCol_ModalWindowDimBg, with_alpha(t.ground, 0.6f));
    set(ImGuiCol_NavWindowingDimBg, with_alpha(t.ground, 0.4f));
    set(ImGuiCol_NavWindowingHighlight, t.accent);
    set(ImGuiCol_NavCursor, t.accent);
    set(ImGuiCol_DragDropTarget, t.accent);
    set(ImGuiCol_DragDropTargetBg, with_alpha(t.accent, 0.15f));
    set(ImGuiCol_UnsavedMarker, t.warn);
    set(ImGuiCol_Border, t.line);
    set(ImGuiCol_BorderShadow, with_alpha(t.line, 0));
    set(ImGuiCol_Separator, t.line);
    set(ImGuiCol_SeparatorHovered, mix(t.line, t.accent, 0.6f));
    set(ImGuiCol_SeparatorActive, t.accent);
    set(ImGuiCol_TreeLines, t.line);
}

void set_controls(ImVec4* colours, const Theme& t) {
    auto set = [&](ImGuiCol slot, ImU32 colour) { colours[slot] = to_vec4(colour); };
    const ImU32 hovered = mix(t.raised, t.text, 0.10f), active = mix(t.raised, t.text, 0.16f);
    set(ImGuiCol_FrameBg, t.raised);
    set(ImGuiCol_FrameBgHovered, hovered);
    set(ImGuiCol_FrameBgActive, active);
    set(ImGuiCol_Button, t.raised);
    set(ImGuiCol_ButtonHovered, hovered);
    set(ImGuiCol_ButtonActive, active);
    set(ImGuiCol_CheckMark, t.accent);
    set(ImGuiCol_CheckboxSelectedBg, t.raised);
    set(ImGuiCol_SliderGrab, t.accent);
    set(ImGuiCol_SliderGrabActive, mix(t.accent, t.text, 0.2f));
    set(ImGuiCol_Header, mix(t.panel, t.accent, 0.18f));
    set(ImGuiCol_HeaderHovered, mix(t.panel, t.text, 0.10f));
    set(ImGuiCol_HeaderActive, mix(t.panel, t.text, 0.16f));
    set(ImGuiCol_ResizeGrip, with_alpha(t.line, 0));
    set(ImGuiCol_ResizeGripHovered, t.line);
    set(ImGuiCol_ResizeGripActive, t.accent);
    set(ImGuiCol_ScrollbarBg, with_alpha(t.panel, 0));
    set(ImGuiCol_ScrollbarGrab, mix(t.line, t.text, 0.12f));
    set(ImGuiCol_ScrollbarGrabHovered, mix(t.line, t.text, 0.3f));
    set(ImGuiCol_ScrollbarGrabActive, mix(t.line, t.text, 0.45f));
    set(ImGuiCol_Tab, t.panel);
    set(ImGuiCol_TabHovered, mix(t.panel, t.text, 0.10f));
    set(ImGuiCol_TabSelected, t.raised);
    set(ImGuiCol_TabSelectedOverline, t.accent);
    set(ImGuiCol_TabDimmed, t.panel);
    set(ImGuiCol_TabDimmedSelected, t.raised);
    set(ImGuiCol_TabDimmedSelectedOverline, t.line);
    set(ImGuiCol_TableHeaderBg, t.raised);
    set(ImGuiCol_TableBorderStrong, t.line);
    set(ImGuiCol_TableBorderLight, t.line);
    set(ImGuiCol_TableRowBg, with_alpha(t.panel, 0));
    set(ImGuiCol_TableRowBgAlt, with_alpha(t.raised, 0.5f));
    set(ImGuiCol_PlotLines, t.accent);
    set(ImGuiCol_PlotLinesHovered, t.text);
    set(ImGuiCol_PlotHistogram, t.accent);
    set(ImGuiCol_PlotHistogramHovered, t.text);
}

void set_plot_style(const Look& look) {
    if (ImPlot::GetCurrentContext() == nullptr) return;
    const Theme& t = look.theme;
    ImPlotStyle& style = ImPlot::GetStyle();
    const ImPlotColormap colormap = style.Colormap;
    style = ImPlotStyle();
    style.Colormap = colormap;
    auto set = [&](ImPlotCol slot, ImU32 colour) { style.Colors[slot] = to_vec4(colour); };
    set(ImPlotCol_FrameBg, with_alpha(t.panel, 0));
    set(ImPlotCol_PlotBg, with_alpha(t.panel, 0));
    set(ImPlotCol_PlotBorder, t.line);
    set(ImPlotCol_LegendBg, with_alpha(t.raised, 0.92f));
    set(ImPlotCol_LegendBorder, t.line);
    set(ImPlotCol_LegendText, t.text);
    set(ImPlotCol_TitleText, t.text);
    set(ImPlotCol_InlayText, t.text);
    set(ImPlotCol_AxisText, t.muted);
    set(ImPlotCol_AxisGrid, t.line);
    set(ImPlotCol_AxisTick, t.line);
    set(ImPlotCol_AxisBg, with_alpha(t.panel, 0));
    set(ImPlotCol_AxisBgHovered, mix(t.panel, t.text, 0.08f));
    set(ImPlotCol_AxisBgActive, mix(t.panel, t.text, 0.14f));
    set(ImPlotCol_Selection, t.accent);
    set(ImPlotCol_Crosshairs, t.muted);
    const float s = look.scale;
    style.PlotPadding = {8 * s, 8 * s};
    style.LabelPadding = {6 * s, 5 * s};
    style.LegendPadding = {8 * s, 6 * s};
    style.LegendInnerPadding = {8 * s, 6 * s};
    style.LegendSpacing = {6 * s, 2 * s};
    style.AnnotationPadding = {6 * s, 4 * s};
    style.MajorTickLen = {6 * s, 6 * s};
    style.MinorTickLen = {3 * s, 3 * s};
    style.PlotMinSize = {120 * s, 80 * s};
    style.MinorAlpha = 0.35f;
}

}  // namespace

const char* name_of(ThemeName name) {
    switch (name) {
        case ThemeName::dark: return "dark";
        case ThemeName::light: return "light";
        case ThemeName::high_contrast: break;
    }
    return "high-contrast";
}

Theme theme_of(ThemeName name) {
    switch (name) {
        case ThemeName::dark: return kDarkTheme;
        case ThemeName::light: return kLightTheme;
        case ThemeName::high_contrast: break;
    }
    return kHighContrastTheme;
}

ImVec4 to_vec4(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

ImU32 mix(ImU32 a, ImU32 b, float t) {
    const ImVec4 from = to_vec4(a), to = to_vec4(b);
    auto between = [t](float x, float y) { return x + (y - x) * t; };
    return ImGui::ColorConvertFloat4ToU32(
        {between(from.x, to.x), between(from.y, to.y), between(from.z, to.z), between(from.w, to.w)});
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    const auto byte = static_cast<ImU32>(std::clamp(alpha, 0.0f, 1.0f) * 255.0f + 0.5f);
    return (colour & ~IM_COL32_A_MASK) | (byte << IM_COL32_A_SHIFT);
}

std::vector<TextPair> text_pairs(const Theme& t) {
    struct Named {
        const char* name;
        ImU32 colour;
    };
    const Named inks[] = {{"text", t.text},
                          {"muted", t.muted},
                          {"accent", t.accent},
                          {"good", t.good},
                          {"warn", t.warn},
                          {"bad", t.bad},
                          {"block_term", t.block_term},
                          {"dim_term", t.dim_term},
                          {"thread_term", t.thread_term}};
    std::vector<TextPair> pairs;
    for (const auto& [ground, below] : {Named{"ground", t.ground}, {"panel", t.panel}, {"raised", t.raised}})
        for (const auto& [name, ink] : inks) pairs.push_back({std::string(name) + " on " + ground, ink, below});
    // cards, tinted with what they tell
    for (const auto& [tint, colour] : {inks[2], inks[3], inks[4], inks[5]})
        for (const auto& [name, ink] : {inks[0], inks[1]})
            pairs.push_back({std::string(name) + " on a card of " + tint, ink, mix(t.panel, colour, 0.10f)});
    pairs.push_back({"accent_ink on accent", t.accent_ink, t.accent});
    for (std::uint64_t block = 0; block < std::size(t.blocks); ++block)
        pairs.push_back({"a number on block " + std::to_string(block), block_ink(t, block), block_colour(t, block)});
    return pairs;
}

ImU32 block_colour(const Theme& theme, std::uint64_t block) { return theme.blocks[block_hue(block)]; }

ImU32 block_ink(const Theme& theme, std::uint64_t block) {
    const ImU32 fill = block_colour(theme, block), light = rgb(0xffffff), dark = rgb(0x06121a);
    return contrast(light, fill) >= contrast(dark, fill) ? light : dark;
}

double contrast(ImU32 a, ImU32 b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

void apply_style(const Look& look) {
    ImGuiStyle& style = ImGui::GetStyle();
    const float main = style.FontScaleMain, dpi = style.FontScaleDpi;
    style = ImGuiStyle();
    style.FontScaleMain = main;
    style.FontScaleDpi = dpi;
    set_sizes(style, look.scale);
    // A slot this version of Dear ImGui has and we do not name shows as a line, not as a stray hue.
    std::fill(std::begin(style.Colors), std::end(style.Colors), to_vec4(look.theme.line));
    set_text_and_surfaces(style.Colors, look.theme);
    set_controls(style.Colors, look.theme);
    set_plot_style(look);
}

}  // namespace warpwise::ui
