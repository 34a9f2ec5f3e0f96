#include "lesson/request_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/dtype.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

constexpr std::array<std::int64_t, 5> kElementSizes{1, 2, 4, 8, 16};
constexpr std::int64_t kFarthest = std::int64_t{1} << 31;
constexpr std::array<RequestOption, 4> kNumbers{{{"stride", &RequestShape::stride, -4096, 4096},
                                                 {"offset", &RequestShape::offset, -kFarthest, kFarthest},
                                                 {"element", &RequestShape::element, 1, 16},
                                                 {"lanes", &RequestShape::lanes, 1, 32}}};

std::optional<DType> dtype_in(const ParameterValues& values, const std::string& id) {
    const auto value = values.find(id);
    const auto* const name = value != values.end() ? std::get_if<std::string>(&value->second) : nullptr;
    return name != nullptr ? dtype_from_name(*name) : std::nullopt;
}

}  // namespace

std::span<const std::int64_t> request_element_sizes() { return kElementSizes; }
std::span<const RequestOption> request_numbers() { return kNumbers; }

std::vector<std::string> request_view_options() {
    std::vector<std::string> names{"kernel"};
    for (const RequestOption& option : kNumbers) names.emplace_back(option.name);
    return names;
}

const ViewSpec* find_request_view(const Lesson& lesson, const std::string& kernel) {
    const ViewSpec* first = nullptr;
    for (const ViewSpec& view : lesson.views) {
        if (view.kind != "request") continue;
        const auto of = view.options.find("kernel");
        if (of == view.options.end() || of->second == kernel) return &view;
        if (first == nullptr) first = &view;
    }
    return first;
}

const Parameter* parameter_of_option(const Lesson& lesson, const ViewSpec& view, const char* option) {
    const auto text = view.options.find(option);
    if (text == view.options.end()) return nullptr;
    const auto found = std::ranges::find(lesson.parameters, text->second, &Parameter::id);
    if (found == lesson.parameters.end()) return nullptr;
    const bool is_whole = found->kind != ParameterKind::real && found->kind != ParameterKind::flag &&
                          found->kind != ParameterKind::choice && found->kind != ParameterKind::dtype;
    return is_whole || (found->kind == ParameterKind::dtype && std::string_view(option) == "element") ? &*found : nullptr;
}

Result<std::int64_t> request_number(const Lesson& lesson, const ViewSpec& view, const RequestOption& option,
                                    const ParameterValues& values) {
    const auto text = view.options.find(option.name);
    if (text == view.options.end()) return RequestShape{}.*option.member;
    const Parameter* const parameter = parameter_of_option(lesson, view, option.name);
    if (parameter != nullptr && parameter->kind == ParameterKind::dtype)
        if (const auto dtype = dtype_in(values, parameter->id)) return static_cast<std::int64_t>(size_of(*dtype));
    const auto value = evaluate(text->second, values);
    if (!value) return std::unexpected(value.error());
    if (*value != std::floor(*value) || *value < static_cast<double>(option.least) || *value > static_cast<double>(option.most))
        return usage_error(fmt::format("\"{}\" gives {}", text->second, number_text(*value)),
                           fmt::format("The view \"request\" takes a whole number from {} to {}.", option.least, option.most));
    const auto number = static_cast<std::int64_t>(*value);
    if (option.member == &RequestShape::element && std::ranges::find(kElementSizes, number) == kElementSizes.end())
        return usage_error(fmt::format("\"{}\" gives {} bytes", text->second, number),
                           "The elements of a request have 1, 2, 4, 8 or 16 bytes.");
    return number;
}

Result<RequestShape> request_shape(const Lesson& lesson, const ViewSpec& view, const ParameterValues& values) {
    RequestShape shape;
    for (const RequestOption& option : kNumbers) {
        const auto number = request_number(lesson, view, option, values);
        if (!number) return std::unexpected(number.error());
        shape.*option.member = *number;
    }
    return shape;
}

}  // namespace warpwise
