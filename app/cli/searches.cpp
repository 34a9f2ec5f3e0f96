// warpwise run --find-other-outcome and --smallest-case
#include "cli/searches.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/run_request.h"

namespace warpwise {
namespace {

// The command that runs the case again.
std::string command_for(const RunOptions& options, const Lesson& lesson, const ExperimentRequest& request) {
    std::string command = fmt::format("warpwise run {} --kernel {}", options.lesson, request.kernel);
    for (const Parameter& parameter : lesson.parameters)
        if (const auto value = request.parameters.find(parameter.id);
            value != request.parameters.end() && value->second != parameter.default_value)
            command += fmt::format(" --set {}={}", parameter.id, text_of(value->second));
    for (const auto& [name, edges] : {std::pair{"grid", &request.grid}, {"block", &request.block}})
        if (*edges) command += fmt::format(" --set {}={},{},{}", name, (*edges)->x, (*edges)->y, (*edges)->z);
    if (request.seed != 1) command += fmt::format(" --seed {}", request.seed);
    if (request.schedule) command += fmt::format(" --schedule {}", text_of(*request.schedule));
    return command + " --trace full";
}

int print_smallest(const RunOptions& options, const Lesson& lesson, const SmallestCase& found) {
    if (options.json)
        print_to(stdout, "{}\n", json_text(to_json(lesson, found)));
    else
        print_to(stdout, "{}", text_of(lesson, found));
    if (!options.json && found.end == SmallestEnd::found) print_to(stdout, "  {}\n", command_for(options, lesson, found.request));
    return found.end == SmallestEnd::right ? 0 : 1;
}

}  // namespace

int print_found(const OtherOutcome& found, bool json) {
    if (json)
        print_to(stdout, "{}\n", json_text(to_json(found)));
    else
        print_to(stdout, "{}", text_of(found));
    return found.found == OutcomeFound::other || found.found == OutcomeFound::not_run ? 1 : 0;
}

int search_command(const RunOptions& options, const PreparedRun& prepared, DeviceSet& devices) {
    if (prepared.devices.size() != 1 || !traits_of(prepared.request.device).has_schedules)
        return report({ErrorKind::usage, "the searches for another outcome and for the smallest case run on the emulator only",
                       "Leave out --device."});
    if (options.find_other_outcome) {
        const auto found = find_other_outcome(prepared.lesson, prepared.request, devices, {});
        return found ? print_found(*found, options.json) : report(found.error());
    }
    const auto found = find_smallest_case(prepared.lesson, prepared.request, devices, {});
    return found ? print_smallest(options, prepared.lesson, *found) : report(found.error());
}

}  // namespace warpwise
