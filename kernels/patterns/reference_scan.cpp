// The CPU's answers to kernels/patterns/single_pass_scan and single_pass_compaction: prefix sums, of all elements or of each row,
// and the elements above 0.
#include <algorithm>
#include <array>
#include <utility>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace warpwise::routines {
namespace {

// Integers wrap; floats are added up in f64, so that every form gives nearly the same.
template <typename T>
using Running = std::conditional_t<std::is_integral_v<T>, T, double>;

// Writes the prefix sums of n elements on top of `before`, and gives the last of them.
template <typename T>
Running<T> scan_plain(const T* a, T* sums, std::int64_t n, Running<T> before) {
    for (std::int64_t i = 0; i < n; ++i) {
        before = wrapping_add(before, static_cast<Running<T>>(a[i]));
        sums[i] = static_cast<T>(before);
    }
    return before;
}

template <typename T>
using ScanLine = T __attribute__((vector_size(64)));

// Adds to each lane the one that is `away` lanes below it.
template <int away, typename T, std::size_t... lane>
WARPWISE_INLINE inline void add_lower_lanes(ScanLine<T>& line, std::index_sequence<lane...>) {
    line += __builtin_shufflevector(ScanLine<T>{}, line, (sizeof...(lane) + lane - away)...);
}
template <typename T, std::size_t... lane>
WARPWISE_INLINE inline void spread_last_lane(ScanLine<T>& to, const ScanLine<T>& from, std::index_sequence<lane...>) {
    to = __builtin_shufflevector(from, from, (lane * 0 + sizeof...(lane) - 1)...);
}

// A cache line at a time. Only one addition and one shuffle of a line wait for the line before. With `streaming`, `sums` is
// aligned and written past the caches: an ordinary store would first read the line that it overwrites.
template <bool streaming, typename T>
WARPWISE_INLINE inline T scan_lines(const T* a, T* sums, std::int64_t n, T before) {
    constexpr std::size_t lanes = 64 / sizeof(T);
    constexpr auto all = std::make_index_sequence<lanes>();
    ScanLine<T> carried = ScanLine<T>{} + before;
    for (std::int64_t i = 0; i + static_cast<std::int64_t>(lanes) <= n; i += lanes) {
        ScanLine<T> line;
        __builtin_memcpy(&line, a + i, sizeof line);
        add_lower_lanes<1, T>(line, all);
        add_lower_lanes<2, T>(line, all);
        add_lower_lanes<4, T>(line, all);
        if constexpr (lanes > 8) add_lower_lanes<8, T>(line, all);
        line += carried;
        spread_last_lane<T>(carried, line, all);
        if constexpr (streaming)
            __builtin_nontemporal_store(line, reinterpret_cast<ScanLine<T>*>(sums + i));
        else
            __builtin_memcpy(sums + i, &line, sizeof line);
    }
    return carried[0];
}

template <typename T>
constexpr bool kHasScanLines = std::is_integral_v<T> && sizeof(T) >= 4;

constexpr std::int64_t kScanStreamsFromBytes = 64 << 20;

template <typename T>
Running<T> scan_with_isa(const T* a, T* sums, std::int64_t n, Running<T> before, bool streaming) {
    if constexpr (kHasScanLines<T>) {
        using U = std::make_unsigned_t<T>;  // wraps
        constexpr std::int64_t lanes = 64 / sizeof(T);
        const auto past = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(sums) % 64 / sizeof(T));
        const std::int64_t begin = std::min(n, (lanes - past) % lanes), end = begin + (n - begin) / lanes * lanes;
        before = scan_plain(a, sums, begin, before);
        const auto* from = reinterpret_cast<const U*>(a + begin);
        auto* to = reinterpret_cast<U*>(sums + begin);
        auto carried = static_cast<U>(before);
        with_vector_isa([&] WARPWISE_INLINE {
            carried =
                streaming ? scan_lines<true>(from, to, end - begin, carried) : scan_lines<false>(from, to, end - begin, carried);
        });
        return scan_plain(a + end, sums + end, n - end, static_cast<T>(carried));
    } else {
        return scan_plain(a, sums, n, before);
    }
}

template <typename T>
Running<T> sum_of_chunk(const T* a, std::int64_t n) {
    Running<T> total{};
    with_vector_isa([=, &total] WARPWISE_INLINE {
        Running<T> parts[16] = {};
        std::int64_t i = 0;
        for (; i + 16 <= n; i += 16)
            for (int lane = 0; lane < 16; ++lane) parts[lane] = wrapping_add(parts[lane], static_cast<Running<T>>(a[i + lane]));
        for (; i < n; ++i) parts[0] = wrapping_add(parts[0], static_cast<Running<T>>(a[i]));
        for (const Running<T> part : parts) total = wrapping_add(total, part);
    });
    return total;
}

template <typename T>
std::int64_t kept_of_chunk(const T* a, std::int64_t n) {
    std::int64_t total = 0;
    with_vector_isa([=, &total] WARPWISE_INLINE {
        constexpr std::int64_t stretch = 4096;  // short counters, so that a vector has many
        for (std::int64_t start = 0; start < n; start += stretch) {
            const std::int64_t end = std::min(n, start + stretch);
            std::uint32_t kept = 0;
            for (std::int64_t i = start; i < end; ++i) kept += a[i] > T(0) ? 1 : 0;
            total += kept;
        }
    });
    return total;
}

// Without a branch, which would be mispredicted for about half of the elements: each is written, and the next may overwrite it.
// The last one that is written is kept, so that nothing behind the kept elements changes. Gives how many they are.
template <typename T>
std::int64_t compact_plain(const T* a, T* kept, std::int64_t n) {
    while (n > 0 && !(a[n - 1] > T(0))) --n;
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        kept[count] = a[i];
        count += a[i] > T(0) ? 1 : 0;
    }
    return count;
}

#ifdef __x86_64__
// How many elements come before the last `lanes` that are kept. Up to there a whole vector may be stored, even if only a part of
// it is kept: the rest is overwritten.
std::int64_t before_last_kept(const std::int32_t* a, std::int64_t n, int lanes) {
    for (; n > 0 && lanes > 0; --n) lanes -= a[n - 1] > 0 ? 1 : 0;
    return n;
}

[[gnu::target("avx512f")]] std::int64_t compact_avx512(const std::int32_t* a, std::int32_t* kept, std::int64_t n) {
    constexpr int lanes = 16;
    std::int64_t i = 0, count = 0;
    for (const std::int64_t end = before_last_kept(a, n, lanes) - lanes; i <= end; i += lanes) {
        const __m512i read = _mm512_loadu_si512(a + i);
        const __mmask16 above = _mm512_cmpgt_epi32_mask(read, _mm512_setzero_si512());
        _mm512_storeu_si512(kept + count, _mm512_maskz_compress_epi32(above, read));
        count += __builtin_popcount(above);
    }
    return count + compact_plain(a + i, kept + count, n - i);
}

// For each set of lanes, as bits: the lanes in their order, four bits each.
constexpr auto kLanesOfSet = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t set = 0; set < table.size(); ++set)
        for (std::uint32_t lane = 0, place = 0; lane < 8; ++lane)
            if (set >> lane & 1) table[set] |= lane << 4 * place++;
    return table;
}();

[[gnu::target("avx2")]] std::int64_t compact_avx2(const std::int32_t* a, std::int32_t* kept, std::int64_t n) {
    constexpr int lanes = 8;
    const __m256i shifts = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    std::int64_t i = 0, count = 0;
    for (const std::int64_t end = before_last_kept(a, n, lanes) - lanes; i <= end; i += lanes) {
        const __m256i read = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a + i));
        const __m256i above = _mm256_cmpgt_epi32(read, _mm256_setzero_si256());
        const auto set = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(above)));
        // A permutation looks at the lowest three bits of a lane's number.
        const __m256i from = _mm256_srlv_epi32(_mm256_set1_epi32(static_cast<int>(kLanesOfSet[set])), shifts);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(kept + count), _mm256_permutevar8x32_epi32(read, from));
        count += __builtin_popcount(set);
    }
    return count + compact_plain(a + i, kept + count, n - i);
}
#endif

template <typename T>
std::int64_t compact_with_isa(const T* a, T* kept, std::int64_t n) {
#ifdef __x86_64__
    if constexpr (std::is_same_v<T, std::int32_t>) {
        if (isa_here() == Isa::avx512) return compact_avx512(a, kept, n);
        if (isa_here() == Isa::avx2) return compact_avx2(a, kept, n);
    }
#endif
    return compact_plain(a, kept, n);
}

// Two passes over the chunks of a round: what the first one adds up decides where the second one writes. A round stays in the
// caches of its threads in between.
constexpr std::int64_t kChunk = 1 << 15, kRound = 128 * kChunk;

// of_chunk(first, last) gives what a chunk adds up to; write(first, last, before) is then told the sum of all before it. Gives the
// sum of all.
template <typename Sum, typename OfChunk, typename Write>
Sum in_chunks(std::int64_t n, std::int64_t bytes_an_item, int threads, const OfChunk& of_chunk, const Write& write) {
    Sum before{};
    std::array<Sum, kRound / kChunk> sums{};
    for (std::int64_t start = 0; start < n; start += kRound) {
        const std::int64_t end = std::min(n, start + kRound), chunks = (end - start + kChunk - 1) / kChunk;
        // f(sum, first, last)
        const auto each = [&](const auto& f) {
            parallel_for_ranges(chunks, kChunk * bytes_an_item, threads, [&](std::int64_t chunk, std::int64_t last_chunk) {
                for (; chunk < last_chunk; ++chunk)
                    f(sums[static_cast<std::size_t>(chunk)], start + chunk * kChunk, std::min(end, start + (chunk + 1) * kChunk));
            });
        };
        each([&](Sum& sum, std::int64_t first, std::int64_t last) { sum = of_chunk(first, last); });
        for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
            Sum& sum = sums[static_cast<std::size_t>(chunk)];
            before = wrapping_add(std::exchange(sum, before), before);
        }
        each([&](Sum sum, std::int64_t first, std::int64_t last) { write(first, last, sum); });
    }
    return before;
}

// f(a, sums, n)
template <typename F>
void with_sums(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        f(a, call.array<T>(1).data(), call.scalar<std::int64_t>(2));
    });
}

// f(a, kept, n) gives the number of elements that are kept.
template <typename F>
void with_kept(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        const std::int64_t count = f(a, call.array<T>(1).data(), call.scalar<std::int64_t>(3));
        if (const auto counts = call.array<std::int32_t>(2); !counts.empty()) counts[0] = static_cast<std::int32_t>(count);
    });
}

template <typename T>
bool scan_streams(std::int64_t n) {
    return n * static_cast<std::int64_t>(sizeof(T)) >= kScanStreamsFromBytes;
}

template <typename F>
void with_sums_of_rows(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        f(static_cast<const T*>(call.array<T>(0).data()), call.array<T>(1).data(), call.scalar<std::int64_t>(2),
          call.scalar<std::int64_t>(3));
    });
}

}  // namespace

void scan_serial(const RoutineCall& call) {
    with_sums(call, []<typename T>(const T* a, T* sums, std::int64_t n) { scan_plain(a, sums, n, Running<T>{}); });
}

void scan_vector(const RoutineCall& call) {
    with_sums(call,
              []<typename T>(const T* a, T* sums, std::int64_t n) { scan_with_isa(a, sums, n, Running<T>{}, scan_streams<T>(n)); });
}

void scan_threads(const RoutineCall& call) {
    with_sums(call, [&]<typename T>(const T* a, T* sums, std::int64_t n) {
        in_chunks<Running<T>>(
            n, 2 * sizeof(T), call.threads,
            [=](std::int64_t first, std::int64_t last) { return sum_of_chunk(a + first, last - first); },
            [=](std::int64_t first, std::int64_t last, Running<T> before) {
                scan_with_isa(a + first, sums + first, last - first, before, scan_streams<T>(n));
            });
    });
}

// Each row on its own.
void scan_rows_serial(const RoutineCall& call) {
    with_sums_of_rows(call, []<typename T>(const T* a, T* sums, std::int64_t rows, std::int64_t n) {
        for (std::int64_t i = 0; i < rows; ++i) scan_plain(a + i * n, sums + i * n, n, Running<T>{});
    });
}

void scan_rows_vector(const RoutineCall& call) {
    with_sums_of_rows(call, []<typename T>(const T* a, T* sums, std::int64_t rows, std::int64_t n) {
        for (std::int64_t i = 0; i < rows; ++i) scan_with_isa(a + i * n, sums + i * n, n, Running<T>{}, scan_streams<T>(rows * n));
    });
}

void scan_rows_threads(const RoutineCall& call) {
    with_sums_of_rows(call, [&]<typename T>(const T* a, T* sums, std::int64_t rows, std::int64_t n) {
        const std::int64_t bytes_a_row = 2 * n * static_cast<std::int64_t>(sizeof(T));
        parallel_for_ranges(rows, bytes_a_row, call.threads, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                scan_with_isa(a + i * n, sums + i * n, n, Running<T>{}, scan_streams<T>(rows * n));
        });
    });
}

void compact_serial(const RoutineCall& call) {
    with_kept(call, [](const auto* a, auto* kept, std::int64_t n) { return compact_plain(a, kept, n); });
}

void compact_vector(const RoutineCall& call) {
    with_kept(call, [](const auto* a, auto* kept, std::int64_t n) { return compact_with_isa(a, kept, n); });
}

void compact_threads(const RoutineCall& call) {
    with_kept(call, [&]<typename T>(const T* a, T* kept, std::int64_t n) {
        return in_chunks<std::int64_t>(
            n, 2 * sizeof(T), call.threads,
            [=](std::int64_t first, std::int64_t last) { return kept_of_chunk(a + first, last - first); },
            [=](std::int64_t first, std::int64_t last, std::int64_t before) {
                compact_with_isa(a + first, kept + before, last - first);
            });
    });
}

}  // namespace warpwise::routines
