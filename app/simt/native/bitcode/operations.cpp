// The operations as functions of their own, one each, for the compiler of the native tier (simt/native), which puts them together
// and lets LLVM inline them. Compiled to LLVM's bitcode with the build, once for each level of the processor.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/emulated_gpu.h"
#include "simt/code/bytecode.h"
#include "simt/code/half.h"
#include "simt/code/shuffle_source.h"
#include "simt/native/loop_state.h"

namespace warpwise::simt {
namespace {

#include "simt/operations/numbers.inc"
//
#include "simt/operations/halves.inc"
//
#include "simt/operations/vectors.inc"

using i32 = std::int32_t;
using i64 = std::int64_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// The lanes of an instruction's operands, wherever they lie.
class Lanes {
  public:
    Lanes(const std::byte* a, const std::byte* b, const std::byte* c) : a_(a), b_(b), c_(c) {}

#include "simt/operations/lanes.inc"

#define WARPWISE_OPERATION(name, ...) \
    WARPWISE_INLINE void name(const Instruction& in [[maybe_unused]], std::byte* out) const { __VA_ARGS__; }
#define WARPWISE_ROUNDED_OPERATION(name, ...) WARPWISE_OPERATION(name, __VA_ARGS__)
#include "simt/operations/operations.inc"
#undef WARPWISE_OPERATION
#undef WARPWISE_ROUNDED_OPERATION

  private:
    template <typename T>
    WARPWISE_INLINE const T* first(const Instruction&) const {
        return reinterpret_cast<const T*>(a_);
    }
    template <typename T>
    WARPWISE_INLINE const T* second(const Instruction&) const {
        return reinterpret_cast<const T*>(b_);
    }
    template <typename T>
    WARPWISE_INLINE const T* third(const Instruction&) const {
        return reinterpret_cast<const T*>(c_);
    }
    const std::byte *a_, *b_, *c_;
};

template <typename T>
WARPWISE_INLINE void keep(std::byte* out, const std::byte* result, const std::uint32_t* lane_mask) {
    T* d = reinterpret_cast<T*>(out);
    const T* s = reinterpret_cast<const T*>(result);
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane) {
        const T mask = static_cast<T>(std::int64_t{static_cast<std::int32_t>(lane_mask[lane])});
        d[lane] = (s[lane] & mask) | (d[lane] & ~mask);
    }
}

WARPWISE_INLINE std::uint32_t condition_bits(const std::byte* condition) {
    using Bits = bool __attribute__((ext_vector_type(16)));
    using Vector = std::uint32_t __attribute__((ext_vector_type(16)));
    std::uint32_t out = 0;
    for (int half = 0; half < 2; ++half) {  // as operations write them: LLVM makes no one value of both
        Vector lanes;
        __builtin_memcpy(&lanes, condition + 64 * half, sizeof lanes);
        out |= std::uint32_t{__builtin_bit_cast(std::uint16_t, __builtin_convertvector(lanes & 1u, Bits))} << (16 * half);
    }
    return out;
}

#include "simt/native/bitcode/accesses.inc"
#include "simt/native/bitcode/calls.inc"
#include "simt/native/bitcode/vectors.inc"

// Whether all active lanes have this value.
template <typename T>
WARPWISE_INLINE bool are_alike(const T* lanes, const std::uint32_t* lane_mask, T value) {
    T differs = 0;
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane)
        differs |= (lanes[lane] ^ value) & static_cast<T>(std::int64_t{static_cast<std::int32_t>(lane_mask[lane])});
    return differs == 0;
}

// A shuffle of a whole warp, all of whose lanes are here. The result may lie where an operand does.
template <typename T, ShuffleKind kind>
WARPWISE_INLINE void shuffle(LoopState& state, const std::byte* value, const std::byte* operand, std::byte* out) {
    charge(*state.quantum, kUncommonCost * (1 + kLanes));
    *state.warp_shuffles += sizeof(T) / 4;
    const T* from = reinterpret_cast<const T*>(value);
    const auto* by = reinterpret_cast<const std::uint32_t*>(operand);
    alignas(64) std::uint32_t sources[kLanes];
    WARPWISE_VECTOR_LOOP
    for (int lane = 0; lane < kLanes; ++lane) sources[lane] = static_cast<std::uint32_t>(source_lane(kind, lane, by[lane], kLanes));
    alignas(64) T result[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) result[lane] = from[sources[lane]];
    __builtin_memcpy(out, result, sizeof result);
}

using Sixteen = std::uint32_t __attribute__((ext_vector_type(16)));
using SixteenBits = bool __attribute__((ext_vector_type(16)));
constexpr Sixteen kPlaces = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// The pattern of 32 numbers that are neighbours or equal in each half; false: they are not.
template <typename T>
WARPWISE_INLINE bool find_pattern(const std::byte* numbers, Pattern& out) {
    std::uint32_t differs = 0;
    bool is_good = true;
    for (int half = 0; half < 2; ++half) {
        Sixteen lanes;
        __builtin_memcpy(&lanes, numbers + 64 * half, sizeof lanes);
        const std::uint32_t first = lanes[0], step = lanes[1] - first;
        is_good &= (step <= 1) & (static_cast<T>(first) <= std::numeric_limits<T>::max() - 15);
        out.first[half] = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<T>(first)));
        out.step[half] = step;
        const auto unlike = lanes != first + (kPlaces & (0 - step));
        differs |= __builtin_bit_cast(std::uint16_t, __builtin_convertvector(unlike, SixteenBits));
    }
    return is_good & (differs == 0);
}

}  // namespace

extern "C" {

bool warpwise_pattern_signed(const std::byte* numbers, Pattern& out) { return find_pattern<std::int32_t>(numbers, out); }
bool warpwise_pattern_unsigned(const std::byte* numbers, Pattern& out) { return find_pattern<std::uint32_t>(numbers, out); }
// Of numbers that are small and not negative, with any one distance from lane to lane.
bool warpwise_pattern_small(const std::byte* numbers, Pattern& out) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(numbers);
    std::uint32_t differs = 0;
    for (int half = 0; half < 2; ++half) {
        const std::uint32_t *lanes = from + 16 * half, first = lanes[0], step = lanes[1] - first;
        if (lanes[1] < first) return false;
        out.first[half] = first;
        out.step[half] = step;
        WARPWISE_HALF_LOOP
        for (int lane = 0; lane < 16; ++lane) differs |= lanes[lane] ^ (first + static_cast<std::uint32_t>(lane) * step);
    }
    return differs == 0;
}

#define WARPWISE_ACCESS(bits, T, L)                                                                                  \
    bool warpwise_load_##bits##_halves(LoopState& state, std::uint32_t pc, std::uint64_t base, std::uint64_t scale,  \
                                       const Pattern& pattern, std::byte* out) {                                     \
        return load_halves<T, L>(state, pc, base, scale, pattern, out);                                              \
    }                                                                                                                \
    bool warpwise_store_##bits##_halves(LoopState& state, std::uint32_t pc, std::uint64_t base, std::uint64_t scale, \
                                        const Pattern& pattern, const std::byte* values) {                           \
        return store_halves<T, L>(state, pc, base, scale, pattern, values);                                          \
    }
WARPWISE_ACCESS(1, std::uint8_t, std::uint32_t)
WARPWISE_ACCESS(2, std::uint16_t, std::uint32_t)
WARPWISE_ACCESS(4, std::uint32_t, std::uint32_t)
WARPWISE_ACCESS(8, std::uint64_t, std::uint64_t)
#undef WARPWISE_ACCESS

// Where an index is a register, most accesses are lines, and code for halves would be in the way.
bool warpwise_is_line(const Pattern& pattern) {
    return (pattern.step[0] & pattern.step[1]) == 1 && pattern.first[1] == pattern.first[0] + 16;
}
#define WARPWISE_LINE(bits, T, L)                                                                                                \
    bool warpwise_load_##bits##_line(LoopState& state, std::uint32_t pc, std::uint64_t first, std::byte* out) {                  \
        return load_line<T, L>(state, pc, first, out);                                                                           \
    }                                                                                                                            \
    bool warpwise_store_##bits##_line(LoopState& state, std::uint32_t pc, std::uint64_t first, const std::byte* values) {        \
        return store_line<T, L>(state, pc, first, values);                                                                       \
    }                                                                                                                            \
    [[gnu::noinline]] bool warpwise_load_##bits##_apart(LoopState& state, std::uint32_t pc, std::uint64_t base,                  \
                                                        std::uint64_t scale, const Pattern& pattern, std::byte* out) {           \
        return load_halves<T, L>(state, pc, base, scale, pattern, out);                                                          \
    }                                                                                                                            \
    [[gnu::noinline]] bool warpwise_store_##bits##_apart(LoopState& state, std::uint32_t pc, std::uint64_t base,                 \
                                                         std::uint64_t scale, const Pattern& pattern, const std::byte* values) { \
        return store_halves<T, L>(state, pc, base, scale, pattern, values);                                                      \
    }
WARPWISE_LINE(1, std::uint8_t, std::uint32_t)
WARPWISE_LINE(2, std::uint16_t, std::uint32_t)
WARPWISE_LINE(4, std::uint32_t, std::uint32_t)
WARPWISE_LINE(8, std::uint64_t, std::uint64_t)
#undef WARPWISE_LINE

// A load of a vector of `count` elements, all lanes of one place, into registers behind each other; false: nothing is done.
[[gnu::noinline]] bool warpwise_load_vector_4(LoopState& state, std::uint32_t pc, std::uint64_t address, std::uint32_t count,
                                              std::byte* out) {
    return load_vector<std::uint32_t>(state, pc, address, count, out);
}
[[gnu::noinline]] bool warpwise_load_vector_8(LoopState& state, std::uint32_t pc, std::uint64_t address, std::uint32_t count,
                                              std::byte* out) {
    return load_vector<std::uint64_t>(state, pc, address, count, out);
}

#define WARPWISE_SHUFFLE(kind)                                                                                              \
    [[gnu::noinline]] void warpwise_shuffle_##kind##_32(LoopState& state, const std::byte* value, const std::byte* operand, \
                                                        std::byte* out) {                                                   \
        shuffle<std::uint32_t, ShuffleKind::kind>(state, value, operand, out);                                              \
    }                                                                                                                       \
    [[gnu::noinline]] void warpwise_shuffle_##kind##_64(LoopState& state, const std::byte* value, const std::byte* operand, \
                                                        std::byte* out) {                                                   \
        shuffle<std::uint64_t, ShuffleKind::kind>(state, value, operand, out);                                              \
    }
WARPWISE_SHUFFLE(index)
WARPWISE_SHUFFLE(up)
WARPWISE_SHUFFLE(down)
WARPWISE_SHUFFLE(exclusive_or)
#undef WARPWISE_SHUFFLE

#define WARPWISE_ROW(bits, T)                                                                                                      \
    [[gnu::noinline]] bool warpwise_load_##bits##_row(LoopState& state, std::uint32_t pc, std::uint64_t base, std::uint64_t scale, \
                                                      const Pattern& pattern, std::byte* out) {                                    \
        return load_row<T>(state, pc, base, scale, pattern, out);                                                                  \
    }                                                                                                                              \
    [[gnu::noinline]] bool warpwise_store_##bits##_row(LoopState& state, std::uint32_t pc, std::uint64_t base,                     \
                                                       std::uint64_t scale, const Pattern& pattern, const std::byte* values) {     \
        return store_row<T>(state, pc, base, scale, pattern, values);                                                              \
    }
WARPWISE_ROW(4, std::uint32_t)
WARPWISE_ROW(8, std::uint64_t)
#undef WARPWISE_ROW

#define WARPWISE_OPERATION(name, ...)                                                                                         \
    void warpwise_##name(const Instruction& in, std::byte* out, const std::byte* a, const std::byte* b, const std::byte* c) { \
        Lanes(a, b, c).name(in, out);                                                                                         \
    }
#define WARPWISE_ROUNDED_OPERATION(name, ...) WARPWISE_OPERATION(name, __VA_ARGS__)
#include "simt/operations/operations.inc"
#undef WARPWISE_OPERATION
#undef WARPWISE_ROUNDED_OPERATION

// Integer divisions, and those by a constant that is neither 0 nor -1: 16 at once, of which LLVM makes multiplications.
#define WARPWISE_DIVISION(name, type, expression, plain)                                                                      \
    void warpwise_##name(const Instruction& in, std::byte* out, const std::byte* a, const std::byte* b, const std::byte* c) { \
        Lanes(a, b, c).divide<type>(in, out, [](type x, type y) { return expression; });                                      \
    }                                                                                                                         \
    void warpwise_##name##_constant(const Instruction& in, std::byte* out, const std::byte* a, const std::byte* b,            \
                                    const std::byte* c) {                                                                     \
        Lanes(a, b, c).map2<type, type>(in, out, [](type x, type y) { return plain; });                                       \
    }
#include "simt/operations/divisions.inc"
#undef WARPWISE_DIVISION
bool warpwise_divides_by_zero_32(const Instruction& in, const std::byte* b, const std::uint32_t* lane_mask) {
    return Lanes(nullptr, b, nullptr).divides_by_zero<std::uint32_t>(in, lane_mask);
}
bool warpwise_divides_by_zero_64(const Instruction& in, const std::byte* b, const std::uint32_t* lane_mask) {
    return Lanes(nullptr, b, nullptr).divides_by_zero<std::uint64_t>(in, lane_mask);
}

// The results of the active lanes; the others stay as they were.
void warpwise_keep_32(std::byte* out, const std::byte* result, const std::uint32_t* lane_mask) {
    keep<std::uint32_t>(out, result, lane_mask);
}
void warpwise_keep_64(std::byte* out, const std::byte* result, const std::uint32_t* lane_mask) {
    keep<std::uint64_t>(out, result, lane_mask);
}

// The instructions from `begin` to before `end`.
void warpwise_count_lines(LoopState& state, std::uint32_t begin, std::uint32_t end) {
    const auto lanes = static_cast<std::uint64_t>(state.active);
    ++state.lines[begin].executions;
    state.lines[begin].lanes += lanes;
    --state.lines[end].executions;
    state.lines[end].lanes -= lanes;
}
void warpwise_begin_statement(LoopState& state, std::uint32_t pc) {
    ++state.lines[pc].visits;
    state.statement = pc;
}

void warpwise_count_branch(LoopState& state) {
    if (state.counters) ++state.counters->branches;
}

// A switch whose active lanes all have the same value.
void warpwise_count_switch(LoopState& state) {
    warpwise_count_branch(state);
    charge(*state.quantum, kUncommonCost * (1 + static_cast<std::uint64_t>(state.active)));
}
bool warpwise_are_alike_32(const std::byte* lanes, const std::uint32_t* lane_mask, std::uint32_t value) {
    return are_alike(reinterpret_cast<const std::uint32_t*>(lanes), lane_mask, value);
}
bool warpwise_are_alike_64(const std::byte* lanes, const std::uint32_t* lane_mask, std::uint64_t value) {
    return are_alike(reinterpret_cast<const std::uint64_t*>(lanes), lane_mask, value);
}

// All lanes that live are active.
bool warpwise_is_whole(const LoopState& state) { return state.flow->mask == state.flow->lanes; }

// 0: all active lanes take the branch, 1: none does, 2: some do; then nothing is counted yet.
std::uint32_t warpwise_branch_if(LoopState& state, const std::byte* condition) {
    const std::uint32_t mask = state.flow->mask, taken = condition_bits(condition) & mask;
    if (taken != 0 && taken != mask) return 2;
    warpwise_count_branch(state);
    return taken == 0;
}

std::uint32_t warpwise_branch_if_full(LoopState& state, const std::byte* condition) {
    const std::uint32_t taken = condition_bits(condition);
    if (taken + 1 > 1) return 2;
    warpwise_count_branch(state);
    return taken == 0;
}

// ... in the last case, and the stack has room: the warp parts and stands at a (0) or b (1). 2: it stands there, and the turn is
// over; 3: nothing is done.
[[gnu::noinline]] std::uint32_t warpwise_split(LoopState& state, const std::byte* condition, const Instruction& in) {
    WarpFlow& flow = *state.flow;
    if (!flow.stack.has_room(kMostPushed)) return 3;
    if (state.counters) {
        ++state.counters->branches;
        ++state.counters->divergent_branches;
    }
    const std::uint32_t taken = condition_bits(condition) & flow.mask;
    state.pc = split(flow, in, taken, flow.mask & ~taken);
    state.active = std::popcount(flow.mask);
    if (state.steps >= *state.quantum) return 2;
    return state.pc == in.a ? 0 : 1;
}

// At the join point: 0: other lanes go on, in this call; 1: the turn is over, too; 2: none is left here.
[[gnu::noinline]] std::uint32_t warpwise_meet(LoopState& state) {
    const std::uint32_t join = state.flow->join;
    if (!resume_in_call(*state.flow, state.stack_depth)) {
        state.flow->join = join;  // where the warp still stands
        return 2;
    }
    state.pc = state.flow->pc;
    state.active = std::popcount(state.flow->mask);
    return state.steps >= *state.quantum;
}

// 0: the warp goes on at the target, 1: it is the join point, 2: the turn is over; in both the warp stands there.
std::uint32_t warpwise_jump(LoopState& state, std::uint32_t target, std::uint64_t steps) {
    const bool joins = target == state.flow->join;
    if (!joins && steps < *state.quantum) return 0;
    state.pc = target;
    return joins ? 1 : 2;
}

// A call of the kernel's function `own`, at the given one of its call sites.
[[gnu::noinline]] bool warpwise_begin_call(LoopState& state, std::uint32_t own, std::uint32_t called, std::uint32_t site) {
    return begin_call(state, own, called, site);
}
[[gnu::noinline]] bool warpwise_end_call(LoopState& state, std::uint32_t own) { return end_call(state, own); }
bool warpwise_is_turn_over(const LoopState& state, std::uint64_t steps) { return steps >= *state.quantum; }

}  // extern "C"
}  // namespace warpwise::simt
