// The text editor with CUDA C++ colours, squiggles and line marks: a thin layer over ImGuiColorTextEdit.
#pragma once

#include <ImGuiColorTextEdit/TextEditor.h>

#include <optional>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "base/fault.h"
#include "ui/kit/theme.h"
#include "ui/source/line_marks.h"

namespace warpwise::ui {

class SourceEditor {
  public:
    SourceEditor();
    SourceEditor(const SourceEditor&) = delete;  // the editor's callback refers to this object
    SourceEditor& operator=(const SourceEditor&) = delete;

    void set_text(const std::string& text);
    std::string text() const;
    // Colours the text as Python, or as CUDA C++ again.
    void set_python(bool python) { editor_.SetLanguage(python ? TextEditor::Language::Python() : &language_); }
    void set_read_only(bool read_only) { editor_.SetReadOnlyEnabled(read_only); }

    // Draws it; true when the text changed since the last call.
    bool draw(const Look&, const char* id, ImVec2 size);

    // Underlines and marks; they replace the ones before.
    void mark(const Look&, const Diagnostics& diagnostics, const std::optional<Fault>& fault);
    // Breakpoints, the line that is about to be executed and heat beside the numbers of the next draw(); null: none of them.
    // They outlive that draw().
    void show_marks(const LineMarks* marks) { marks_ = marks; }
    // The line whose place for a breakpoint was clicked, once.
    std::optional<int> take_clicked_line() { return std::exchange(clicked_line_, std::nullopt); }
    // Whether a line's heat was clicked, once.
    bool take_clicked_heat() { return std::exchange(clicked_heat_, false); }
    void go_to_line(int line);                          // from 1; done with the next draw()
    void take_keyboard() { editor_.SetFocus(); }        // with the next draw()
    void bring_into_sight(int line);                    // without moving the cursor
    int cursor_line() const;                            // from 1
    int hovered_line() const { return hovered_line_; }  // from 1, under the mouse in the last draw(); 0: none
    void link_line(int line) { linked_line_ = line; }   // marked in the next draw(): its instructions are under the mouse; 0: none
    bool has_squiggles() const { return editor_.HasSquiggles(); }

  private:
    void highlight_line(const Look&, int line, ImU32 colour) const;
    int line_under_mouse() const;
    void set_margin(const Look&);
    void draw_margin(const Look&, int line, ImVec2 at, ImVec2 size);
    void draw_heat(const Look&, const LineHeat&, ImVec2 min, ImVec2 max);
    void draw_values(const Look&) const;
    void show_lanes_under_mouse() const;
    void mark_line(const Look&, int line, ImU32 colour, const std::string& tooltip);

    TextEditor::Language language_;
    TextEditor editor_;
    std::optional<ThemeName> theme_;  // whose colours the editor has
    bool changed_ = false;
    const LineMarks* marks_ = nullptr;
    std::optional<int> clicked_line_;
    bool clicked_heat_ = false;
    int hovered_line_ = 0, linked_line_ = 0;
    float text_left_ = 0;  // of the text, from the left edge of the editor; as the margin was drawn last
};

}  // namespace warpwise::ui
