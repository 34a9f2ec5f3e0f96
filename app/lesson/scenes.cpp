#include "lesson/scenes.h"

#include <algorithm>

namespace warpwise {
namespace {

const Prediction* prediction_of(const Lesson& lesson, const Scene& scene) {
    const auto found = std::ranges::find(lesson.predictions, scene.prediction, &Prediction::id);
    return scene.prediction.empty() || found == lesson.predictions.end() ? nullptr : &*found;
}

void put(SceneLaunch& launch, const std::string& kernel, const ParameterValues& values) {
    if (!kernel.empty()) launch.kernel = kernel;
    for (const auto& [id, value] : values) launch.values[id] = value;
}

}  // namespace

SceneLaunch scene_launch(const Lesson& lesson, std::size_t number) {
    SceneLaunch launch{lesson.kernels.empty() ? "" : lesson.kernels.front().id, lesson.defaults()};
    const auto sets = [&](const Scene& scene) { return scene.sets() || prediction_of(lesson, scene) != nullptr; };
    std::size_t from = std::min(number, lesson.scenes.size() - 1);
    while (from > 0 && !sets(lesson.scenes[from])) --from;
    const Scene& scene = lesson.scenes[from];
    if (const Prediction* asked = prediction_of(lesson, scene); asked != nullptr && !scene.sets())
        put(launch, asked->kernel, asked->values);
    if (const auto preset = std::ranges::find(lesson.presets, scene.preset, &Preset::name);
        !scene.preset.empty() && preset != lesson.presets.end())
        put(launch, preset->kernel, preset->values);
    put(launch, scene.kernel, scene.values);
    return launch;
}

std::string expected_end(const Lesson& lesson, std::size_t number) {
    if (const std::string& said = lesson.scenes[number].expect; !said.empty()) return said;
    const KernelSpec* kernel = lesson.find_kernel(scene_launch(lesson, number).kernel);
    if (kernel == nullptr) return "right";
    return kernel->expect_fault.value_or(kernel->expect_wrong ? "wrong" : "right");
}

}  // namespace warpwise
