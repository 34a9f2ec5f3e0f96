// The CPU's answer to kernels/images: how many steps each point of the plane takes to leave the circle of radius 2.
#include "device/routine_table.h"
#include "device/routine_tools.h"

namespace warpwise::routines {
namespace {

int steps_to_escape(float cx, float cy, int most) {
    float x = 0, y = 0;
    int count = 0;
    while (x * x + y * y < 4.0f && count < most) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++count;
    }
    return count;
}

void mandelbrot_rows(const RoutineCall& call, std::int64_t first, std::int64_t last) {
    std::int32_t* counts = call.array<std::int32_t>(0).data();
    const auto width = call.scalar<std::int64_t>(1);
    const auto x0 = call.scalar<float>(3), y0 = call.scalar<float>(4), step = call.scalar<float>(5);
    const auto most = call.scalar<int>(6);
    for (std::int64_t row = first; row < last; ++row)
        for (std::int64_t column = 0; column < width; ++column) {
            const float cx = x0 + static_cast<float>(column) * step;
            const float cy = y0 + static_cast<float>(row) * step;
            counts[row * width + column] = steps_to_escape(cx, cy, most);
        }
}

}  // namespace

void mandelbrot_serial(const RoutineCall& call) { mandelbrot_rows(call, 0, call.scalar<std::int64_t>(2)); }

void mandelbrot_threads(const RoutineCall& call) {
    // A step of a pixel costs about as much as moving 16 bytes.
    const std::int64_t cost_a_row = call.scalar<std::int64_t>(1) * 16 * 16;
    parallel_for_ranges(call.scalar<std::int64_t>(2), cost_a_row, call.threads,
                        [&](std::int64_t first, std::int64_t last) { mandelbrot_rows(call, first, last); });
}

}  // namespace warpwise::routines
