#include "ui/workbench/awaited.h"

#include "lesson/given_answer.h"

namespace warpwise::ui {
namespace {

const LessonProgress& progress_of(const Workbench& bench) {
    static const LessonProgress none;
    const auto found = bench.lessons.progress.find(bench.lesson->id);
    return found == bench.lessons.progress.end() ? none : found->second;
}

bool is_set_up(const Workbench& bench, const Prediction& prediction) {
    const ExperimentRequest& request = bench.draft.request;
    if (!prediction.kernel.empty() && prediction.kernel != request.kernel) return false;
    for (const auto& [id, value] : prediction.values) {
        const auto now = request.parameters.find(id);
        if (now == request.parameters.end() || text_of(now->second) != text_of(value)) return false;
    }
    return true;
}

}  // namespace

const Prediction* awaited_click(const Workbench& bench, std::string_view what) {
    if (bench.lesson == nullptr) return nullptr;
    const LessonProgress& progress = progress_of(bench);
    for (const Prediction& first : bench.lesson->predictions) {
        if (first.click.empty() || progress.has_committed(first)) continue;
        const Prediction& prediction = asked_now(progress, first);
        return prediction.click == what && is_set_up(bench, prediction) ? &prediction : nullptr;
    }
    return nullptr;
}

const Prediction* awaited_sketch(const Workbench& bench) {
    if (bench.lesson == nullptr) return nullptr;
    const LessonProgress& progress = progress_of(bench);
    for (const Prediction& prediction : bench.lesson->predictions)
        if (prediction.asks_sketch() && !progress.has_committed(prediction)) return &prediction;
    return nullptr;
}

const Prediction* finished_sketch(const Workbench& bench) {
    if (bench.lesson == nullptr) return nullptr;
    const LessonProgress& progress = progress_of(bench);
    const Prediction* newest = nullptr;
    for (const Prediction& prediction : bench.lesson->predictions)
        if (prediction.asks_sketch() && progress.has_committed(prediction)) newest = &prediction;
    return newest;
}

}  // namespace warpwise::ui
