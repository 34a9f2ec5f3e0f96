#include "lesson/hints.h"

#include <algorithm>

#include "base/fault.h"
#include "lesson/program_names.h"

namespace warpwise {

std::vector<std::string> failure_kinds() {
    std::vector<std::string> kinds{"compile", "wrong", "gate"};
    for (int kind = 0; kind <= static_cast<int>(FaultKind::device_lost); ++kind)
        kinds.emplace_back(name_of(static_cast<FaultKind>(kind)));
    return kinds;
}

std::vector<std::string> program_failure_kinds() {
    std::vector<std::string> kinds = failure_kinds();
    std::ranges::copy(host_finding_kinds(), std::back_inserter(kinds));
    kinds.insert(kinds.end(), {"exit", "time"});
    return kinds;
}

std::vector<std::size_t> hints_on_offer(const Exercise& exercise, const std::vector<std::size_t>& shown, std::string_view failure) {
    std::vector<std::size_t> offered, others;
    for (std::size_t i = 0; i < exercise.hints.size(); ++i) {
        if (std::ranges::find(shown, i) != shown.end()) continue;
        const std::string& on = exercise.hints[i].on;
        if (on.empty())
            others.push_back(i);
        else if (on == failure)
            offered.push_back(i);
    }
    offered.insert(offered.end(), others.begin(), others.end());
    return offered;
}

}  // namespace warpwise
