// A lesson's prose cut into what the Markdown renderer draws and what the lesson panel draws itself. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise::ui {

enum class ProsePartKind { markdown, predict, exercise, params, view, remember, break_it, step, be_the_warp, ladder };

struct ProsePart {
    ProsePartKind kind = ProsePartKind::markdown;
    std::string text;  // markdown: the text; else what stands inside the fence: an id, names, or nothing
};

// Fences (``` or ~~~) whose language is one of ours become parts of their own; all others stay in the Markdown. A fence that
// is never closed runs to the end of the text, as Markdown says.
std::vector<ProsePart> split_prose(std::string_view prose);

// The prose with its terms made openable: `threadIdx.x` and its like become coloured links; an emphasised word that the glossary
// or the lesson knows (**sectors**, *warp*) and an emphasised name of a preset (*No guard*) become links; a label such as *Kernel*
// stays as it is. They go to "term:WORD" and "preset:NAME". Code blocks and formulas stay as they are.
std::string with_term_links(std::string_view markdown, const Lesson* lesson, const std::vector<std::string>& presets = {});

// Where the next heading of a piece of Markdown begins, outside code blocks; its size when there is none.
std::size_t next_heading(std::string_view markdown);

// The words of a fence's body: separated by blanks, commas or line breaks.
std::vector<std::string> words_of(std::string_view body);

}  // namespace warpwise::ui
