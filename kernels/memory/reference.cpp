// The CPU's answer to kernels/memory/transpose: c[j, i] = a[i, j].
#include <algorithm>
#include <utility>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

constexpr std::int64_t kSide = 16;  // of a square of 4-byte elements: a row of it is a cache line

template <typename T>
struct Matrices {
    const T* a;
    T* c;
    std::int64_t rows, cols;
};

// Squares stay in the caches, so that a line is not fetched anew for each of its elements.
template <typename T>
void transpose_squares(const Matrices<T>& m, std::int64_t first_row, std::int64_t last_row, std::int64_t first_column,
                       std::int64_t last_column) {
    for (std::int64_t row = first_row; row < last_row; row += kSide)
        for (std::int64_t column = first_column; column < last_column; column += kSide)
            for (std::int64_t j = column; j < std::min(column + kSide, last_column); ++j)
                for (std::int64_t i = row; i < std::min(row + kSide, last_row); ++i) m.c[j * m.rows + i] = m.a[i * m.cols + j];
}

using CellLine = std::uint32_t __attribute__((vector_size(64)));

// Swaps the squares of `side` x `side` elements off the diagonal in every square twice as large.
template <int side, std::size_t... lane>
WARPWISE_INLINE inline void swap_squares(CellLine (&lines)[kSide], std::index_sequence<lane...>) {
    for (int i = 0; i < kSide; ++i) {
        if (i & side) continue;
        const CellLine upper = lines[i], lower = lines[i + side];
        lines[i] = __builtin_shufflevector(upper, lower, (lane & side ? kSide + lane - side : lane)...);
        lines[i + side] = __builtin_shufflevector(upper, lower, (lane & side ? kSide + lane : lane + side)...);
    }
}

// Whole squares, each held in registers. With `streaming` a line of c is written past the caches: an ordinary store would first
// read the line that it overwrites.
template <bool streaming>
WARPWISE_INLINE inline void transpose_lines(const std::uint32_t* a, std::uint32_t* c, std::int64_t rows, std::int64_t cols,
                                            std::int64_t first_row, std::int64_t last_row) {
    constexpr auto lanes = std::make_index_sequence<kSide>();
    for (std::int64_t row = first_row; row < last_row; row += kSide)
        for (std::int64_t column = 0; column + kSide <= cols; column += kSide) {
            CellLine lines[kSide];
            for (std::int64_t i = 0; i < kSide; ++i) __builtin_memcpy(&lines[i], a + (row + i) * cols + column, sizeof(CellLine));
            swap_squares<8>(lines, lanes);
            swap_squares<4>(lines, lanes);
            swap_squares<2>(lines, lanes);
            swap_squares<1>(lines, lanes);
            for (std::int64_t j = 0; j < kSide; ++j) {
                std::uint32_t* to = c + (column + j) * rows + row;
                if constexpr (streaming)
                    __builtin_nontemporal_store(lines[j], reinterpret_cast<CellLine*>(to));
                else
                    __builtin_memcpy(to, &lines[j], sizeof(CellLine));
            }
        }
}

constexpr std::int64_t kTransposeStreamsFromBytes = 64 << 20;

// Rows from first_row to last_row; first_row is a multiple of kSide.
template <typename T>
void transpose_with_isa(const Matrices<T>& m, std::int64_t first_row, std::int64_t last_row) {
    if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
        const std::int64_t whole_rows = first_row + (last_row - first_row) / kSide * kSide, whole_columns = m.cols / kSide * kSide;
        const bool streaming = m.rows % kSide == 0 && reinterpret_cast<std::uintptr_t>(m.c) % sizeof(CellLine) == 0 &&
                               m.rows * m.cols * static_cast<std::int64_t>(sizeof(T)) >= kTransposeStreamsFromBytes;
        const auto* a = reinterpret_cast<const std::uint32_t*>(m.a);
        auto* c = reinterpret_cast<std::uint32_t*>(m.c);
        with_vector_isa([=] WARPWISE_INLINE {
            if (streaming)
                transpose_lines<true>(a, c, m.rows, m.cols, first_row, whole_rows);
            else
                transpose_lines<false>(a, c, m.rows, m.cols, first_row, whole_rows);
        });
        transpose_squares(m, first_row, whole_rows, whole_columns, m.cols);
        transpose_squares(m, whole_rows, last_row, 0, m.cols);
    } else {
        transpose_squares(m, first_row, last_row, 0, m.cols);
    }
}

// f(matrices) with the elements' type.
template <typename F>
void with_matrices(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        f(Matrices<T>{call.array<T>(0).data(), call.array<T>(1).data(), call.scalar<std::int64_t>(2),
                      call.scalar<std::int64_t>(3)});
    });
}

}  // namespace

void transpose_serial(const RoutineCall& call) {
    with_matrices(call, [](const auto& m) { transpose_squares(m, 0, m.rows, 0, m.cols); });
}

void transpose_vector(const RoutineCall& call) {
    with_matrices(call, [](const auto& m) { transpose_with_isa(m, 0, m.rows); });
}

void transpose_threads(const RoutineCall& call) {
    with_matrices(call, [&]<typename T>(const Matrices<T>& m) {
        const std::int64_t bytes_a_band = kSide * m.cols * 2 * static_cast<std::int64_t>(sizeof(T));
        parallel_for_ranges((m.rows + kSide - 1) / kSide, bytes_a_band, call.threads, [&](std::int64_t first, std::int64_t last) {
            transpose_with_isa(m, first * kSide, std::min(last * kSide, m.rows));
        });
    });
}

}  // namespace warpwise::routines
