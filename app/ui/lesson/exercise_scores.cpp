// The scores of an exercise: what the kernel counted, the best known, the medal, and the learner's own best so far.
#include <fmt/format.h>
#include <imgui.h>

#include "lesson/formula.h"
#include "lesson/score.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/medal.h"

namespace warpwise::ui {
namespace {

void score_line(const Look& look, const ScoreVerdict& verdict) {
    draw_medal(look, verdict.medal);
    const std::string medal = verdict.medal == Medal::none ? "" : sentence(std::string(name_of(verdict.medal))) + ": ";
    text_in(look, look.theme.text, medal + "your kernel has " + text_of(verdict));
    if (verdict.value && verdict.medal != Medal::gold) {
        const double next = verdict.medal == Medal::silver   ? verdict.score.best
                            : verdict.medal == Medal::bronze ? verdict.score.silver
                                                             : verdict.score.bronze;
        const Medal reached = verdict.medal == Medal::silver   ? Medal::gold
                              : verdict.medal == Medal::bronze ? Medal::silver
                                                               : Medal::bronze;
        muted_text(look, fmt::format("{}: {} or less.", sentence(std::string(name_of(reached))), number_text(next)));
    } else if (verdict.value && *verdict.value < verdict.score.best && !shows_same(*verdict.value, verdict.score.best)) {
        muted_text(look, "That is lower than the best known.");
    }
}

}  // namespace

void exercise_scores(Workbench& bench, const Exercise& exercise, const ExerciseState& state) {
    if (exercise.scores.empty() || state.check.valid()) return;
    const Look& look = bench.look;
    const bool told = state.verdict && state.verdict->passed;
    if (told) {
        for (const ScoreVerdict& score : state.verdict->scores) score_line(look, score);
        if (!state.verdict->scores.empty())
            muted_text(look, "Counted by the emulator for " + state.verdict->counted_shape + "; lower is better.");
    }
    const auto progress = bench.lessons.progress.find(bench.lesson->id);
    if (progress == bench.lessons.progress.end()) return;
    for (const Score& score : exercise.scores) {
        const auto best = progress->second.best_score(exercise, score);
        if (!best) continue;
        const Medal medal = medal_of(score, *best);
        muted_text(look, fmt::format("Your best so far: {} {}{}", number_text(*best), score.say,
                                     medal == Medal::none ? "" : fmt::format(" ({})", name_of(medal))));
    }
}

}  // namespace warpwise::ui
