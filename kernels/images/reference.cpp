// The CPU's answers to kernels/images: how many steps each point of the plane takes to leave the circle of radius 2, and how
// heat spreads.
#include <algorithm>
#include <cmath>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

// Fused where the kernel is: a pixel on the edge of the set takes a different number of steps when a sum is rounded differently.
WARPWISE_INLINE inline int steps_to_escape(float cx, float cy, int most) {
    float x = 0, y = 0;
    int count = 0;
    while (std::fma(x, x, y * y) < 4.0f && count < most) {
        const float next = std::fma(x, x, std::fma(-y, y, cx));
        y = std::fma(2.0f * x, y, cy);
        x = next;
        ++count;
    }
    return count;
}

// What all forms read of the arguments.
struct View {
    std::int32_t* counts;
    std::int64_t width, height;
    float x0, y0, step;
    int most;
};

View view_of(const RoutineCall& call) {
    return {call.array<std::int32_t>(0).data(),
            call.scalar<std::int64_t>(1),
            call.scalar<std::int64_t>(2),
            call.scalar<float>(3),
            call.scalar<float>(4),
            call.scalar<float>(5),
            call.scalar<int>(6)};
}

// A GPU's warp on a CPU: 32 pixels of a row step together, and those that have escaped are masked out until the last one has.
constexpr int kLanes = 32;

WARPWISE_INLINE inline void steps_of_lanes(const float* cx, float cy, int most, std::int32_t* counts) {
    float x[kLanes] = {}, y[kLanes] = {};
    std::int32_t count[kLanes] = {};
    for (int turn = 0; turn < most; ++turn) {
        std::int32_t going = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            const std::int32_t inside = std::fma(x[lane], x[lane], y[lane] * y[lane]) < 4.0f ? 1 : 0;
            const float next = std::fma(x[lane], x[lane], std::fma(-y[lane], y[lane], cx[lane]));
            y[lane] = inside ? std::fma(2.0f * x[lane], y[lane], cy) : y[lane];
            x[lane] = inside ? next : x[lane];
            count[lane] += inside;
            going |= inside;
        }
        if (going == 0) break;
    }
    for (int lane = 0; lane < kLanes; ++lane) counts[lane] = count[lane];
}

void vector_rows(const View& v, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t row = first; row < last; ++row) {
            const float cy = std::fma(static_cast<float>(row), v.step, v.y0);
            for (std::int64_t left = 0; left < v.width; left += kLanes) {
                float cx[kLanes];
                std::int32_t counts[kLanes];
                for (int lane = 0; lane < kLanes; ++lane) cx[lane] = std::fma(static_cast<float>(left + lane), v.step, v.x0);
                steps_of_lanes(cx, cy, v.most, counts);
                const std::int64_t here = std::min<std::int64_t>(kLanes, v.width - left);
                std::copy_n(counts, here, v.counts + row * v.width + left);
            }
        }
    });
}

// One pixel after another; compiled for the instruction set only so that a fused step is an instruction and not a call.
void plain_rows(const View& v) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t row = 0; row < v.height; ++row)
            for (std::int64_t column = 0; column < v.width; ++column) {
                const float cx = std::fma(static_cast<float>(column), v.step, v.x0);
                const float cy = std::fma(static_cast<float>(row), v.step, v.y0);
                v.counts[row * v.width + column] = steps_to_escape(cx, cy, v.most);
            }
    });
}

struct Plate {
    const float* now;
    float* next;
    std::int64_t width, height;
    float rate;
};

Plate plate_of(const RoutineCall& call) {
    return {call.array<const float>(0).data(), call.array<float>(1).data(), call.scalar<std::int64_t>(2),
            call.scalar<std::int64_t>(3), call.scalar<float>(4)};
}

// A cell's new heat; a neighbour outside the plate is the cell itself.
WARPWISE_INLINE inline float spread(const Plate& p, const float* above, const float* row, const float* below, std::int64_t column) {
    const float here = row[column];
    const float left = row[std::max<std::int64_t>(column - 1, 0)], right = row[std::min(column + 1, p.width - 1)];
    return std::fma(p.rate, (left + right) + (above[column] + below[column]) - 4.0f * here, here);
}

void heat_rows(const Plate& p, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t y = first; y < last; ++y) {
            const float* row = p.now + y * p.width;
            const float* above = p.now + std::max<std::int64_t>(y - 1, 0) * p.width;
            const float* below = p.now + std::min(y + 1, p.height - 1) * p.width;
            float* next = p.next + y * p.width;
            for (std::int64_t x = 1; x + 1 < p.width; ++x)  // without the clamps of the ends, so that it becomes vectors
                next[x] = std::fma(p.rate, (row[x - 1] + row[x + 1]) + (above[x] + below[x]) - 4.0f * row[x], row[x]);
            next[0] = spread(p, above, row, below, 0);
            next[p.width - 1] = spread(p, above, row, below, p.width - 1);
        }
    });
}

void heat_plain(const Plate& p) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t y = 0; y < p.height; ++y)
            for (std::int64_t x = 0; x < p.width; ++x)
                p.next[y * p.width + x] = spread(p, p.now + std::max<std::int64_t>(y - 1, 0) * p.width, p.now + y * p.width,
                                                 p.now + std::min(y + 1, p.height - 1) * p.width, x);
    });
}

}  // namespace

void mandelbrot_serial(const RoutineCall& call) { plain_rows(view_of(call)); }

void mandelbrot_vector(const RoutineCall& call) {
    const View v = view_of(call);
    vector_rows(v, 0, v.height);
}

void mandelbrot_threads(const RoutineCall& call) {
    const View v = view_of(call);
    // A step of a pixel costs about as much as moving 16 bytes.
    parallel_for_ranges(v.height, v.width * 16 * 16, call.threads,
                        [&](std::int64_t first, std::int64_t last) { vector_rows(v, first, last); });
}

void heat_step_serial(const RoutineCall& call) { heat_plain(plate_of(call)); }

void heat_step_vector(const RoutineCall& call) {
    const Plate p = plate_of(call);
    heat_rows(p, 0, p.height);
}

void heat_step_threads(const RoutineCall& call) {
    const Plate p = plate_of(call);
    parallel_for_ranges(p.height, p.width * 8, call.threads,
                        [&](std::int64_t first, std::int64_t last) { heat_rows(p, first, last); });
}

}  // namespace warpwise::routines
