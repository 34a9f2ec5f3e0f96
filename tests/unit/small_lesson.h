// A lesson of two arrays that change places, made here so that tests depend on no lesson's sizes; and a routine's number.
#pragma once

#include <cstdint>
#include <cstring>

#include "device/interface/device.h"
#include "lesson/lesson.h"

namespace warpwise::test {

inline Parameter size_parameter(const char* id, std::int64_t value) {
    Parameter size;
    size.id = id;
    size.default_value = value;
    size.min = 1;
    size.max = 4096;
    return size;
}

inline Lesson plate(std::int64_t width, std::int64_t height) {
    Lesson lesson;
    lesson.id = "plate";
    lesson.folder = WARPWISE_SOURCE_DIR "/lessons/plate";
    lesson.parameters = {size_parameter("width", width), size_parameter("height", height)};
    lesson.arrays = {{"now", "f32", {"height", "width"}, "uniform", false}, {"next", "f32", {"height", "width"}, "zeros", true}};
    KernelSpec step;
    step.id = "step";
    step.source = "images/heat/1_two_arrays.cu";
    step.entry = "heat_step";
    step.arguments = {"now", "next", "width", "height", "0.2"};
    step.grid_x = "ceil(width / 32)";
    step.grid_y = "ceil(height / 4)";
    step.block_x = "32";
    step.block_y = "4";
    step.reference = "heat_step";
    step.covers = "width * height";
    lesson.kernels.push_back(step);
    lesson.views.push_back({"image", {{"array", "next"}, {"width", "width"}, {"height", "height"}, {"swap", "now; next"}}});
    return lesson;
}

// As CPU routines take any number.
inline KernelArgument scalar(double value) {
    KernelArgument argument;
    argument.kind = KernelArgument::Kind::scalar;
    argument.dtype = DType::f64;
    std::memcpy(argument.scalar.data(), &value, sizeof value);
    return argument;
}

}  // namespace warpwise::test
