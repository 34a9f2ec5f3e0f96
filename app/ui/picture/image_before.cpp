#include "ui/picture/image_before.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "experiment/run/arguments.h"

namespace warpwise::ui {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{64} << 20;  // bytes; a larger picture waits for its run

const ArraySpec* array_named(const Lesson& lesson, const std::string& id) {
    const auto found = std::ranges::find(lesson.arrays, id, &ArraySpec::id);
    return found == lesson.arrays.end() ? nullptr : &*found;
}

const ArraySpec* input_like(const Lesson& lesson, const KernelSpec& kernel, const std::string& output) {
    const ArraySpec* shown = array_named(lesson, output);
    if (shown == nullptr) return nullptr;
    for (const std::string& argument : kernel.arguments) {
        const ArraySpec* array = array_named(lesson, argument);
        if (array != nullptr && !array->output && array->shape == shown->shape && array->dtype == shown->dtype) return array;
    }
    return nullptr;
}

}  // namespace

const ImageBefore* image_before(Workbench& wb, const std::string& output) {
    const KernelSpec* kernel = wb.kernel();
    const ArraySpec* input = kernel != nullptr && wb.draft.resolved ? input_like(*wb.lesson, *kernel, output) : nullptr;
    if (input == nullptr) return nullptr;
    ImageBefore& before = wb.state<ImageBefore>();
    const ExperimentRequest& draft = wb.draft.request;
    std::string key = fmt::format("{}|{}|{}", wb.lesson->id, kernel->id, draft.seed);
    for (const auto& [id, value] : draft.parameters) key += "|" + text_of(value);
    for (const ArraySpec& array : wb.lesson->arrays) key += "|" + array.own_picture.string();
    if (key == before.key) return before.record.outputs != nullptr ? &before : nullptr;
    before = {.key = std::move(key), .array = input->id, .record = {}};
    const DType dtype = wb.draft.resolved->dtype;
    const auto bytes = bytes_of_arguments(*wb.lesson, *kernel, draft.parameters, dtype);
    if (!bytes || *bytes > kLargest) return nullptr;
    auto arguments = make_arguments(*wb.lesson, *kernel, draft.parameters, dtype, draft.seed);
    if (!arguments) return nullptr;
    const auto made = std::ranges::find(arguments->arrays, input->id, &Array::name);
    if (made == arguments->arrays.end()) return nullptr;
    before.record.request = draft;
    before.record.launch = wb.draft.resolved->shape;
    before.record.outputs = std::make_shared<const std::vector<Array>>(std::vector<Array>{std::move(*made)});
    return &before;
}

}  // namespace warpwise::ui
