// The smallest failing case in words and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/json.h"
#include "base/number_text.h"
#include "base/thread_name.h"
#include "experiment/record/record_json.h"
#include "experiment/record/record_text.h"
#include "experiment/run/emulator_check.h"
#include "experiment/run/resolve.h"
#include "experiment/search/smallest_case.h"

namespace warpwise {
namespace {

std::string blocks_of(const LaunchShape& shape) {
    return fmt::format("{} of {}", counted(shape.grid.count(), "block"), counted(shape.block.count(), "thread"));
}

std::string what_is_wrong(const RunRecord& record) {
    if (record.fault) return words_for(record.fault->kind);
    return record.check ? fmt::format("{} of {} elements wrong", with_separators(record.check->differing),
                                      with_separators(record.check->compared))
                        : "a wrong result";
}

std::string_view name_of(SmallestEnd end) {
    switch (end) {
        case SmallestEnd::found: return "found";
        case SmallestEnd::right: return "right";
        case SmallestEnd::not_run: return "not_run";
        case SmallestEnd::cancelled: break;
    }
    return "cancelled";
}

}  // namespace

std::string settings_text(const Lesson& lesson, const ExperimentRequest& request) {
    std::string text = settings_text(lesson, formula_values(lesson, *lesson.find_kernel(request.kernel), request));
    const auto add = [&](std::string_view name, const std::string& value) {
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
    };
    const auto edges = [](const Dim3& dim) { return fmt::format("{},{},{}", dim.x, dim.y, dim.z); };
    if (request.grid) add("grid", edges(*request.grid));
    if (request.block && lesson.find_parameter("block") == nullptr) add("block", edges(*request.block));
    if (request.schedule) add("schedule", text_of(*request.schedule));
    return text;
}

std::string size_text(const SmallestCase& found) {
    return fmt::format("{}; the search began with {}", blocks_of(found.record.launch), blocks_of(found.before));
}

std::string who_text(const SmallestCase& found) {
    if (found.record.fault || !found.record.check || !found.record.check->first_difference) return {};
    const std::string name = found.thread ? thread_name(found.record.launch, *found.thread) : "";
    if (found.wrote) return fmt::format("The value was written by {}.", name);
    if (!found.thread) return "No thread wrote this element.";
    return fmt::format("No thread wrote this element. With one thread per element, it belongs to {}.", name);
}

std::string headline_of(const Lesson& lesson, const SmallestCase& found) {
    switch (found.end) {
        case SmallestEnd::found: break;
        case SmallestEnd::right:
            return fmt::format("Nothing went wrong in {}.", counted(static_cast<std::uint64_t>(found.runs), "run"));
        case SmallestEnd::not_run: return fmt::format("The search did not start: {}.", found.why_not);
        case SmallestEnd::cancelled: return "The search was cancelled before anything went wrong.";
    }
    return fmt::format("{} with {}: {}.", found.complete ? "Smallest failing case" : "Smallest failing case so far",
                       settings_text(lesson, found.request), what_is_wrong(found.record));
}

std::string text_of(const Lesson& lesson, const SmallestCase& found) {
    std::string text = headline_of(lesson, found) + "\n";
    if (found.end == SmallestEnd::right)
        return text +
               "  Compared with the CPU routine: these settings, other schedules, and the sizes that the lesson verifies. This "
               "does not prove that the kernel is right.\n";
    if (found.end != SmallestEnd::found) return text;
    const RunRecord& record = found.record;
    text += fmt::format("  {}\n", size_text(found));
    if (record.fault) {
        text += text_of(*record.fault) + "\n";
    } else if (record.check && record.check->first_difference) {
        text += fmt::format("  {}\n  {}\n", difference_text(*record.check->first_difference), who_text(found));
    }
    text += fmt::format("  {} of the emulator", counted(static_cast<std::uint64_t>(found.runs), "run"));
    return text + (found.complete ? "\n" : "; the search reached its limits\n");
}

nlohmann::json to_json(const Lesson& lesson, const SmallestCase& found) {
    const bool has_case = found.end == SmallestEnd::found;
    const auto threads = [](const LaunchShape& shape) { return nlohmann::json(shape.thread_count()); };
    return {{"schema", "warpwise.smallest-case/1"},
            {"found", name_of(found.end)},
            {"headline", headline_of(lesson, found)},
            {"runs", found.runs},
            {"complete", found.complete},
            {"threads_before", has_case ? threads(found.before) : nlohmann::json(nullptr)},
            {"thread", optional_value(found.thread)},
            {"wrote", found.wrote},
            {"record", has_case ? to_json(found.record) : nlohmann::json(nullptr)}};
}

}  // namespace warpwise
