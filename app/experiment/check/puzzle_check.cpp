#include "experiment/check/puzzle_check.h"

#include <fmt/format.h>

#include <bit>

#include "experiment/check/be_the_warp.h"
#include "experiment/check/break_it.h"
#include "experiment/check/ladder.h"
#include "lesson/formula.h"

namespace warpwise {

CheckedPart check_break(const Lesson& lesson, const BreakIt& puzzle, DeviceSet& devices, const RunHooks& hooks) {
    const auto shown = try_to_break(lesson, puzzle, {}, std::nullopt, devices, hooks);
    if (!shown) return CheckedPart::bad(shown.error().text());
    if (!shown->refused.empty()) return CheckedPart::bad("with the values that are shown nothing runs: " + shown->refused);
    if (shown->broken)
        return CheckedPart::bad(
            fmt::format("it does not pass with the values that are shown ({}): {} Correct \"set\".", shown->settings, shown->told));
    const auto smallest = try_to_break(lesson, puzzle, puzzle.smallest, schedule_of(puzzle.smallest_schedule), devices, hooks);
    if (!smallest) return CheckedPart::bad(smallest.error().text());
    if (!smallest->broken)
        return CheckedPart::bad(fmt::format("the case called the smallest ({}) does not break it: {}{} Correct \"smallest\".",
                                            smallest->settings, smallest->told, smallest->refused));
    const auto smaller = find_smaller_case(lesson, puzzle, devices, hooks);
    if (!smaller) return CheckedPart::bad(smaller.error().text());
    if (smaller->found)
        return CheckedPart::bad(fmt::format("{} breaks it too, and is smaller: {} {}, not {}. Correct \"smallest\".",
                                            smaller->found->settings, number_text(smaller->found->size), puzzle.size.say,
                                            number_text(puzzle.size.best)));
    return CheckedPart::good(
        fmt::format("passes with {}, fails with {}; {} smaller case{} pass{}", shown->settings, smallest->settings,
                    smaller->all ? fmt::format("all {}", smaller->tried) : fmt::format("{} tried", smaller->tried),
                    smaller->tried == 1 ? "" : "s", smaller->tried == 1 ? "es" : ""));
}

CheckedPart check_step(const Lesson& lesson, const ShownStep& step, DeviceSet& devices, const RunHooks& hooks) {
    const auto line = reach(lesson, step, devices, hooks.stop);
    if (!line) return CheckedPart::bad(line.error().text());
    return CheckedPart::good(
        fmt::format("warp {} reaches line {}{}", step.warp, *line, step.visit == 1 ? "" : fmt::format(", visit {}", step.visit)));
}

CheckedPart check_warp_stops(const Lesson& lesson, const BeTheWarp& puzzle, DeviceSet& devices, const RunHooks& hooks) {
    const auto walked = walk(lesson, puzzle, devices, hooks.stop);
    if (!walked) return CheckedPart::bad(walked.error().text());
    std::string counts;
    for (std::size_t i = 0; i < walked->stops.size(); ++i) {
        const SeenStop& stop = walked->stops[i];
        if (std::popcount(stop.choosable) < 2)
            return CheckedPart::bad(fmt::format("at stop {}, line {}, there is nothing to choose from", i + 1, stop.line));
        const bool lanes = puzzle.stops[i].choose == WarpStop::Choose::lanes;
        counts += fmt::format("{}{} of {} {}", counts.empty() ? "" : ", ", std::popcount(stop.right), std::popcount(stop.choosable),
                              lanes ? "lanes" : "warps");
    }
    return CheckedPart::good(fmt::format("{} stop{}: {}", walked->stops.size(), walked->stops.size() == 1 ? "" : "s", counts));
}

CheckedPart check_rung(const Lesson& lesson, const Rung& rung, DeviceSet& devices, const RunHooks& hooks) {
    const std::string line = line_of(rung);
    if (line.empty())
        return CheckedPart::bad(fmt::format("{} has not exactly one line marked //[{}]. Mark the one that the learner writes.",
                                            rung.file, kRungMarker));
    const auto own = run_rung(lesson, rung, line, devices, hooks);
    if (!own) return CheckedPart::bad(own.error().text());
    if (!own->right)
        return CheckedPart::bad(fmt::format("its own line is not right: {}{}", own->told,
                                            own->diagnostics.empty() ? "" : "\n" + text_of(own->diagnostics)));
    if (!shows_same(*own->count, rung.par.best))
        return CheckedPart::bad(fmt::format("par says best = {}, and its own line has {} {}", number_text(rung.par.best),
                                            number_text(*own->count), rung.par.say));
    if (own->drawn.writer.empty())
        return CheckedPart::bad(fmt::format("no thread writes {}, so there is nothing to draw", rung.array));
    const auto start = run_rung(lesson, rung, rung.start, devices, hooks);
    if (!start) return CheckedPart::bad(start.error().text());
    if (start->medal == Medal::gold)
        return CheckedPart::bad("the line that it begins with reaches par, so there is nothing left to do. Correct \"start\".");
    if (has_errors(start->diagnostics))
        return CheckedPart::bad("the line that it begins with does not compile:\n" + text_of(start->diagnostics));
    return CheckedPart::good(
        fmt::format("par is {} {}; it begins with: {}", number_text(*own->count), rung.par.say,
                    start->right ? fmt::format("{} {}", number_text(*start->count), rung.par.say) : start->told));
}

}  // namespace warpwise
