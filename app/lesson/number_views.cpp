#include "lesson/number_views.h"

#include <algorithm>

namespace warpwise {
namespace {

std::string option(const ViewSpec* view, const char* name) {
    if (view == nullptr) return {};
    const auto found = view->options.find(name);
    return found == view->options.end() ? "" : found->second;
}

}  // namespace

std::vector<std::string> bits_view_options() { return {"dtype", "array", "value"}; }
std::vector<std::string> sum_view_options() { return {"array"}; }

const ViewSpec* find_view_of_kind(const Lesson& lesson, const std::string& kind) {
    const auto found = std::ranges::find(lesson.views, kind, &ViewSpec::kind);
    return found == lesson.views.end() ? nullptr : &*found;
}

const ViewSpec* find_view_for_kernel(const Lesson& lesson, const std::string& kind, const std::string& kernel) {
    const auto found = std::ranges::find_if(lesson.views, [&](const ViewSpec& view) {
        const std::vector<std::string> about = option_texts(view, "kernel");
        return view.kind == kind && (about.empty() || std::ranges::find(about, kernel) != about.end());
    });
    return found == lesson.views.end() ? nullptr : &*found;
}

std::vector<const KernelSpec*> kernels_with_view(const Lesson& lesson, const std::string& kind) {
    std::vector<const KernelSpec*> kernels;
    for (const KernelSpec& kernel : lesson.kernels)
        if (find_view_for_kernel(lesson, kind, kernel.id) != nullptr) kernels.push_back(&kernel);
    return kernels;
}

BitsView bits_view(const Lesson& lesson) {
    const ViewSpec* const view = find_view_of_kind(lesson, "bits");
    return {option(view, "dtype"), option(view, "array"), option(view, "value")};
}

const ArraySpec* summed_array(const Lesson& lesson) {
    const std::string named = option(find_view_of_kind(lesson, "sum_race"), "array");
    const auto found = std::ranges::find_if(
        lesson.arrays, [&](const ArraySpec& array) { return named.empty() ? !array.output : array.id == named; });
    return found == lesson.arrays.end() ? nullptr : &*found;
}

}  // namespace warpwise
