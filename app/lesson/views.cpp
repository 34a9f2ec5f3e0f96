#include "lesson/views.h"

#include <algorithm>

namespace warpwise {
namespace {

constexpr LessonView kViews[] = {
    {"image", "image"},
    {"points", "points"},
    {"thread_grid", "the thread grid"},
    {"array_strip", "the array"},
    {"source", "the source"},
    {"result", "the result"},
    {"timings", "the timings"},
    {"sweep", "the sweep"},
    {"timeline", "the timeline"},
    {"roofline", "the roofline"},
    {"occupancy", "occupancy"},
    {"accesses", "the accesses"},
    {"flow", "the flow"},
    {"tile", "the tile"},
    {"bins", "the bins"},
    {"limits", "the limits"},
    {"latency_schedule", "the latency schedule"},
    {"bits", "the bit editor"},
    {"sum_race", "the orders of a sum"},
    {"estimate", "the estimate"},
    {"address_map", "the address map"},
    {"request", "the request"},
    {"ranks", "the ranks"},
};

}  // namespace

std::span<const LessonView> lesson_views() { return kViews; }

const LessonView* find_lesson_view(std::string_view id) {
    const auto found = std::ranges::find(kViews, id, &LessonView::id);
    return found != std::end(kViews) ? found : nullptr;
}

}  // namespace warpwise
