#include "ui/threads/launch_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "lesson/formula.h"
#include "ui/workbench/outcome.h"

namespace warpwise::ui {
namespace {

// The first output that the kernel takes.
const ArraySpec* output_spec(const Workbench& wb) {
    const KernelSpec* kernel = wb.kernel();
    const auto is_shown = [&](const ArraySpec& array) {
        return array.output && (kernel == nullptr || std::ranges::find(kernel->arguments, array.id) != kernel->arguments.end());
    };
    const auto found = std::ranges::find_if(wb.lesson->arrays, is_shown);
    return found == wb.lesson->arrays.end() ? nullptr : &*found;
}

DType dtype_of(const ArraySpec* output, const Workbench& wb) {
    return (output != nullptr ? dtype_from_name(output->dtype) : std::nullopt).value_or(wb.draft.resolved->dtype);
}

std::uint64_t element_count(const ArraySpec* spec, const ParameterValues& parameters) {
    if (!spec) return 0;
    double count = 1;
    for (const std::string& formula : spec->shape) {
        const Result<double> extent = evaluate(formula, parameters);
        if (!extent || !(*extent >= 0) || *extent > 1e12) return 0;
        count *= *extent;
    }
    return count < 1e15 ? static_cast<std::uint64_t>(count) : 0;
}

// The run whose traces say most: one with a map of writers, else any with results.
const RunRecord* run_of_draft(const Workbench& wb) {
    const RunRecord* best = nullptr;
    for (const auto& [kind, runs] : wb.results.runs) {
        if (!runs.latest || !is_of_draft(*runs.latest, wb)) continue;
        const RunRecord& record = *runs.latest;
        if (!record.writes.empty()) return &record;
        if (!best && record.outputs) best = &record;
    }
    return best;
}

std::string text_of_parameters(const ParameterValues& parameters) {
    std::string text;
    for (const auto& [id, value] : parameters) {
        text += id + "=";
        std::visit([&](const auto& v) { text += fmt::format("{};", v); }, value);
    }
    return text;
}

FactsKey key_of(const Workbench& wb, const RunRecord* record) {
    FactsKey key;
    key.lesson = wb.lesson->id;
    key.kernel = wb.draft.request.kernel;
    key.parameters = text_of_parameters(wb.draft.request.parameters);
    key.shape = wb.draft.resolved->shape;
    key.work = wb.draft.resolved->work;
    if (record) {
        key.outputs = record->outputs;
        key.has_writes = !record->writes.empty();
        key.wall_s = record->wall_s;
    }
    return key;
}

}  // namespace

bool FactsKey::operator==(const FactsKey& other) const {
    const bool same_outputs = !outputs.owner_before(other.outputs) && !other.outputs.owner_before(outputs);
    return same_outputs && has_writes == other.has_writes && wall_s == other.wall_s && lesson == other.lesson &&
           kernel == other.kernel && parameters == other.parameters && shape == other.shape && work == other.work;
}

LaunchFacts launch_facts(Workbench& wb) {
    LaunchFactsState& state = wb.state<LaunchFactsState>();
    if (!wb.lesson || !wb.draft.resolved) return {};
    const RunRecord* record = run_of_draft(wb);
    const ArraySpec* output = output_spec(wb);
    if (FactsKey key = key_of(wb, record); key != state.key || state.version == 0) {
        FactsInput input;
        input.shape = wb.draft.resolved->shape;
        input.work = wb.draft.resolved->work;
        input.columns = wb.draft.resolved->columns;
        input.rows = wb.draft.resolved->rows;
        if (const KernelSpec* kernel = wb.kernel()) {
            input.formula = kernel->index_formula;
            input.guarded = kernel->guarded;
            input.work_is_said = kernel->covers != "0" || input.columns || input.rows;
        }
        input.parameters = wb.draft.request.parameters;
        input.elements = element_count(output, wb.draft.request.parameters);
        if (input.elements == 0) input.elements = input.work;
        input.record = record;
        state.facts = find_facts(input);
        state.key = std::move(key);
        ++state.version;
    }
    const bool ran = record != nullptr && state.facts.output.has_value();
    const DType dtype = ran ? (*record->outputs)[*state.facts.output].dtype() : dtype_of(output, wb);
    return {&state.facts, record, state.version, output ? output->id : std::string(), dtype};
}

}  // namespace warpwise::ui
