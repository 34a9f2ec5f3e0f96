#include "ui/source/source_editor.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/kit/code_highlight.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/source/hovered_expression.h"
#include "ui/source/value_tag.h"

namespace warpwise::ui {

namespace {

using Colour = TextEditor::Color;

// The editor has no colours of its own for the three index terms; brackets are not matched here and blanks not shown, so that
// these are free. (Not the bracket levels: switching the matching off turns glyphs of those colours to punctuation.)
constexpr Colour kBlockTerm = Colour::matchingBracketBackground, kDimTerm = Colour::matchingBracketActive,
                 kThreadTerm = Colour::whitespace;

std::optional<Colour> colour_of(CodeKind kind) {
    switch (kind) {
        case CodeKind::keyword: return Colour::keyword;
        case CodeKind::type: return Colour::declaration;
        case CodeKind::builtin: return Colour::knownIdentifier;
        case CodeKind::block_term: return kBlockTerm;
        case CodeKind::dim_term: return kDimTerm;
        case CodeKind::thread_term: return kThreadTerm;
        default: return std::nullopt;
    }
}

bool is_word(ImWchar c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// A word of CUDA C++ with its colour; the editor's own rules do the rest (strings, comments, numbers, other names).
TextEditor::Iterator cuda_word(TextEditor::Iterator start, TextEditor::Iterator end, Colour& colour) {
    std::string word;
    TextEditor::Iterator at = start;
    while (at < end && is_word(*at)) word += static_cast<char>(*at++);
    const auto known = colour_of(kind_of_word(word));
    if (word.empty() || !known) return start;
    colour = *known;
    const bool term = *known == kBlockTerm || *known == kDimTerm || *known == kThreadTerm;
    if (!term || at >= end || *at != '.') return at;
    const TextEditor::Iterator dot = at++;
    const bool axis = at < end && *at >= 'x' && *at <= 'z';
    return axis ? ++at : dot;
}

TextEditor::Palette palette_of(const Theme& theme) {
    TextEditor::Palette palette = theme.dark ? TextEditor::GetDarkPalette() : TextEditor::GetLightPalette();
    const auto set = [&](Colour colour, ImU32 value) { palette[static_cast<std::size_t>(colour)] = value; };
    for (const Colour plain : {Colour::text, Colour::identifier}) set(plain, theme.text);
    set(Colour::keyword, mix(theme.text, theme.series[0], 0.75f));
    set(Colour::declaration, mix(theme.text, theme.series[3], 0.6f));
    set(Colour::knownIdentifier, mix(theme.text, theme.series[4], 0.6f));
    set(Colour::number, mix(theme.text, theme.series[4], 0.85f));
    set(Colour::string, mix(theme.text, theme.series[1], 0.7f));
    set(Colour::preprocessor, mix(theme.text, theme.series[0], 0.75f));
    set(Colour::punctuation, mix(theme.text, theme.muted, 0.5f));
    set(Colour::comment, theme.muted);
    set(Colour::background, theme.panel);
    set(Colour::cursor, theme.accent);
    set(Colour::selection, with_alpha(theme.accent, 0.3f));
    set(Colour::lineNumber, theme.muted);
    set(Colour::currentLineNumber, theme.text);
    set(kBlockTerm, theme.block_term);
    set(kDimTerm, theme.dim_term);
    set(kThreadTerm, theme.thread_term);
    return palette;
}

std::string tooltip_of(const Diagnostic& diagnostic) {
    return at_reading_measure(diagnostic.hint.empty() ? diagnostic.message : diagnostic.message + "\n" + diagnostic.hint);
}

// The editor counts glyphs, a diagnostic counts bytes.
std::size_t glyphs_in(std::string_view bytes) {
    return static_cast<std::size_t>(
        std::ranges::count_if(bytes, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_name(char c) { return is_word(static_cast<unsigned char>(c)); }

}  // namespace

SourceEditor::SourceEditor() : language_(*TextEditor::Language::Cpp()) {
    language_.name = "CUDA C++";
    language_.customTokenizer = cuda_word;
    editor_.SetLanguage(&language_);
    editor_.SetShowMatchingBrackets(false);
    editor_.SetCompletePairedGlyphs(false);
    editor_.SetShowWhitespacesEnabled(false);
    editor_.SetShowCurrentLineHighlightEnabled(false);
    editor_.SetShowScrollbarMiniMapEnabled(true);
    editor_.SetTabSize(4);
    editor_.SetInsertSpacesOnTabs(true);
    editor_.SetLineSpacing(1.25f);
    editor_.SetTransactionCallback([this](const std::vector<TextEditor::Change>&) { changed_ = true; });
}

void SourceEditor::set_text(const std::string& text) {
    editor_.SetText(text);
    changed_ = false;
}

std::string SourceEditor::text() const { return editor_.GetText(); }

bool SourceEditor::draw(const Look& look, const char* id, ImVec2 size) {
    if (theme_ != look.theme_name) {
        editor_.SetPalette(palette_of(look.theme));
        theme_ = look.theme_name;
    }
    const FontScope font(look.fonts.mono, look.px(Fonts::kCode) * look.code_scale);
    set_margin(look);
    const TextEditor::DocPos cursor = editor_.GetMainCursorPosition();
    editor_.Render(id, size);
    if (clicked_line_) editor_.SetCursor(cursor);  // a click on a line's number selects the line otherwise
    if (!editor_.AnyCursorHasSelection()) highlight_line(look, cursor_line(), with_alpha(look.theme.text, 0.06f));
    hovered_line_ = line_under_mouse();
    if (const int linked = std::exchange(linked_line_, 0); linked > 0)
        highlight_line(look, linked, with_alpha(look.theme.accent, 0.12f));
    if (marks_ != nullptr && marks_->current > 0) {
        highlight_line(look, marks_->current, with_alpha(marks_->faulted ? look.theme.bad : look.theme.accent, 0.18f));
        draw_values(look);
    }
    if (marks_ != nullptr && marks_->show_lanes) show_lanes_under_mouse();
    return std::exchange(changed_, false);
}

// The editor's own highlight begins at the left edge of the screen instead of the editor's, and ends short of its right edge.
void SourceEditor::highlight_line(const Look&, int line, ImU32 colour) const {
    if (ImGui::GetCurrentWindow()->DC.ChildWindows.empty()) return;
    ImGuiWindow& text = *ImGui::GetCurrentWindow()->DC.ChildWindows.back();
    const float height = editor_.GetLineHeight();
    const float top = text.Pos.y + text.WindowPadding.y - text.Scroll.y + height * static_cast<float>(line - 1);
    text.DrawList->PushClipRect(text.InnerRect.Min, text.InnerRect.Max);
    text.DrawList->AddRectFilled({text.InnerRect.Min.x, top}, {text.InnerRect.Max.x, top + height}, colour);
    text.DrawList->PopClipRect();
}

int SourceEditor::line_under_mouse() const {
    if (ImGui::GetCurrentWindow()->DC.ChildWindows.empty()) return 0;
    const ImGuiWindow& text = *ImGui::GetCurrentWindow()->DC.ChildWindows.back();
    const ImVec2 mouse = ImGui::GetMousePos();
    if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) || !text.InnerRect.Contains(mouse)) return 0;
    const float down = mouse.y - text.Pos.y - text.WindowPadding.y + text.Scroll.y;
    const int line = static_cast<int>(std::floor(down / editor_.GetLineHeight())) + 1;
    return line >= 1 && line <= static_cast<int>(editor_.GetLineCount()) ? line : 0;
}

namespace {

// In glyphs of the code: a cell of heat and the place of a breakpoint left of the numbers, the arrow right of them.
constexpr std::size_t kPlainMargin = 1, kDotMargin = 3, kHeatGlyphs = 8, kMarkGlyphs = 1;
constexpr float kHeatEnd = 8.5f;  // with the space before it

}  // namespace

void SourceEditor::set_margin(const Look& look) {
    const bool heat = marks_ != nullptr && !marks_->heat_of.empty();
    if (marks_ == nullptr) {
        editor_.SetLineNumberLeftMargin(kPlainMargin);
        return editor_.ClearLineDecorator();
    }
    editor_.SetLineNumberLeftMargin(kDotMargin + (heat ? kHeatGlyphs : 0));
    editor_.SetLineDecorator(kMarkGlyphs, [this, &look](TextEditor::Decorator& line) {
        draw_margin(look, static_cast<int>(line.line) + 1, ImGui::GetCursorScreenPos(), {line.width, line.height});
    });
}

void SourceEditor::draw_margin(const Look& look, int line, ImVec2 at, ImVec2 size) {
    if (marks_ == nullptr) return;
    const Theme& theme = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float glyph = size.x / static_cast<float>(kMarkGlyphs), left = ImGui::GetWindowPos().x;
    text_left_ = at.x + size.x + static_cast<float>(editor_.GetTextLeftMargin()) * glyph - left;
    const bool usable = ImGui::IsWindowHovered(), has_heat = !marks_->heat_of.empty();
    // the text stands at the top of its line, the space between lines below it
    const float middle = at.y + ImGui::GetFontSize() / 2, bottom = at.y + size.y;
    const float heat_end = has_heat ? left + glyph * kHeatEnd : left;
    // a click anywhere between the heat and the text sets the breakpoint or takes it away
    const bool over = usable && ImGui::IsMouseHoveringRect({heat_end, at.y}, {left + text_left_ - glyph / 2, bottom});
    const float radius = std::min(glyph * 0.75f, size.y * 0.32f);
    const ImVec2 dot{heat_end + glyph * 1.1f, middle};
    const bool is_set = marks_->breakpoints.contains(line), is_current = marks_->current == line;
    if (is_set) {
        list.AddCircleFilled(dot, radius, theme.bad);
    } else if (over) {
        list.AddCircleFilled(dot, radius, with_alpha(theme.bad, 0.45f));
        list.AddCircle(dot, radius, theme.bad, 0, std::max(1.0f, look.px(1.25f)));
    } else if (is_current && marks_->faulted) {
        list.AddCircleFilled(dot, radius * 1.15f, theme.bad);
        put_text(list, look.fonts.semibold, radius * 2, {dot.x, dot.y - radius * 1.2f}, theme.panel, "!", 0.5f);
    }
    if (is_current) {
        const float half = std::min(size.y, ImGui::GetFontSize()) * 0.36f, x = at.x + glyph * 0.1f;
        list.AddTriangleFilled({x, middle - half}, {x, middle + half}, {x + half * 1.5f, middle},
                               marks_->faulted ? theme.bad : theme.accent);
    }
    if (over) {
        text_tooltip(look, is_set ? "Click to remove the breakpoint   F9" : "Click to stop at this line   F9");
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked_line_ = line;
    }
    if (const auto heat = marks_->heat.find(line); heat != marks_->heat.end())
        draw_heat(look, heat->second, {left + glyph * 0.5f, at.y}, {heat_end, bottom - 2 * look.px(1)});
}

void SourceEditor::draw_heat(const Look& look, const LineHeat& heat, ImVec2 min, ImVec2 max) {
    const Theme& theme = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text_height = ImGui::GetFontSize(), font = text_height * 0.9f, pad = (max.x - min.x) / 16;
    list.AddRectFilled(min, max, mix(theme.panel, heat.costly ? theme.bad : theme.muted, 0.10f + 0.35f * heat.share), look.px(3));
    const float width = text_width(look.fonts.mono, font, heat.text);
    put_text(list, look.fonts.mono, font, {max.x - pad - width, min.y + (text_height - font) / 2}, theme.text, heat.text);
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(min, max)) return;
    text_tooltip(look, heat.help + "\nClick to list the hottest lines.");
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked_heat_ = true;
}

// What the line says of one lane, behind its code.
void SourceEditor::draw_values(const Look& look) const {
    if (marks_->values.empty() || ImGui::GetCurrentWindow()->DC.ChildWindows.empty()) return;
    ImGuiWindow& text = *ImGui::GetCurrentWindow()->DC.ChildWindows.back();
    const auto index = static_cast<std::size_t>(marks_->current - 1);
    if (index >= editor_.GetLineCount()) return;
    const float glyph = editor_.GetGlyphWidth(), font = ImGui::GetFontSize() * 0.92f, left = text.Pos.x + text_left_;
    const auto end_of_code = [&](std::size_t line) {
        const std::string code = line < editor_.GetLineCount() ? editor_.GetLineText(line) : "";
        const auto tabs = static_cast<std::size_t>(std::ranges::count(code, '\t'));
        return static_cast<float>(glyphs_in(code) + tabs * 3 + 2) * glyph - text.Scroll.x;
    };
    const ValueTag tag = place_value_tag(marks_->values, {.line_end = end_of_code(index),
                                                          .next_end = end_of_code(index + 1),
                                                          .right = text.InnerRect.Max.x - left - look.px(2),
                                                          .pad = look.px(9),
                                                          .character = text_width(look.fonts.mono, font, "0")});
    if (tag.text.empty()) return;
    const float top = text.Pos.y + text.WindowPadding.y - text.Scroll.y +
                      editor_.GetLineHeight() * static_cast<float>(index + (tag.below ? 1 : 0));
    const ImU32 hue = marks_->faulted ? look.theme.bad : look.theme.accent;
    ImDrawList& list = *text.DrawList;
    list.PushClipRect({left, text.InnerRect.Min.y}, text.InnerRect.Max);
    const ImVec2 min{std::round(left + tag.begin), std::round(top - look.px(1))};
    const ImVec2 max{min.x + tag.width, min.y + ImGui::GetFontSize() + look.px(3)};
    list.AddRectFilled(min, max, mix(look.theme.panel, hue, 0.34f), (max.y - min.y) / 2);
    put_text(list, look.fonts.mono, font, {min.x + look.px(9), min.y + (max.y - min.y - font) / 2}, look.theme.text, tag.text);
    list.PopClipRect();
}

void SourceEditor::show_lanes_under_mouse() const {
    if (ImGui::GetCurrentWindow()->DC.ChildWindows.empty()) return;
    const ImGuiWindow& text = *ImGui::GetCurrentWindow()->DC.ChildWindows.back();
    const ImVec2 mouse = ImGui::GetMousePos();
    if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    if (!text.InnerRect.Contains(mouse) || mouse.x < text.Pos.x + text_left_ || !editor_.IsMousePosOverGlyph(mouse)) return;
    const TextEditor::DocPos at = editor_.GetDocPosAtMousePos(mouse);
    const std::string line = editor_.GetLineText(at.line);
    std::size_t bytes = 0;
    for (std::size_t glyphs = 0; bytes < line.size() && glyphs < at.index; ++glyphs) do
            ++bytes;
        while (bytes < line.size() && (static_cast<unsigned char>(line[bytes]) & 0xC0) == 0x80);
    if (const std::string expression = expression_at(line, bytes); !expression.empty()) marks_->show_lanes(expression);
}

void SourceEditor::mark_line(const Look&, int line, ImU32 colour, const std::string& tooltip) {
    const auto index = static_cast<std::size_t>(std::max(line, 1) - 1);
    if (index >= editor_.GetLineCount()) return;
    const std::string text = at_reading_measure(tooltip);
    editor_.AddMarker(index, with_alpha(colour, 0.55f), with_alpha(colour, 0.16f), text, text);
}

void SourceEditor::mark(const Look& look, const Diagnostics& diagnostics, const std::optional<Fault>& fault) {
    editor_.ClearSquiggles();
    editor_.ClearMarkers();
    if (fault && fault->line > 0)
        mark_line(look, fault->line, look.theme.bad, fault->hint.empty() ? fault->message : fault->message + "\n" + fault->hint);
    if (fault && fault->other && fault->other->line > 0 && fault->other->line != fault->line)
        mark_line(look, fault->other->line, look.theme.warn, "The other access: " + fault->message);
    for (const Diagnostic& d : diagnostics) {
        const auto line = static_cast<std::size_t>(std::max(d.line, 1) - 1);
        if (d.line <= 0 || line >= editor_.GetLineCount()) continue;
        const ImU32 colour = d.severity == Severity::error ? look.theme.bad : look.theme.warn;
        const std::string text = editor_.GetLineText(line);
        std::size_t begin = std::min(static_cast<std::size_t>(std::max(d.column, 1) - 1), text.size());
        std::size_t end = std::min(begin + static_cast<std::size_t>(std::max(d.length, 1)), text.size());
        while (d.length <= 1 && end < text.size() && end > 0 && is_name(text[end - 1]) && is_name(text[end])) ++end;
        // a place past the end ("expected ';'") is shown under the last character
        if (begin == end && begin > 0) --begin;
        editor_.AddSquiggle({line, glyphs_in(std::string_view(text).substr(0, begin))},
                            {line, glyphs_in(std::string_view(text).substr(0, end))}, 0, colour, tooltip_of(d));
        if (d.severity == Severity::error) mark_line(look, d.line, look.theme.bad, tooltip_of(d));
    }
}

int SourceEditor::cursor_line() const { return static_cast<int>(editor_.GetMainCursorPosition().line) + 1; }

void SourceEditor::go_to_line(int line) {
    const auto index = static_cast<std::size_t>(std::max(line, 1) - 1);
    editor_.SetCursor({index, 0});
    editor_.ScrollToLine(index, TextEditor::Scroll::alignMiddle);
}

void SourceEditor::bring_into_sight(int line) {
    const auto index = static_cast<std::size_t>(std::max(line, 1) - 1);
    // The last two rows may lie below the scroll bar.
    if (index < editor_.GetLineCount() && (index < editor_.GetFirstVisibleRow() + 1 || index + 2 > editor_.GetLastVisibleRow()))
        editor_.ScrollToLine(index, TextEditor::Scroll::alignMiddle);
}

}  // namespace warpwise::ui
