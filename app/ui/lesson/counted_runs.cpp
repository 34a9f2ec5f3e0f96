#include "ui/lesson/counted_runs.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "experiment/run/record_values.h"
#include "lesson/claim.h"
#include "lesson/prose.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostCounted = 64;

bool is_run_of(const CountedRun& run, const Preset& preset) {
    if (!run.as_preset || (!preset.kernel.empty() && preset.kernel != run.kernel)) return false;
    return std::ranges::all_of(preset.values, [&](const auto& entry) {
        const auto found = run.parameters.find(entry.first);
        return found != run.parameters.end() && text_of(found->second) == text_of(entry.second);
    });
}

// What a preset sets is known before it ran.
std::map<std::string, double> numbers_of(const ParameterValues& parameters) {
    std::map<std::string, double> numbers;
    for (const auto& [id, value] : parameters) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) numbers[id] = static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) numbers[id] = *real;
    }
    return numbers;
}

}  // namespace

void note_counted(Workbench& bench, const RunRecord& record) {
    if (bench.lesson == nullptr || !traits_of(record.device.kind).has_counts) return;
    const ExperimentRequest& request = record.request;
    CountedRun run{.kernel = request.kernel, .parameters = request.parameters, .values = values_of(*bench.lesson, record)};
    run.as_preset = !request.edited_source && !request.grid && !request.block && !request.schedule;
    std::deque<CountedRun>& runs = bench.state<CountedRuns>().runs;
    std::erase_if(runs, [&](const CountedRun& known) {
        return known.kernel == run.kernel && known.parameters == run.parameters && known.as_preset == run.as_preset;
    });
    runs.push_back(std::move(run));
    if (runs.size() > kMostCounted) runs.pop_front();
}

void forget_counted(Workbench& bench) { bench.state<CountedRuns>() = {}; }

std::map<std::string, double> counted_values(const Workbench& bench, const std::string& of) {
    const std::string_view name = preset_in_brackets(of);
    const auto preset = std::ranges::find(bench.lesson->presets, name, &Preset::name);
    if (!name.empty() && preset == bench.lesson->presets.end()) return {};
    for (const CountedRun& run : bench.state<CountedRuns>().runs | std::views::reverse)
        if (name.empty() ? run.kernel == of : is_run_of(run, *preset)) return run.values;
    return name.empty() ? std::map<std::string, double>() : numbers_of(run_of_preset(*bench.lesson, preset->name).parameters);
}

}  // namespace warpwise::ui
