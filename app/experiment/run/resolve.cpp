// What a request means: its values checked against the lesson, its formulas evaluated.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/suggest.h"
#include "experiment/run/numbers.h"
#include "experiment/run/resolve.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

Result<std::uint32_t> evaluate_edge(const KernelSpec& kernel, const char* field, const std::string& formula,
                                    const ParameterValues& values) {
    const auto value = evaluate(formula, values);
    if (!value) return std::unexpected(value.error());
    if (!std::isfinite(*value) || *value < 0 || *value > std::numeric_limits<std::uint32_t>::max())
        return usage_error(
            fmt::format("kernel '{}': {} = {} gives {}, which is not a launch size", kernel.id, field, formula, *value));
    return static_cast<std::uint32_t>(std::llround(*value));
}

Result<Dim3> evaluate_dim3(const KernelSpec& kernel, const char* field, const std::string& x, const std::string& y,
                           const std::string& z, const ParameterValues& values) {
    Dim3 dim;
    for (const auto& [formula, edge] : {std::pair{&x, &dim.x}, {&y, &dim.y}, {&z, &dim.z}}) {
        const auto value = evaluate_edge(kernel, field, *formula, values);
        if (!value) return std::unexpected(value.error());
        *edge = *value;
    }
    return dim;
}

// The dtype parameter's value; without one, that of the first array with a fixed dtype.
DType dtype_of(const Lesson& lesson, const ParameterValues& values) {
    for (const Parameter& parameter : lesson.parameters)
        if (parameter.kind == ParameterKind::dtype)
            if (const auto found = values.find(parameter.id); found != values.end())
                if (const auto dtype = dtype_from_name(text_of(found->second))) return *dtype;
    for (const ArraySpec& array : lesson.arrays)
        if (const auto dtype = dtype_from_name(array.dtype)) return *dtype;
    return DType::f32;
}

std::string with_dtype(std::string entry, DType dtype) {
    constexpr std::string_view mark = "{dtype}";
    for (std::size_t at = entry.find(mark); at != std::string::npos; at = entry.find(mark))
        entry.replace(at, mark.size(), c_name_of(dtype));
    return entry;
}

struct Range {
    double least, most;
    bool holds(double value) const { return value >= least && value <= most; }
};

Range accepted_range(const Parameter& parameter) {
    // An impossible block or grid is worth running: the device tells which limit it breaks.
    if (parameter.kind == ParameterKind::block || parameter.kind == ParameterKind::grid)
        return {1, std::numeric_limits<std::uint32_t>::max()};
    return {parameter.min, parameter.max};
}

Result<ParameterValue> parse_value(const Parameter& parameter, const std::string& text) {
    const Range range = accepted_range(parameter);
    const auto outside = [&] {
        return usage_error(fmt::format("{} = {} is outside its range, {} to {}", parameter.id, text, number_text(range.least),
                                       number_text(range.most)));
    };
    switch (parameter.kind) {
        case ParameterKind::size:
        case ParameterKind::integer:
        case ParameterKind::block:
        case ParameterKind::grid: {
            const auto value = parse_integer(text);
            if (!value && !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return outside();
            if (!value)
                return usage_error(fmt::format("{} = '{}' is not a whole number", parameter.id, text), "Write it as 1024 or 2^10.");
            if (!range.holds(static_cast<double>(*value))) return outside();
            return *value;
        }
        case ParameterKind::real: {
            const auto value = parse_real(text);
            if (!value) return usage_error(fmt::format("{} = '{}' is not a number", parameter.id, text));
            if (!range.holds(*value)) return outside();
            return *value;
        }
        case ParameterKind::flag:
            if (text == "1" || text == "true" || text == "on" || text == "yes") return std::int64_t{1};
            if (text == "0" || text == "false" || text == "off" || text == "no") return std::int64_t{0};
            return usage_error(fmt::format("{} = '{}' is neither on nor off", parameter.id, text));
        case ParameterKind::dtype:
        case ParameterKind::choice: break;
    }
    for (const std::string& choice : parameter.choices)
        if (choice == text) return text;
    return usage_error(fmt::format("{} cannot be '{}'", parameter.id, text),
                       fmt::format("Choose one of {}.", listed(parameter.choices)));
}

const KernelSpec* kernel_of(const Lesson& lesson, const ExperimentRequest& request) {
    return request.kernel.empty() && !lesson.kernels.empty() ? &lesson.kernels.front() : lesson.find_kernel(request.kernel);
}

// "8" or "16,16" for a launch's own grid or block.
Result<Dim3> parse_launch_edges(const std::string& key, const std::string& text) {
    const auto dim = parse_edges(text);
    if (!dim)
        return usage_error(fmt::format("{} = '{}' is not a launch size", key, text),
                           "Write one to three whole numbers from 1 to 4294967295, like 256 or 16,16.");
    return *dim;
}

}  // namespace

ParameterValues formula_values(const Lesson& lesson, const KernelSpec& kernel, const ExperimentRequest& request) {
    ParameterValues values = request.parameters;
    if (!request.block) return values;
    const Dim3& block = *request.block;
    for (const auto& [formula, edge] :
         {std::pair{&kernel.block_x, block.x}, {&kernel.block_y, block.y}, {&kernel.block_z, block.z}})
        if (lesson.find_parameter(*formula) != nullptr) values[*formula] = std::int64_t{edge};
    return values;
}

void set_block(const Lesson& lesson, ExperimentRequest& request, const Dim3& block) {
    request.block = block;
    const KernelSpec* kernel = kernel_of(lesson, request);
    if (kernel == nullptr) return;
    ParameterValues values = request.parameters;
    for (const auto& [formula, edge] :
         {std::pair{&kernel->block_x, block.x}, {&kernel->block_y, block.y}, {&kernel->block_z, block.z}}) {
        if (const Parameter* parameter = lesson.find_parameter(*formula)) {
            if (edge < parameter->min || edge > parameter->max) return;
            values[parameter->id] = std::int64_t{edge};
        } else if (evaluate(*formula, values).value_or(-1) != edge) {
            return;
        }
    }
    request.parameters = std::move(values);
    request.block.reset();
}

Result<ResolvedLaunch> resolve_launch(const Lesson& lesson, const ExperimentRequest& request) {
    const KernelSpec* kernel = kernel_of(lesson, request);
    if (kernel == nullptr) {
        std::vector<std::string> known;
        for (const KernelSpec& k : lesson.kernels) known.push_back(k.id);
        const std::string near = did_you_mean(request.kernel, known);
        return usage_error(fmt::format("lesson '{}' has no kernel '{}'", lesson.id, request.kernel),
                           near + (near.empty() ? "" : " ") + fmt::format("Its kernels are {}.", listed(known)));
    }
    const ParameterValues values = formula_values(lesson, *kernel, request);

    ResolvedLaunch launch;
    launch.dtype = dtype_of(lesson, values);
    launch.entry =
        with_dtype(request.edited_source && !request.edited_entry.empty() ? request.edited_entry : kernel->entry, launch.dtype);
    const auto block = request.block ? Result<Dim3>(*request.block)
                                     : evaluate_dim3(*kernel, "block", kernel->block_x, kernel->block_y, kernel->block_z, values);
    if (!block) return std::unexpected(block.error());
    const auto grid = request.grid ? Result<Dim3>(*request.grid)
                                   : evaluate_dim3(*kernel, "grid", kernel->grid_x, kernel->grid_y, kernel->grid_z, values);
    if (!grid) return std::unexpected(grid.error());
    const auto shared = evaluate_edge(*kernel, "shared_bytes", kernel->shared_bytes, values);
    if (!shared) return std::unexpected(shared.error());
    launch.shape = {*grid, *block, *shared};
    const auto covers = evaluate(kernel->covers, values);
    if (!covers) return std::unexpected(covers.error());
    launch.work = static_cast<std::uint64_t>(std::max(0.0, *covers));
    for (const auto& [formula, edge] : {std::pair{&kernel->covers_x, &launch.columns}, {&kernel->covers_y, &launch.rows}}) {
        if (formula->empty()) continue;
        const auto value = evaluate(*formula, values);
        if (!value) return std::unexpected(value.error());
        *edge = static_cast<std::uint64_t>(std::max(0.0, *value));
    }
    return launch;
}

Result<void> apply_setting(const Lesson& lesson, ExperimentRequest& request, const std::string& key, const std::string& value) {
    const Parameter* parameter = lesson.find_parameter(key);
    const bool launch_edge = key == "block" || key == "grid";
    if (launch_edge && (parameter == nullptr || value.find(',') != std::string::npos)) {
        const auto dim = parse_launch_edges(key, value);
        if (!dim) return std::unexpected(dim.error());
        if (key == "block")
            set_block(lesson, request, *dim);
        else
            request.grid = *dim;
        return {};
    }
    if (parameter == nullptr) {
        std::vector<std::string> known;
        for (const Parameter& p : lesson.parameters) known.push_back(p.id);
        for (const char* edge : {"block", "grid"})
            if (lesson.find_parameter(edge) == nullptr) known.push_back(edge);
        const std::string near = did_you_mean(key, known);
        return usage_error(fmt::format("lesson '{}' has no parameter '{}'", lesson.id, key),
                           near + (near.empty() ? "" : " ") + fmt::format("It has {}.", listed(known)));
    }
    auto parsed = parse_value(*parameter, value);
    if (!parsed) return std::unexpected(parsed.error());
    request.parameters[key] = std::move(*parsed);
    if (key == "block") request.block.reset();
    if (key == "grid") request.grid.reset();
    return {};
}

}  // namespace warpwise
