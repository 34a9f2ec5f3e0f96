#include "experiment/record/record_text.h"

#include <fmt/format.h>

#include "base/number_text.h"

namespace warpwise {

bool came_to_its_end(const RunRecord& record) {
    if (record.status == RunStatus::ok || record.status == RunStatus::wrong) return true;
    return record.status == RunStatus::fault && record.fault && record.fault->kind == FaultKind::data_race;
}

bool was_refused(const RunRecord& record) { return record.fault && record.fault->kind == FaultKind::launch_invalid; }

std::string outcome_text(const RunRecord& record) {
    if (was_refused(record)) return "the launch was refused, and no thread ran";
    switch (record.status) {
        case RunStatus::ok: return record.check ? "correct" : "finished";
        case RunStatus::wrong: return "wrong result";
        case RunStatus::fault: break;
        case RunStatus::error: return has_errors(record.diagnostics) ? "does not compile" : "could not start";
        case RunStatus::cancelled: return "cancelled";
    }
    if (!came_to_its_end(record)) return "stopped by a fault";
    return record.check && !record.check->passed ? "finished, with a data race and a wrong result" : "finished, with a data race";
}

std::string share_of_elements(std::uint64_t some, std::uint64_t all) {
    return fmt::format("{} of {} element{}", with_separators(some), with_separators(all), all == 1 ? "" : "s");
}

std::string check_text(const Check& check) {
    const std::string truth = check.compared_with == Check{}.compared_with ? "the CPU routine"
                              : check.compared_with.ends_with(".cu")       ? "the lesson's reference"
                                                                           : check.compared_with;
    const std::uint64_t shown = check.passed ? check.compared - check.differing : check.differing;
    const bool one = shown == 1;
    const char* const relation = !check.passed             ? (one ? "differs from" : "differ from")
                                 : check.max_abs_error > 0 ? (one ? "agrees with" : "agree with")
                                                           : (one ? "equals" : "equal");
    return fmt::format("{} {} {}", share_of_elements(shown, check.compared), relation, truth);
}

std::string difference_text(const Check::Difference& first) {
    return fmt::format("First: {}[{}] expected {}, found {}", first.array, first.index, first.expected, first.found);
}

std::string compiled_text(const RunRecord& record) {
    if (!record.compiled) return {};
    const auto& [isa, after] = *record.compiled;
    if (after == 0) return fmt::format("compiled for {} from the first block on", isa);
    return fmt::format("compiled for {} after block {} of {}", isa, with_separators(after),
                       with_separators(record.launch.grid.count()));
}

std::string settings_text(const Lesson& lesson, const ParameterValues& values) {
    std::string text;
    for (const Parameter& parameter : lesson.parameters) {
        const auto found = values.find(parameter.id);
        if (found != values.end()) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.id, text_of(found->second));
    }
    return text;
}

}  // namespace warpwise
