// A lesson whose kernel is a text of the test's: an array `a` of n elements, to which add_one adds 1.
#pragma once

#include <string>

#include "experiment/record/record.h"

namespace warpwise::test {

inline Lesson own_kernel_lesson(const std::string& dtype = "i32") {
    Lesson lesson;
    lesson.id = "own_kernel";
    lesson.folder = WARPWISE_SOURCE_DIR "/lessons/own_kernel";
    Parameter n, block;
    n.id = "n";
    n.kind = ParameterKind::size;
    n.default_value = std::int64_t{1000};
    n.min = 1;
    n.max = 1 << 20;
    block.id = "block";
    block.kind = ParameterKind::block;
    block.default_value = std::int64_t{64};
    block.min = 1;
    block.max = 1024;
    lesson.parameters = {n, block};
    lesson.arrays = {{"a", dtype, {"n"}, "zeros", true}};
    KernelSpec kernel;
    kernel.id = "k";
    kernel.source = "k.cu";
    kernel.entry = "k";
    kernel.arguments = {"a", "n"};
    kernel.grid_x = "ceil(n / block)";
    kernel.reference = "add_one";
    lesson.kernels.push_back(kernel);
    return lesson;
}

inline ExperimentRequest request_for(const Lesson& lesson, const std::string& text) {
    ExperimentRequest request;
    request.kernel = "k";
    request.parameters = lesson.defaults();
    request.edited_source = text;
    return request;
}

}  // namespace warpwise::test
