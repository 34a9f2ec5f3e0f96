#include "lesson/lesson.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lesson/formula.h"

namespace warpwise {
namespace {

Result<ParameterValue> parse_choice(const Parameter& parameter, const std::string& text) {
    if (std::ranges::find(parameter.choices, text) != parameter.choices.end()) return ParameterValue{text};
    return usage_error(fmt::format("{} cannot be \"{}\"", parameter.id, text),
                       fmt::format("Choose one of {}.", fmt::join(parameter.choices, ", ")));
}

}  // namespace

std::optional<std::string> fill_file(const ArraySpec& array) {
    constexpr std::string_view mark = "file=";
    if (!array.fill.starts_with(mark)) return std::nullopt;
    return array.fill.substr(mark.size());
}

std::optional<PictureFill> picture_of_fill(const std::string& fill) {
    for (const std::string_view mark : {"picture=", "scaled_picture="})
        if (fill.starts_with(mark)) return PictureFill{fill.substr(mark.size()), mark.starts_with("scaled")};
    return std::nullopt;
}

std::vector<std::string> option_texts(const ViewSpec& view, const std::string& name) {
    const auto option = view.options.find(name);
    if (option == view.options.end()) return {};
    const std::string& list = option->second;
    std::vector<std::string> texts;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find("; ", at), list.size());
        texts.push_back(list.substr(at, end - at));
        at = end + 2;
    }
    return texts;
}

std::vector<std::string> fixable_costs() {
    return {"sectors", "misaligned", "conflicts", "atomics", "constants", "divergence", "barrier", "empty_lanes"};
}

Result<ParameterValue> parse_parameter(const Parameter& parameter, const std::string& text) {
    if (parameter.kind == ParameterKind::dtype || parameter.kind == ParameterKind::choice) return parse_choice(parameter, text);
    if (parameter.kind == ParameterKind::flag) {
        if (text == "true" || text == "on" || text == "1") return ParameterValue{std::int64_t{1}};
        if (text == "false" || text == "off" || text == "0") return ParameterValue{std::int64_t{0}};
        return usage_error(fmt::format("{} cannot be \"{}\"", parameter.id, text), "Choose true or false.");
    }
    const auto number = evaluate_formula(text, {});
    if (!number)
        return usage_error(fmt::format("{} = \"{}\" is not a number: {}", parameter.id, text, number.error().message),
                           "Write a number such as 1000 or 2^14.");
    const double value = *number;
    if (value < parameter.min || value > parameter.max)
        return usage_error(fmt::format("{} = {} is outside its range", parameter.id, text),
                           fmt::format("It can be from {} to {}.", number_text(parameter.min), number_text(parameter.max)));
    if (parameter.kind == ParameterKind::real) return ParameterValue{value};
    if (value != std::floor(value) || std::abs(value) > 9.0e15)
        return usage_error(fmt::format("{} = {} is not a whole number", parameter.id, text),
                           "Write a number such as 1000 or 2^14.");
    return ParameterValue{static_cast<std::int64_t>(value)};
}

std::string Lesson::effort() const {
    if (minutes == 0) return difficulty;
    return fmt::format("about {} minute{}{}{}", minutes, minutes == 1 ? "" : "s", difficulty.empty() ? "" : ", ", difficulty);
}

std::string Exercise::stub_file() const { return id.empty() ? "exercise.cu" : fmt::format("exercise_{}.cu", id); }

std::string Exercise::solution_file() const { return id.empty() ? "solution.cu" : fmt::format("solution_{}.cu", id); }

const Parameter* Lesson::find_parameter(std::string_view wanted) const {
    const auto found = std::ranges::find(parameters, wanted, &Parameter::id);
    return found == parameters.end() ? nullptr : &*found;
}

const Exercise* Lesson::kernel_exercise() const {
    const auto found = std::ranges::find_if(exercises, [](const Exercise& each) { return !each.program; });
    return found == exercises.end() ? nullptr : &*found;
}

const Exercise* Lesson::find_exercise(std::string_view wanted) const {
    const auto found = wanted.empty() ? exercises.begin() : std::ranges::find(exercises, wanted, &Exercise::id);
    return found == exercises.end() ? nullptr : &*found;
}

const KernelSpec* Lesson::find_kernel(std::string_view wanted) const {
    const auto found = std::ranges::find(kernels, wanted, &KernelSpec::id);
    return found == kernels.end() ? nullptr : &*found;
}

ParameterValues Lesson::defaults() const {
    ParameterValues values;
    for (const Parameter& parameter : parameters) values[parameter.id] = parameter.default_value;
    return values;
}

bool Lesson::is_named(std::string_view name) const {
    if (name.ends_with('/')) name.remove_suffix(1);
    name.remove_prefix(name.rfind('/') + 1);
    return id == name || folder.filename() == name ||
           (number > 0 && (fmt::format("{}", number) == name || fmt::format("{:02}", number) == name));
}

const Lesson* Course::find(std::string_view name) const {
    const auto found = std::ranges::find_if(lessons, [&](const Lesson& lesson) { return lesson.is_named(name); });
    return found == lessons.end() ? nullptr : &*found;
}

}  // namespace warpwise
