// warpwise course summary: what the learner has done in the course, as text, as JSON, or as a page.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "lesson/course_summary.h"

namespace warpwise {
namespace {

nlohmann::json to_json(const Share& share) { return {{"done", share.done}, {"all", share.all}}; }

nlohmann::json to_json(const CourseSummary& summary) {
    nlohmann::json lessons = nlohmann::json::array();
    for (const PartSummary& part : summary.parts)
        for (const LessonSummary& each : part.each)
            lessons.push_back({{"lesson", each.lesson->id},
                               {"part", part.part},
                               {"finished", each.finished},
                               {"predictions", to_json(each.predictions)},
                               {"exercises", to_json(each.exercises)},
                               {"puzzles", to_json(each.puzzles)}});
    return {{"schema", "warpwise.summary/1"},
            {"lessons", to_json(summary.lessons)},
            {"predictions", to_json(summary.predictions)},
            {"exercises", to_json(summary.exercises)},
            {"puzzles", to_json(summary.puzzles)},
            {"minutes", summary.minutes},
            {"each", std::move(lessons)}};
}

std::string text_of(const CourseSummary& summary) {
    std::string out = summary_sentence(summary) + "\n";
    for (const PartSummary& part : summary.parts) {
        out += fmt::format("\n{}: {} of {} lessons finished\n", part_title(part.part), part.lessons.done, part.lessons.all);
        for (const LessonSummary& each : part.each) {
            if (!each.finished) continue;
            out += fmt::format("  {:>2}  {}\n", each.lesson->number, each.lesson->title);
            for (const std::string& goal : each.lesson->goals) out += fmt::format("      - {}\n", goal);
        }
    }
    out += "\nWhere to go from here\n";
    for (const Onward& each : onward()) out += fmt::format("  {}: {}\n", each.name, each.sentence);
    return out;
}

}  // namespace

int course_summary_command(const SummaryOptions& options, const WindowCommands& window) {
    const auto course = load_installed_course();
    if (!course) return report(course.error());
    const LoadedProgress loaded = load_progress();
    if (!loaded.problems.empty()) print_to(stderr, "{}", warpwise::text_of(loaded.problems));
    const CourseSummary summary = course_summary(course->lessons, loaded.progress);
    if (!options.output.empty()) {
        if (window.write_summary == nullptr)
            return report({ErrorKind::failure, "this build of warpwise has no window, which draws the page",
                           "Leave out -o to get the text."});
        const auto written = window.write_summary(options, summary);
        return written ? 0 : report(written.error());
    }
    print_to(stdout, "{}", options.json ? json_text(to_json(summary)) + "\n" : text_of(summary));
    return 0;
}

}  // namespace warpwise
