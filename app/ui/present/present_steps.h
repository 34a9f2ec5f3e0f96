// A lesson as the steps of a presentation: one idea per page, cut from the prose that the lesson panel shows. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "ui/lesson/prose_parts.h"

namespace warpwise::ui {

enum class StepKind { page, question, remember, exercise, card };

struct PresentStep {
    StepKind kind = StepKind::page;
    std::string title;                             // the heading that the step stands under; the lesson's title at first
    std::string text;                              // Markdown; empty where the view alone is shown; of a card: its id
    std::string view;                              // one of the table of views; empty: none
    std::string prediction;                        // of a question: its id
    std::optional<std::size_t> scene = {};         // which of the lesson's scenes this is; its line is the title
    ProsePartKind card = ProsePartKind::markdown;  // which card of the prose it shows: a step, Break it, Be the warp
    bool awaits_run = false;                       // some number of its text is one of a run that has not been made
    std::string lead = {};                         // Markdown above a question or a card: the short text that leads to it
};

// The lesson's scenes, one each, where it has them. Else its prose: sections are cut into pages that fit a projector; each view,
// each prediction and each card has a page, with the text before it where that is short. The exercise's task comes last.
std::vector<PresentStep> present_steps(const Lesson&, const std::vector<ProsePart>&);

// For a step whose view has nothing of the chosen kernel: a preset of a kernel that has, the one that the text up to there names
// last, else the lesson's first. Null: the chosen kernel is as good as any.
const Preset* preset_for_view(const Lesson&, const std::vector<PresentStep>&, std::size_t at, const std::string& chosen_kernel);

// How many rows a piece of Markdown takes on a page, roughly: what links point to takes no room.
int rows_of_text(const std::string& markdown);

}  // namespace warpwise::ui
