// The CPU's answers to kernels/images/life: a step of Conway's Life on a torus, one byte per cell or 32 cells per word.
#include <cstdint>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

// The rows around row y of a board whose rows have `width` elements.
template <typename T>
struct Rows {
    const T *above, *here, *below;
    T* next;
};

template <typename T>
struct Board {
    const T* now;
    T* next;
    std::int64_t width, height;

    Rows<T> at(std::int64_t y) const {
        return {now + (y > 0 ? y - 1 : height - 1) * width, now + y * width, now + (y < height - 1 ? y + 1 : 0) * width,
                next + y * width};
    }
};

template <typename T>
Board<T> board_of(const RoutineCall& call) {
    return {call.array<const T>(0).data(), call.array<T>(1).data(), call.scalar<std::int64_t>(2), call.scalar<std::int64_t>(3)};
}

WARPWISE_INLINE inline std::uint8_t next_cell(const Rows<std::uint8_t>& r, std::int64_t left, std::int64_t x, std::int64_t right) {
    const int sum =
        r.above[left] + r.above[x] + r.above[right] + r.here[left] + r.here[right] + r.below[left] + r.below[x] + r.below[right];
    // Without branches, so that a row becomes vectors of bytes: 2 | 1 and 3 | any are 3.
    return static_cast<std::uint8_t>((sum | r.here[x]) == 3);
}

// The plain form of the rule, cell by cell.
template <bool high_life>
struct Rule {
    WARPWISE_INLINE static bool lives(int neighbours, bool alive) {
        return neighbours == 3 || (alive && neighbours == 2) || (high_life && !alive && neighbours == 6);
    }
};

void bytes_plain(const Board<std::uint8_t>& b) {
    for (std::int64_t y = 0; y < b.height; ++y) {
        const Rows<std::uint8_t> r = b.at(y);
        for (std::int64_t x = 0; x < b.width; ++x) {
            const std::int64_t left = x > 0 ? x - 1 : b.width - 1, right = x < b.width - 1 ? x + 1 : 0;
            int neighbours = 0;
            for (const std::uint8_t* row : {r.above, r.here, r.below}) neighbours += row[left] + row[x] + row[right];
            r.next[x] = Rule<false>::lives(neighbours - r.here[x], r.here[x] == 1);
        }
    }
}

void bytes_rows(const Board<std::uint8_t>& b, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t y = first; y < last; ++y) {
            const Rows<std::uint8_t> r = b.at(y);
            for (std::int64_t x = 1; x + 1 < b.width; ++x) r.next[x] = next_cell(r, x - 1, x, x + 1);
            r.next[0] = next_cell(r, b.width - 1, 0, b.width > 1 ? 1 : 0);
            if (b.width > 1) r.next[b.width - 1] = next_cell(r, b.width - 2, b.width - 1, 0);
        }
    });
}

bool bit(const std::uint32_t* row, std::int64_t x) { return (row[x / 32] >> (x % 32)) & 1; }

// Cell by cell, though the cells are bits: the form that the others are compared with adds nothing in parallel.
template <bool high_life>
void bits_plain(const Board<std::uint32_t>& b) {
    const std::int64_t cells = b.width * 32;
    for (std::int64_t y = 0; y < b.height; ++y) {
        const Rows<std::uint32_t> r = b.at(y);
        for (std::int64_t word = 0; word < b.width; ++word) {
            std::uint32_t next = 0;
            for (int place = 0; place < 32; ++place) {
                const std::int64_t x = word * 32 + place, left = x > 0 ? x - 1 : cells - 1, right = x < cells - 1 ? x + 1 : 0;
                int neighbours = 0;
                for (const std::uint32_t* row : {r.above, r.here, r.below})
                    neighbours += bit(row, left) + bit(row, x) + bit(row, right);
                const bool alive = bit(r.here, x);
                next |= std::uint32_t{Rule<high_life>::lives(neighbours - alive, alive)} << place;
            }
            r.next[word] = next;
        }
    }
}

struct Sum {
    std::uint32_t ones, twos;
};
WARPWISE_INLINE inline Sum sum_of_three(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return {a ^ b ^ c, (a & b) | (c & (a ^ b))};
}
WARPWISE_INLINE inline Sum sum_of_row(const std::uint32_t* row, std::int64_t west, std::int64_t word, std::int64_t east,
                                      bool with_itself) {
    return sum_of_three(row[word] << 1 | row[west] >> 31, with_itself ? row[word] : 0, row[word] >> 1 | row[east] << 31);
}

template <bool high_life>
WARPWISE_INLINE inline std::uint32_t next_word(const Rows<std::uint32_t>& r, std::int64_t west, std::int64_t word,
                                               std::int64_t east) {
    const Sum a = sum_of_row(r.above, west, word, east, true), b = sum_of_row(r.here, west, word, east, false),
              c = sum_of_row(r.below, west, word, east, true), all = sum_of_three(a.ones, b.ones, c.ones);
    const std::uint32_t odd_twos = a.twos ^ b.twos ^ c.twos ^ all.twos;
    const std::uint32_t three_twos = odd_twos & ((a.twos & b.twos) | (c.twos & all.twos));
    const std::uint32_t next = odd_twos & ~three_twos & (all.ones | r.here[word]);
    return high_life ? next | (three_twos & ~all.ones & ~r.here[word]) : next;
}

template <bool high_life>
void bits_rows(const Board<std::uint32_t>& b, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t y = first; y < last; ++y) {
            const Rows<std::uint32_t> r = b.at(y);
            for (std::int64_t word = 1; word + 1 < b.width; ++word)
                r.next[word] = next_word<high_life>(r, word - 1, word, word + 1);
            r.next[0] = next_word<high_life>(r, b.width - 1, 0, b.width > 1 ? 1 : 0);
            if (b.width > 1) r.next[b.width - 1] = next_word<high_life>(r, b.width - 2, b.width - 1, 0);
        }
    });
}

template <bool high_life>
void bits_vector(const RoutineCall& call) {
    const auto b = board_of<std::uint32_t>(call);
    bits_rows<high_life>(b, 0, b.height);
}

template <bool high_life>
void bits_threads(const RoutineCall& call) {
    const auto b = board_of<std::uint32_t>(call);
    parallel_for_ranges(b.height, b.width * 8, call.threads,
                        [&](std::int64_t first, std::int64_t last) { bits_rows<high_life>(b, first, last); });
}

}  // namespace

void life_serial(const RoutineCall& call) { bytes_plain(board_of<std::uint8_t>(call)); }

void life_vector(const RoutineCall& call) {
    const auto b = board_of<std::uint8_t>(call);
    bytes_rows(b, 0, b.height);
}

void life_threads(const RoutineCall& call) {
    const auto b = board_of<std::uint8_t>(call);
    parallel_for_ranges(b.height, b.width * 2, call.threads,
                        [&](std::int64_t first, std::int64_t last) { bytes_rows(b, first, last); });
}

void life_bits_serial(const RoutineCall& call) { bits_plain<false>(board_of<std::uint32_t>(call)); }
void life_bits_vector(const RoutineCall& call) { bits_vector<false>(call); }
void life_bits_threads(const RoutineCall& call) { bits_threads<false>(call); }

void high_life_bits_serial(const RoutineCall& call) { bits_plain<true>(board_of<std::uint32_t>(call)); }
void high_life_bits_vector(const RoutineCall& call) { bits_vector<true>(call); }
void high_life_bits_threads(const RoutineCall& call) { bits_threads<true>(call); }

}  // namespace warpwise::routines
