// The CPU's answers to kernels/linear_algebra: C = A B for square row-major matrices, many products of 2 x 2 matrices, and
// singular values.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "device/cpu/cpu_libraries.h"
#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

// Row by row with k outside: the inner loop runs along rows of B and C, side by side in memory.
template <typename T>
WARPWISE_INLINE inline void matmul_rows(const T* __restrict a, const T* __restrict b, T* __restrict c, std::int64_t n,
                                        std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
        T* __restrict out = c + row * n;
        for (std::int64_t column = 0; column < n; ++column) out[column] = T(0);
        for (std::int64_t k = 0; k < n; ++k) {
            const T factor = a[row * n + k];
            const T* __restrict in = b + k * n;
            for (std::int64_t column = 0; column < n; ++column)
                out[column] = wrapping_add(out[column], wrapping_multiply(factor, in[column]));
        }
    }
}

template <typename T>
void matmul_rows_with_isa(const T* a, const T* b, T* c, std::int64_t n, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE { matmul_rows(a, b, c, n, first, last); });
}

// f(a, b, c, n) with the type of the factors and the product.
template <typename F>
void with_factors(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        const T* b = call.array<T>(1).data();
        f(a, b, call.array<T>(2).data(), call.scalar<std::int64_t>(3));
    });
}

template <typename T>
WARPWISE_INLINE inline void products_2x2(const T* __restrict a, const T* __restrict b, T* __restrict c, std::int64_t first,
                                         std::int64_t last) {
    for (std::int64_t i = 4 * first; i < 4 * last; i += 4)
        for (std::int64_t row = 0; row < 4; row += 2)
            for (std::int64_t column = 0; column < 2; ++column)
                c[i + row + column] = wrapping_add(wrapping_multiply(a[i + row], b[i + column]),
                                                   wrapping_multiply(a[i + row + 1], b[i + 2 + column]));
}

// A matrix is one vector of four: its rows' first elements times B's first row, and its second ones times the second row.
template <typename T>
WARPWISE_INLINE inline void products_2x2_shuffled(const T* __restrict a, const T* __restrict b, T* __restrict c, std::int64_t first,
                                                  std::int64_t last) {
    typedef T Matrix __attribute__((vector_size(4 * sizeof(T))));
    for (std::int64_t i = 4 * first; i < 4 * last; i += 4) {
        Matrix x, y;
        __builtin_memcpy(&x, a + i, sizeof x);
        __builtin_memcpy(&y, b + i, sizeof y);
        const Matrix product = __builtin_shufflevector(x, x, 0, 0, 2, 2) * __builtin_shufflevector(y, y, 0, 1, 0, 1) +
                               __builtin_shufflevector(x, x, 1, 1, 3, 3) * __builtin_shufflevector(y, y, 2, 3, 2, 3);
        __builtin_memcpy(c + i, &product, sizeof product);
    }
}

template <typename T>
void products_2x2_with_isa(const T* a, const T* b, T* c, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
            products_2x2_shuffled(a, b, c, first, last);
        else
            products_2x2(a, b, c, first, last);
    });
}

// Vectors of a matrix, one after the other: its rows, or its columns when they are fewer. Turned until they stand square to each
// other, their lengths are the matrix's singular values (one-sided Jacobi, Hestenes 1958).
struct Vectors {
    std::vector<double> values;
    std::int64_t count = 0, length = 0;

    double* at(std::int64_t i) { return values.data() + i * length; }
};

Vectors vectors_of(const RoutineCall& call) {
    const auto rows = call.scalar<std::int64_t>(2), columns = call.scalar<std::int64_t>(3);
    Vectors v{{}, std::min(rows, columns), std::max(rows, columns)};
    v.values.resize(static_cast<std::size_t>(rows * columns));
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const auto a = call.array<T>(0);
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column)
                v.at(rows <= columns ? row : column)[rows <= columns ? column : row] =
                    static_cast<double>(a[static_cast<std::size_t>(row * columns + column)]);
    });
    return v;
}

// Eight partial sums, so that the additions do not wait for each other.
WARPWISE_INLINE inline double dot(const double* x, const double* y, std::int64_t n) {
    constexpr std::int64_t lanes = 8;
    double parts[lanes] = {};
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        for (std::int64_t lane = 0; lane < lanes; ++lane) parts[lane] += x[i + lane] * y[i + lane];
    double sum = 0;
    for (; i < n; ++i) sum += x[i] * y[i];
    for (const double part : parts) sum += part;
    return sum;
}

// Turns two vectors in their plane until their product is zero; false when it was, but for the rounding of a sum of n products.
WARPWISE_INLINE inline bool turn(double* __restrict x, double* __restrict y, std::int64_t n) {
    const double xx = dot(x, x, n), yy = dot(y, y, n), xy = dot(x, y, n);
    if (std::abs(xy) <= 2.3e-16 * static_cast<double>(n) * std::sqrt(xx * yy)) return false;
    const double zeta = (yy - xx) / (2 * xy);
    const double tangent = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
    const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
    for (std::int64_t i = 0; i < n; ++i) {
        const double left = x[i], right = y[i];
        x[i] = cosine * left - sine * right;
        y[i] = sine * left + cosine * right;
    }
    return true;
}

bool turn_with_isa(double* x, double* y, std::int64_t n) {
    bool turned = false;
    with_vector_isa([=, &turned] WARPWISE_INLINE { turned = turn(x, y, n); });
    return turned;
}

constexpr int kMostSweeps = 40;  // some ten are enough

template <typename Turn>
void square_up(Vectors& v, const Turn& turn_pair) {
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool turned = false;
        for (std::int64_t p = 0; p + 1 < v.count; ++p)
            for (std::int64_t q = p + 1; q < v.count; ++q) turned |= turn_pair(v.at(p), v.at(q), v.length);
        if (!turned) return;
    }
}

// The vectors meet as players of a tournament: the pairs of a round share none, so they can be turned at the same time.
void square_up_in_rounds(Vectors& v, int threads) {
    const std::int64_t players = v.count + v.count % 2;
    const auto player = [players](std::int64_t round, std::int64_t place) {
        return place == 0 ? 0 : 1 + (round + place - 1) % (players - 1);
    };
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        std::atomic<bool> turned = false;
        for (std::int64_t round = 0; round + 1 < players; ++round)
            parallel_for_ranges(players / 2, 64 * v.length, threads, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t pair = first; pair < last; ++pair) {
                    const std::int64_t p = player(round, pair), q = player(round, players - 1 - pair);
                    if (std::max(p, q) < v.count && turn_with_isa(v.at(std::min(p, q)), v.at(std::max(p, q)), v.length))
                        turned = true;
                }
            });
        if (!turned) return;
    }
}

void write_lengths(Vectors& v, const RoutineCall& call) {
    std::vector<double> lengths;
    for (std::int64_t i = 0; i < v.count; ++i) lengths.push_back(std::sqrt(dot(v.at(i), v.at(i), v.length)));
    std::ranges::sort(lengths, std::greater());
    visit_dtype(call.dtype(1), [&]<typename T>() {
        std::ranges::transform(lengths, call.array<T>(1).begin(), [](double length) { return static_cast<T>(length); });
    });
}

}  // namespace

void matmul_serial(const RoutineCall& call) {
    with_factors(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { matmul_rows(a, b, c, n, 0, n); });
}

void matmul_vector(const RoutineCall& call) {
    with_factors(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { matmul_rows_with_isa(a, b, c, n, 0, n); });
}

void matmul_threads(const RoutineCall& call) {
    with_factors(call, [&]<typename T>(const T* a, const T* b, T* c, std::int64_t n) {
        const std::int64_t bytes_a_row = n * n * static_cast<std::int64_t>(sizeof(T));
        parallel_for_ranges(n, bytes_a_row, call.threads,
                            [=](std::int64_t first, std::int64_t last) { matmul_rows_with_isa(a, b, c, n, first, last); });
    });
}

void matmul_library(const RoutineCall& call) {
    const auto n = call.scalar<std::int64_t>(3);
    if (call.dtype(0) == DType::f32)
        library_matmul(call.array<float>(0).data(), call.array<float>(1).data(), call.array<float>(2).data(), n, call.threads);
    else
        library_matmul(call.array<double>(0).data(), call.array<double>(1).data(), call.array<double>(2).data(), n, call.threads);
}

void products_2x2_serial(const RoutineCall& call) {
    with_factors(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { products_2x2(a, b, c, 0, n); });
}

void products_2x2_vector(const RoutineCall& call) {
    with_factors(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { products_2x2_with_isa(a, b, c, 0, n); });
}

void products_2x2_threads(const RoutineCall& call) {
    with_factors(call, [&]<typename T>(const T* a, const T* b, T* c, std::int64_t n) {
        parallel_for_ranges(n, 12 * sizeof(T), call.threads,
                            [=](std::int64_t first, std::int64_t last) { products_2x2_with_isa(a, b, c, first, last); });
    });
}

void svd_serial(const RoutineCall& call) {
    Vectors v = vectors_of(call);
    square_up(v, [](double* x, double* y, std::int64_t n) { return turn(x, y, n); });
    write_lengths(v, call);
}

void svd_vector(const RoutineCall& call) {
    Vectors v = vectors_of(call);
    square_up(v, turn_with_isa);
    write_lengths(v, call);
}

void svd_threads(const RoutineCall& call) {
    Vectors v = vectors_of(call);
    square_up_in_rounds(v, call.threads);
    write_lengths(v, call);
}

void svd_library(const RoutineCall& call) {
    const auto rows = call.scalar<std::int64_t>(2), columns = call.scalar<std::int64_t>(3);
    visit_dtype(call.dtype(0), [&]<typename T>() {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
            const auto a = call.array<T>(0);
            std::vector<T> copy(a.begin(), a.begin() + rows * columns);
            library_svd(copy.data(), call.array<T>(1).data(), rows, columns, call.threads);
        }
    });
}

}  // namespace warpwise::routines
