// A random kernel as a typed tree: program_text.cpp prints it as CUDA C++, program_oracle.cpp says what it means.
//
// No program has undefined behaviour, a race, or a result that depends on an order: signed arithmetic is printed as unsigned,
// divisors and shifts are guarded, atomics commute, and each warp operation names the lanes that reach it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpwise::test {

enum class Type : std::uint8_t { flag, u8, i32, u32, i64, f16, f32, f64 };
inline constexpr std::array value_types{Type::u8, Type::i32, Type::u32, Type::i64, Type::f16, Type::f32, Type::f64};
inline constexpr bool is_real(Type type) { return type >= Type::f16; }

enum class Op : std::uint8_t {
    // leaves; `index` says which
    literal,  // index holds the bits
    variable,
    counter,  // of a loop around it
    thread,
    lane,
    block,
    threads_per_block,
    parameter,  // the kernel's scalar
    // one of 64 given values, or an element of a local array of 8: part 0 is the index, of any value
    input,
    element,
    // two parts of the result's type
    add,
    subtract,
    multiply,
    divide,  // integers: the dividend itself where the divisor is 0 or -1
    remainder,
    minimum,
    maximum,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,  // by part 1 modulo the width
    shift_right,
    // one part of the result's type
    negate,
    bit_not,
    square_root,
    absolute,
    round_down,
    round_up,
    round_to_zero,
    round_to_even,
    fused,  // three parts
    // u32
    count_ones,
    leading_zeros,
    reverse_bits,
    first_one,
    multiply_high,
    pick_bytes,    // three parts
    funnel_shift,  // three parts
    // flags
    less,
    less_or_equal,
    equal,
    not_equal,
    both,
    either,
    none_of,
    // any
    choose,   // part 0 ? part 1 : part 2
    convert,  // reals to integers: 7 where they do not fit
    bits,     // of a real, to u32 (f64: to i64); one pattern for all that are not a number
    call,     // of helper `index`
    recurse,  // of the helper itself while its depth lasts; the last part is what it gives then
};

struct Expression {
    Op op = Op::literal;
    Type type = Type::u32;
    std::uint64_t index = 0;
    std::vector<Expression> parts;
    bool plain = false;  // printed as an operator of C++ where that and the function mean the same
};

enum class Do : std::uint8_t {
    assign,       // variable `target` = part 0
    set_element,  // of local array `target` at part 0 = part 1
    branch,       // on part 0
    loop,         // loop `target`; part 0: iterations, part 1, if any: goes on while it holds
    leave,        // the loop where part 0 holds; style: 0 break, 1 continue
    select,       // on part 0 & 3: body k is case k, the last the default
    finish,       // where part 0 holds: the kernel exits, a helper returns part 1
    atomic,       // operation `style` on result `part 0` with part 1
    // of the lanes of a warp that are here; the result goes to `target`
    shuffle,      // of part 0; style: 0 index (part 1), 1 up, 2 down, 3 xor; `amount`, `width`
    vote,         // part 0; style: 0 ballot, 1 any, 2 all, 3 match_any, 4.. sum, minimum, maximum, xor
    hand_around,  // through shared memory, with __syncwarp: of lane ^ amount, where that one is here
    // of the whole block
    exchange,      // part 0 through shared memory, of thread part 1; style: 0 own place, 1 mirrored, 2 rotated by `amount`
    block_vote,    // part 0; style: 0 count, 1 and, 2 or
    block_branch,  // body 0 if part 0 holds in any thread, else body 1
    bin,           // operation `style` on 16 shared bins: bin part 0 with part 1 where part 2 holds; `target` = bin part 3
    reduce,        // part 0 of all threads that are here; style: 0 sum, 1 maximum, 2 xor
};

// Which threads are certain to be here together, and so what may stand in a body.
enum class Reach : std::uint8_t {
    block,  // all threads of the block that have not exited
    warp,   // the lanes that a mask in the text names
    any,    // not known
};

struct Statement {
    Do what = Do::assign;
    std::uint32_t target = 0, style = 0, amount = 0, width = 32;
    Type type = Type::u32;
    Reach reach = Reach::any;  // of branch, loop, leave: as what it is carried out
    std::vector<Expression> parts;
    std::vector<std::vector<Statement>> bodies;
    std::vector<bool> falls;  // select: body k goes on with body k + 1
};
using Body = std::vector<Statement>;

struct Helper {
    bool is_recursive = false, is_inlined = true;
    std::uint32_t parameters = 0;     // that many variables, the first ones
    std::vector<Type> variables;      // of a kernel or helper
    std::vector<Expression> initial;  // of the variables other than parameters, in order
    std::vector<Type> arrays;         // local, of 8 elements; element i begins as i * 3 + 1
    std::uint32_t loops = 0;
    Body body;
    Expression result;  // a helper's
};

struct RandomProgram {
    std::uint64_t seed = 0;
    std::vector<Helper> helpers;  // each calls only those before it
    Helper kernel;
    std::vector<Type> shared;                              // types that are exchanged through shared memory
    std::array<std::array<std::uint32_t, 2>, 2> blocks{};  // two block shapes; the second is not a multiple of a warp
};

inline constexpr std::uint32_t grid_blocks = 2, most_threads = 128, input_count = 64, array_count = 8, bin_count = 16;

// What all atomics of a program end up in: 8 operations with 4 words each, and 2 with 4 words of 64 bits.
inline constexpr std::uint32_t result_words = 32, result_wides = 8;
enum class Atomic : std::uint8_t {
    add,
    minimum,
    maximum,
    bit_and,
    bit_or,
    bit_xor,
    signed_minimum,
    signed_maximum,
    wide_add,
    wide_maximum
};
inline constexpr std::uint32_t atomic_count = 10;
std::uint64_t start_of(Atomic);  // the value that changes nothing

// Small: some 150 instructions, so that compiled code of it is there at once.
enum class ProgramSize : std::uint8_t { usual, small };
RandomProgram random_program(std::uint64_t seed, ProgramSize = ProgramSize::usual);
// With one kernel, k(out, words, wides, parameter, inputs of each type).
std::string text_of(const RandomProgram&);
// The bits of each input of a type.
std::vector<std::uint64_t> inputs_of(const RandomProgram&, Type);

// What each thread leaves behind: the variables of the kernel, then a digest of each local array.
inline std::uint32_t words_per_thread(const RandomProgram& program) {
    return static_cast<std::uint32_t>(program.kernel.variables.size() + program.kernel.arrays.size());
}

struct ProgramResult {
    std::vector<std::uint64_t> out;
    std::vector<std::uint32_t> words;
    std::vector<std::uint64_t> wides;
    bool operator==(const ProgramResult&) const = default;
};

// A rule that the oracle gets wrong, to see whether the difference is found.
enum class Mistake : std::uint8_t {
    none,
    shuffle_xor,    // takes the lane after
    remainder,      // has the sign of the divisor
    shift_right,    // of signed numbers brings in zeros
    fall_through,   // a case without break ends
    half_multiply,  // rounded towards zero
    fused,          // rounded twice
    continue_is_break,
    vote_of_all_lanes,   // also of those that are not here
    exchange_too_early,  // reads before the others have written
    atomic_maximum,      // of signed numbers compares them as unsigned ones
};
inline constexpr std::array all_mistakes{Mistake::shuffle_xor,       Mistake::remainder,         Mistake::shift_right,
                                         Mistake::fall_through,      Mistake::half_multiply,     Mistake::fused,
                                         Mistake::continue_is_break, Mistake::vote_of_all_lanes, Mistake::exchange_too_early,
                                         Mistake::atomic_maximum};

// All threads of all blocks, statement by statement. `shape`: threads of a block in x and y.
ProgramResult evaluate(const RandomProgram&, std::array<std::uint32_t, 2> shape, std::int32_t parameter, Mistake = Mistake::none);

}  // namespace warpwise::test
