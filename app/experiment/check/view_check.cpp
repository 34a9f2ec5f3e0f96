#include "experiment/check/view_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "experiment/picture/animation.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

constexpr std::array<std::string_view, 4> kPalettes{"viridis", "inferno", "cividis", "grey"};

std::string option(const ViewSpec& view, const std::string& name) {
    const auto found = view.options.find(name);
    return found == view.options.end() ? "" : found->second;
}

Result<const ArraySpec*> find_array(const Lesson& lesson, const std::string& id, std::string_view where) {
    const auto found = std::ranges::find(lesson.arrays, id, &ArraySpec::id);
    if (found == lesson.arrays.end())
        return usage_error(fmt::format("{} names \"{}\", which is not an array of the lesson", where, id));
    return &*found;
}

Result<double> elements_of(const Lesson& lesson, const ArraySpec& array) {
    double elements = 1;
    for (const std::string& extent : array.shape) {
        const auto value = evaluate(extent, lesson.defaults());
        if (!value) return std::unexpected(value.error());
        elements *= *value;
    }
    return elements;
}

Result<double> edge_of(const Lesson& lesson, const ViewSpec& view, const char* name) {
    const std::string formula = option(view, name);
    if (formula.empty()) return usage_error(fmt::format("the field \"{}\" is missing", name));
    const auto value = evaluate(formula, lesson.defaults());
    if (value && (*value < 1 || *value != std::floor(*value)))
        return usage_error(fmt::format("{} = \"{}\" gives {}, which is not a number of pixels", name, formula, *value));
    return value;
}

Result<void> check_image(const Lesson& lesson, const ViewSpec& view) {
    const auto width = edge_of(lesson, view, "width"), height = edge_of(lesson, view, "height");
    if (!width) return std::unexpected(width.error());
    if (!height) return std::unexpected(height.error());
    const std::vector<std::string> shown = option_texts(view, "array"), packed = option_texts(view, "packed");
    if (shown.empty()) return usage_error("the field \"array\" is missing");
    for (const std::string& id : shown) {
        const auto array = find_array(lesson, id, "array");
        if (!array) return std::unexpected(array.error());
        const auto elements = elements_of(lesson, **array);
        if (!elements) return std::unexpected(elements.error());
        const double columns = std::ranges::find(packed, id) != packed.end() ? std::ceil(*width / 32) : *width;
        if (columns * *height > *elements)
            return usage_error(fmt::format("a picture of {} × {} needs {} elements, but the array \"{}\" has {}", *width, *height,
                                           columns * *height, id, *elements),
                               "Write width and height as formulas over the same parameters as the array's shape.");
    }
    return {};
}

Result<void> check_points(const Lesson& lesson, const ViewSpec& view) {
    for (const char* name : {"array", "values"}) {
        const std::string id = option(view, name);
        if (id.empty() && std::string_view(name) == "values") continue;
        const auto array = find_array(lesson, id, name);
        if (!array) return std::unexpected(array.error());
        if ((*array)->dtype != "f32" || (*array)->shape.size() != 2 || (*array)->shape[1] != "4")
            return usage_error(fmt::format("points cannot show the array \"{}\"", id),
                               "It takes arrays of f32 with the shape [\"n\", \"4\"]: x, y, z and mass.");
    }
    return {};
}

Result<void> check_swap(const Lesson& lesson, const ViewSpec& view) {
    if (!view.options.contains("swap")) return {};
    if (const auto moves = declared_animation(lesson); moves && !*moves) return std::unexpected(moves->error());
    const std::vector<std::string> ids = option_texts(view, "swap");
    for (std::size_t i = 0; i + 1 < ids.size(); i += 2) {
        const auto first = find_array(lesson, ids[i], "swap"), second = find_array(lesson, ids[i + 1], "swap");
        if (!first) return std::unexpected(first.error());
        if (!second) return std::unexpected(second.error());
        if (*first == *second || (*first)->dtype != (*second)->dtype || (*first)->shape != (*second)->shape)
            return usage_error(fmt::format("swap: \"{}\" and \"{}\" cannot be swapped", ids[i], ids[i + 1]),
                               "They must be two arrays of the same dtype and shape.");
    }
    const std::string steps = option(view, "steps_per_frame");
    const auto count = evaluate(steps.empty() ? "1" : steps, lesson.defaults());
    if (!count) return std::unexpected(count.error());
    if (*count < 1 || *count > 1000)
        return usage_error(fmt::format("steps_per_frame gives {}, but it must be from 1 to 1000", *count));
    return {};
}

}  // namespace

Result<void> check_view(const Lesson& lesson, const ViewSpec& view) {
    if (view.kind != "image" && view.kind != "points") return {};
    auto fits = view.kind == "image" ? check_image(lesson, view) : check_points(lesson, view);
    if (!fits) return fits;
    if (const std::string palette = option(view, "palette"); !palette.empty() && !std::ranges::count(kPalettes, palette))
        return usage_error(fmt::format("there is no palette \"{}\"", palette), "Choose viridis, inferno, cividis or grey.");
    return check_swap(lesson, view);
}

}  // namespace warpwise
