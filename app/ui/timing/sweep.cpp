#include "ui/timing/sweep.h"

#include <algorithm>
#include <utility>

#include "experiment/run/sweep.h"

namespace warpwise::ui {
namespace {

// Without a range of the lesson's own; beyond, a point takes seconds and hundreds of megabytes.
constexpr std::int64_t kLeastSweepValue = 16, kLargestSweepValue = 1 << 24;

}  // namespace

const Parameter* sweep_parameter(const Lesson& lesson) {
    for (const ViewSpec& view : lesson.views)
        if (const auto over = view.options.find("over"); view.kind == "sweep" && over != view.options.end())
            return lesson.find_parameter(over->second);
    const auto found = std::ranges::find(lesson.parameters, ParameterKind::size, &Parameter::kind);
    return found != lesson.parameters.end() ? &*found : nullptr;
}

std::vector<std::int64_t> sweep_values(const Lesson& lesson, const Parameter& parameter) {
    if (const auto declared = declared_sweep(lesson); declared && *declared && (*declared)->parameter == parameter.id)
        return (*declared)->values;
    std::vector<std::int64_t> values;
    const std::int64_t largest = std::min(static_cast<std::int64_t>(parameter.max), kLargestSweepValue);
    for (std::int64_t value = kLeastSweepValue; value <= largest; value *= 2)
        if (value >= static_cast<std::int64_t>(parameter.min)) values.push_back(value);
    return values;
}

void begin_lesson(SweepState& state, const Lesson& lesson) {
    if (std::exchange(state.lesson, lesson.id) == lesson.id) return;
    const auto view = std::ranges::find(lesson.views, "sweep", &ViewSpec::kind);
    state.stacked = view != lesson.views.end() && option_texts(*view, "stacked") == std::vector<std::string>{"1"};
    if (state.stacked) state.end_to_end = true;
}

}  // namespace warpwise::ui
