// The CPU's answer to kernels/filters: each pixel becomes the sum of its k x k neighbourhood times the filter (k odd, not
// mirrored); outside the image is black.
#include <algorithm>
#include <vector>

#include "device/cpu/cpu_libraries.h"
#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

struct Images {
    const float *image, *filter;
    float* out;
    std::int64_t width, height, k;
};

Images images_of(const RoutineCall& call) {
    return {call.array<const float>(0).data(), call.array<const float>(1).data(), call.array<float>(2).data(),
            call.scalar<std::int64_t>(3),      call.scalar<std::int64_t>(4),      call.scalar<std::int64_t>(5)};
}

WARPWISE_INLINE inline float convolved(const Images& m, std::int64_t row, std::int64_t column) {
    const std::int64_t reach = m.k / 2;
    float sum = 0;
    for (std::int64_t dy = 0; dy < m.k; ++dy) {
        const std::int64_t y = row + dy - reach;
        if (y < 0 || y >= m.height) continue;
        for (std::int64_t dx = 0; dx < m.k; ++dx) {
            const std::int64_t x = column + dx - reach;
            if (x >= 0 && x < m.width) sum += m.filter[dy * m.k + dx] * m.image[y * m.width + x];
        }
    }
    return sum;
}

constexpr std::int64_t kPixelStrip = 64;  // pixels whose sums stay in registers

// `strip` pixels beside each other that reach over no side edge. With K > 0 the filter's size is known, and its loops unroll.
template <std::int64_t K>
WARPWISE_INLINE inline void convolve_strip(const Images& m, std::int64_t row, std::int64_t column) {
    const std::int64_t k = K > 0 ? K : m.k, reach = k / 2;
    float sums[kPixelStrip] = {};
    for (std::int64_t dy = 0; dy < k; ++dy) {
        const std::int64_t y = row + dy - reach;
        if (y < 0 || y >= m.height) continue;
        const float* __restrict from = m.image + y * m.width + column - reach;
        for (std::int64_t dx = 0; dx < k; ++dx) {
            const float weight = m.filter[dy * k + dx];
            for (std::int64_t x = 0; x < kPixelStrip; ++x) sums[x] += weight * from[x + dx];
        }
    }
    std::copy_n(sums, kPixelStrip, m.out + row * m.width + column);
}

template <std::int64_t K>
WARPWISE_INLINE inline void convolve_row(const Images& m, std::int64_t row) {
    const std::int64_t reach = m.k / 2;
    std::int64_t column = 0;
    for (; column < std::min(reach, m.width); ++column) m.out[row * m.width + column] = convolved(m, row, column);
    for (; column + kPixelStrip + reach <= m.width; column += kPixelStrip) convolve_strip<K>(m, row, column);
    // The last strip overlaps the one before.
    if (const std::int64_t last = m.width - reach - kPixelStrip; column > reach && column < m.width - reach) {
        convolve_strip<K>(m, row, last);
        column = last + kPixelStrip;
    }
    for (; column < m.width; ++column) m.out[row * m.width + column] = convolved(m, row, column);
}

void convolve_rows(const Images& m, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t row = first; row < last; ++row) {
            if (m.k == 3)
                convolve_row<3>(m, row);
            else if (m.k == 5)
                convolve_row<5>(m, row);
            else
                convolve_row<0>(m, row);
        }
    });
}

// The next size that Fourier transforms are quick for: no prime factor above 7.
std::int64_t quick_size(std::int64_t size) {
    for (;; ++size) {
        std::int64_t rest = size;
        for (const std::int64_t factor : {2, 3, 5, 7})
            while (rest % factor == 0) rest /= factor;
        if (rest == 1) return size;
    }
}

}  // namespace

void convolution_serial(const RoutineCall& call) {
    const Images m = images_of(call);
    for (std::int64_t row = 0; row < m.height; ++row)
        for (std::int64_t column = 0; column < m.width; ++column) m.out[row * m.width + column] = convolved(m, row, column);
}

void convolution_vector(const RoutineCall& call) {
    const Images m = images_of(call);
    convolve_rows(m, 0, m.height);
}

void convolution_threads(const RoutineCall& call) {
    const Images m = images_of(call);
    // A weight costs about as much as moving two bytes.
    parallel_for_ranges(m.height, m.width * (8 + 2 * m.k * m.k), call.threads,
                        [&](std::int64_t first, std::int64_t last) { convolve_rows(m, first, last); });
}

// By Fourier transforms (FFTW): both are laid into frames that are so large that what wraps around meets only black.
void convolution_library(const RoutineCall& call) {
    const Images m = images_of(call);
    if (m.width <= 0 || m.height <= 0) return;
    const std::int64_t reach = m.k / 2, rows = quick_size(m.height + m.k - 1), columns = quick_size(m.width + m.k - 1);
    const std::int64_t pitch = 2 * (columns / 2 + 1);
    std::vector<float> image(static_cast<std::size_t>(rows * pitch)), filter(image.size());
    for (std::int64_t row = 0; row < m.height; ++row) std::copy_n(m.image + row * m.width, m.width, image.data() + row * pitch);
    // mirrored: what transforms multiply by is a convolution in the strict sense
    for (std::int64_t row = 0; row < m.k; ++row)
        std::reverse_copy(m.filter + row * m.k, m.filter + (row + 1) * m.k, filter.data() + (m.k - 1 - row) * pitch);
    library_circular_convolution(image.data(), filter.data(), rows, columns);
    for (std::int64_t row = 0; row < m.height; ++row)
        std::copy_n(image.data() + (row + reach) * pitch + reach, m.width, m.out + row * m.width);
}

}  // namespace warpwise::routines
