// The learner's own picture: the open lesson is replaced by a copy that reads it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/picture.h"
#include "ui/picture/image_state.h"
#include "ui/picture/own_picture.h"
#include "ui/shell/actions.h"

namespace warpwise::ui {
namespace {

// The parameter that an option of the lesson's image view is; null: it is a formula, or not there.
const Parameter* edge_parameter(const Lesson& lesson, const char* option) {
    const ViewSpec* const view = find_image_view(lesson);
    const auto text = view != nullptr ? view->options.find(option) : std::map<std::string, std::string>::const_iterator();
    if (view == nullptr || text == view->options.end()) return nullptr;
    const Parameter* const parameter = lesson.find_parameter(text->second);
    return parameter != nullptr && parameter->kind == ParameterKind::size ? parameter : nullptr;
}

void take_extent(const Lesson& lesson, ParameterValues& values, const Picture& picture) {
    const Parameter *const width = edge_parameter(lesson, "width"), *const height = edge_parameter(lesson, "height");
    if (width == nullptr || height == nullptr) return;
    const auto value = [&](const Parameter& parameter) {
        const auto found = values.find(parameter.id);
        const auto* const whole = found != values.end() ? std::get_if<std::int64_t>(&found->second) : nullptr;
        return whole != nullptr ? *whole : std::int64_t{1};
    };
    const PictureExtent extent = extent_for({value(*width), value(*height)}, {picture.width, picture.height},
                                            {std::llround(width->max), std::llround(height->max)});
    values[width->id] = std::max(extent.width, std::int64_t{std::llround(width->min)});
    values[height->id] = std::max(extent.height, std::int64_t{std::llround(height->min)});
}

}  // namespace

void Actions::act(const ask::UsePicture& asked) {
    OwnPictureState& state = bench_.state<OwnPictureState>();
    state.problem.reset();
    const auto refuse = [&](Error error) {
        bench_.say(Severity::error, error.message, error.hint);
        state.problem = std::move(error);
    };
    const ArraySpec* const array = bench_.lesson != nullptr ? picture_array(*bench_.lesson) : nullptr;
    if (array == nullptr)
        return refuse({ErrorKind::usage, "No kernel of this lesson reads a picture",
                       "Open one whose kernels do, such as The price of an edge."});
    if (!asked.path.empty()) {
        const auto picture = read_picture(asked.path);
        if (!picture) return refuse(picture.error());
        take_extent(*bench_.lesson, bench_.draft.request.parameters, *picture);
    }
    Lesson with_picture = *bench_.lesson;
    std::ranges::find(with_picture.arrays, array->id, &ArraySpec::id)->own_picture = asked.path;
    bench_.state<ImageState>().frame.reset();
    bench_.state<ImageState>().asked.clear();
    replace(*bench_.lesson, std::move(with_picture));
    state.taken = true;
    bench_.say(Severity::note, asked.path.empty() ? std::string("The kernels read the lesson's picture again")
                                                  : fmt::format("The kernels read {}", asked.path.filename().string()));
}

}  // namespace warpwise::ui
