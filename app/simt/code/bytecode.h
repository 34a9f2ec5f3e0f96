// The bytecode of the emulator: what the decoder writes and the executor runs.
//
// A register is a vector of 32 lanes, of 4 bytes (128 bytes) or 8 bytes (256 bytes) each; a warp instruction works on whole
// registers. Which lanes count is the warp's active mask:
//  - an instruction without kMasked may write garbage into the inactive lanes of its destination (they are never read);
//  - one with kMasked must leave them as they were.
// Integers below 32 bits are held zero-extended in a 32-bit lane, i1 as 0 or 1, half as its 16 bits, pointers in 64 bits.
// A struct or vector value is one register for each of its scalar leaves. The destination may be one of the sources.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/code/addresses.h"

namespace warpwise::simt {

inline constexpr int kLanes = 32;
inline constexpr std::size_t kRegisterBytes = std::size_t{16} << 20;  // of one warp's calls: 131,072 registers of a thread
inline constexpr std::uint32_t kNoPc = ~std::uint32_t{0};             // no join point, no target
inline constexpr std::uint32_t kNoIndex = ~std::uint32_t{0};          // no entry in a table

// ---- operands ----
// An operand's two low bits name a bank, the rest is a byte offset in it (a multiple of 128).
using Operand = std::uint32_t;
enum class Bank : std::uint32_t { frame = 0, constants = 1, special = 2 };
constexpr Bank bank_of(Operand operand) { return static_cast<Bank>(operand & 3u); }
constexpr std::uint32_t offset_of(Operand operand) { return operand & ~3u; }
constexpr Operand make_operand(Bank bank, std::uint32_t offset) { return offset | static_cast<std::uint32_t>(bank); }

// The special bank: 32-bit registers, in this order, that the executor fills for each warp.
enum class Special : std::uint32_t {
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    block_dim_x,
    block_dim_y,
    block_dim_z,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    lane_id,
    warp_id,
    warps_per_block,
    multiprocessor_id,
    dynamic_shared_bytes,
    total_shared_bytes,
    count,
};
constexpr Operand special_operand(Special which) {
    return make_operand(Bank::special, static_cast<std::uint32_t>(which) * kLanes * 4);
}

// ---- instruction flags ----
inline constexpr std::uint8_t kMasked = 1;        // write the active lanes only
inline constexpr std::uint8_t kWide = 2;          // the destination has 64-bit lanes
inline constexpr std::uint8_t kResultUnused = 4;  // of an atomic: it is a reduction
inline constexpr std::uint8_t kVariableSize = 8;  // of copy_memory, set_memory: the size is operand c (64-bit), not imm
inline constexpr std::uint8_t kVolatile = 16;     // of a load or store
inline constexpr std::uint8_t kIsAtomic = 32;     // of a volatile one: it is atomic
inline constexpr std::uint8_t kReturned = 64;     // of an access to part c of a returned structure

// ---- opcodes ----
// dst, a, b, c are operands unless said otherwise. Suffixes: _32 _64 integer lanes, _f float, _d double, _h half.
// clang-format off: tables, which it would tear apart
#define WARPWISE_INT_BINARY(X) X(add) X(sub) X(mul) X(and) X(or) X(xor) X(shl) X(lshr) X(ashr) X(udiv) X(sdiv) X(urem) X(srem) \
    X(umin) X(umax) X(smin) X(smax) X(umulhi) X(smulhi)
    // dst = a op b. Shifts by the width or more give 0 (ashr: the sign). udiv sdiv urem srem by 0 in an active lane is the
    // fault division_by_zero; the smallest integer / -1 wraps.
#define WARPWISE_INT_COMPARE(X) X(eq) X(ne) X(ugt) X(uge) X(ult) X(ule) X(sgt) X(sge) X(slt) X(sle)
    // icmp_*: dst (32-bit) = 0 or 1
#define WARPWISE_FLOAT_BINARY(X) X(fadd) X(fsub) X(fmul) X(fdiv) X(frem) X(fmin) X(fmax)
    // fmin, fmax: the other operand when one is NaN. frem: fmod.
#define WARPWISE_FLOAT_COMPARE(X) X(oeq) X(ogt) X(oge) X(olt) X(ole) X(one) X(ord) X(uno) X(ueq) X(ugt) X(uge) X(ult) X(ule) X(une)
    // fcmp_*: dst (32-bit) = 0 or 1; o: ordered, u: or one is NaN

#define WARPWISE_OTHER_OPS(X)                                                                                                \
    /* dst = a * b + c, rounded once */                                                                                      \
    X(fma_f) X(fma_d) X(fma_h)                                                                                               \
    X(fneg_f) X(fneg_d) X(fneg_h) X(fabs_f) X(fabs_d) X(fabs_h) X(sqrt_f) X(sqrt_d)                                          \
    X(floor_f) X(floor_d) X(ceil_f) X(ceil_d) X(trunc_f) X(trunc_d) X(rint_f) X(rint_d) X(round_f) X(round_d)                \
    X(rsqrt_f) X(rsqrt_d) X(reciprocal_f) X(reciprocal_d) X(saturate_f) X(saturate_d) X(copysign_f) X(copysign_d)            \
    /* aux: MathUnary, MathBinary, MathTernary */                                                                            \
    X(math1_f) X(math1_d) X(math2_f) X(math2_d) X(math3_f) X(math3_d)                                                        \
    /* ldexp, scalbn, powi: a real, b an int. frexp, ilogb: see MathToInt (aux), dst an int */                               \
    X(ldexp_f) X(ldexp_d) X(math_to_int_f) X(math_to_int_d)                                                                  \
    /* dst = a & 1 ? b : c */                                                                                                \
    X(select_32) X(select_64)                                                                                                \
    X(mov_32) X(mov_64)                                                                                                      \
    /* 32 -> 32: keep or sign-extend the low imm bits */                                                                     \
    X(zero_extend_bits) X(sign_extend_bits)                                                                                  \
    /* 32 -> 64; 64 -> 32 keeping the low imm (<= 32) bits; sign-extend the low imm bits of 64 */                            \
    X(sext_64) X(zext_64) X(trunc_64) X(sign_extend_bits_64) X(zero_extend_bits_64)                                          \
    /* float -> integer truncates and saturates: i32 u32 i64 u64; NaN is 0, of double or to 64 bits the highest bit */          \
    X(f_to_i32) X(f_to_u32) X(f_to_i64) X(f_to_u64) X(d_to_i32) X(d_to_u32) X(d_to_i64) X(d_to_u64)                          \
    /* integer or double -> real; aux: Rounding */                                                                           \
    X(i32_to_f) X(u32_to_f) X(i64_to_f) X(u64_to_f) X(i32_to_d) X(u32_to_d) X(i64_to_d) X(u64_to_d)                          \
    X(f_to_d) X(d_to_f) X(h_to_f) X(f_to_h) X(d_to_h)                                                                        \
    /* clz, ctz of 0 are the width; *_64 ops take a 64-bit a and give a 64-bit dst */                                        \
    X(popcount_32) X(popcount_64) X(clz_32) X(clz_64) X(ctz_32) X(ctz_64) X(bit_reverse_32) X(bit_reverse_64)                \
    X(byte_swap_32) X(byte_swap_64) X(abs_32) X(abs_64)                                                                      \
    /* high (left) or low (right) word of a:b shifted by c modulo the width; c has the width of a */                         \
    X(funnel_left_32) X(funnel_left_64) X(funnel_right_32) X(funnel_right_64)                                                \
    /* __byte_perm(a, b, selector c) */                                                                                      \
    X(byte_permute)                                                                                                          \
    /* dst = a + b * imm + (int32) c; c is a number here, no operand. b: 64-bit, signed 32-bit, unsigned 32-bit */           \
    X(gep_64) X(gep_s32) X(gep_u32)                                                                                          \
    /* dst = a + imm */                                                                                                      \
    X(gep_const)                                                                                                             \
    /* dst = [a]; 1, 2, 4 bytes into 32-bit lanes, zero-extended; 8 into 64-bit lanes. aux: bytes of the built-in vector that */ \
    /* a member is read of (RecentAccesses), or 0 */                                                                            \
    X(load_1) X(load_2) X(load_4) X(load_8)                                                                                  \
    /* [a] = b; aux as of a load */                                                                                          \
    X(store_1) X(store_2) X(store_4) X(store_8)                                                                              \
    /* ONE access of aux elements of imm bytes (1, 2, 4, 8; at most 16 in all) at a: element k is the k-th register from */  \
    /* dst (load) or b (store), which lie side by side, 128 bytes apart (kWide or 8-byte elements: 256) */                   \
    X(load_vector) X(store_vector)                                                                                           \
    /* aux: AtomicOp, imm: bytes (2, 4, 8). dst = old [a]; [a] = op(old, b) */                                               \
    X(atomic)                                                                                                                \
    /* dst = old [a]; if old == b then [a] = c. imm: bytes (2, 4, 8) */                                                      \
    X(compare_and_swap)                                                                                                      \
    /* aux: FenceScope */                                                                                                    \
    X(fence)                                                                                                                 \
    /* copy imm (or c) bytes from b to a as by memmove; in accesses of aux bytes each (1, 2, 4, 8, 16: the alignment known) */ \
    X(copy_memory)                                                                                                           \
    /* set imm (or c) bytes at a to the low byte of b; accesses of aux bytes each */                                         \
    X(set_memory)                                                                                                            \
    /* fault unless the c bytes (a number) at a lie in the member array that starts at b; imm: index in */                     \
    /* Bytecode::member_arrays; aux 1: they will be written */                                                                \
    X(check_member)                                                                                                          \
    /* dst: four registers side by side, what a texture or surface a (64-bit, a handle) holds at the four registers from b: */ \
    /* three coordinates and a TextureCall (texture_call.h) */                                                                \
    X(texture_read)                                                                                                          \
    /* the four registers from c go to the surface a at the four registers from b */                                          \
    X(surface_write)                                                                                                         \
    /* dst = the address of this call's local memory + imm, in the window c (a number) */                                    \
    X(local_address)                                                                                                         \
    /* aux: BarrierReduce; a: predicate (32-bit) unless none; dst: the result, the same for all threads of the block */      \
    X(barrier)                                                                                                               \
    /* a barrier of as many consecutive threads of the block as a says, or c where they exchange values; aux: TileMeeting */ \
    /* exchange: dst = value a (kWide: 64-bit) of the thread of rank b in the tile */                                        \
    X(tile_barrier)                                                                                                          \
    /* waits for all threads of the launch */                                                                                \
    X(grid_barrier)                                                                                                          \
    /* aux: PhaseOp on the barrier object at address a (execute_meet.cpp); b: threads, token or parity (64-bit). dst: a token */\
    /* (64-bit) of arrive; of test, whether the phase is over */                                                             \
    X(phase)                                                                                                                 \
    /* a: address of what describes a child grid (execute_children.cpp); dst (32-bit): cudaSuccess */                        \
    X(launch_grid)                                                                                                           \
    /* a: member mask */                                                                                                     \
    X(sync_warp)                                                                                                             \
    /* aux: ShuffleKind; a: value (kWide: 64-bit), b: lane, delta or lane mask, c: width; imm: the member mask's OPERAND */    \
    X(shuffle)                                                                                                               \
    /* aux: VoteKind; a: member mask, b: predicate (any non-zero is true) */                                                 \
    X(vote)                                                                                                                  \
    /* dst: mask of the members (mask a) whose value b equals mine; match_all: mask a if all members agree, else 0 */        \
    X(match_any_32) X(match_any_64) X(match_all_32) X(match_all_64)                                                          \
    /* aux: WarpReduceOp over the members (mask a) of value b (32-bit) */                                                    \
    X(warp_reduce)                                                                                                           \
    /* imm: MatrixForm; a: index in Function::calls, whose arguments and results are the threads' parts of the matrices */    \
    X(matrix)                                                                                                                \
    X(active_mask)                                                                                                           \
    /* dst (64-bit): warp instructions that this warp has run; aux 1: nanoseconds of a made-up 1 GHz clock, the same count */ \
    X(clock)                                                                                                                 \
    /* a: nanoseconds (32-bit); lets other warps run */                                                                      \
    X(sleep)                                                                                                                 \
    /* the b bytes (64-bit) at a are given to the lane: who accessed them before has nothing to do with it */                \
    X(new_memory)                                                                                                            \
    /* a: address of the format, b: address of the argument buffer (CUDA vprintf: each argument aligned to its size, floats */ \
    /* as doubles, small ints as ints); dst (32-bit): number of arguments */                                                 \
    X(print)                                                                                                                 \
    /* aux: TrapKind; imm: index in Bytecode::strings (the asserted expression, ...) or -1 */                                 \
    X(trap)                                                                                                                  \
    /* a: target pc. No operand in control flow but the conditions */                                                        \
    X(branch)                                                                                                                \
    /* dst: the CONDITION operand (bit 0); a: pc if true, b: pc if false, c: join pc (kNoPc: none) */                        \
    X(branch_if)                                                                                                             \
    /* dst: the CONDITION operand (kWide: 64-bit); a: default pc, c: join pc, imm: index in Function::switches */            \
    X(switch_on)                                                                                                             \
    X(ret)                                                                                                                   \
    /* a: index in Function::calls */                                                                                        \
    X(call)                                                                                                                  \
    /* a: index in Function::calls (callee kNoIndex), b: operand with function addresses (64-bit). Lanes with different */   \
    /* callees run one group after the other and meet again at the next instruction */                                       \
    X(call_indirect)

enum class Op : std::uint16_t {
    invalid = 0,
#define WARPWISE_ITEM(n) n##_32, n##_64,
    WARPWISE_INT_BINARY(WARPWISE_ITEM)
#undef WARPWISE_ITEM
#define WARPWISE_ITEM(n) icmp_##n##_32, icmp_##n##_64,
    WARPWISE_INT_COMPARE(WARPWISE_ITEM)
#undef WARPWISE_ITEM
#define WARPWISE_ITEM(n) n##_f, n##_d, n##_h,
    WARPWISE_FLOAT_BINARY(WARPWISE_ITEM)
#undef WARPWISE_ITEM
#define WARPWISE_ITEM(n) fcmp_##n##_f, fcmp_##n##_d,
    WARPWISE_FLOAT_COMPARE(WARPWISE_ITEM)
#undef WARPWISE_ITEM
#define WARPWISE_ITEM(n) n,
    WARPWISE_OTHER_OPS(WARPWISE_ITEM)
#undef WARPWISE_ITEM
    count,
};
std::string_view name_of(Op);

// The forms of one operation lie side by side: _32 then _64, _f then _d then _h.
constexpr Op op_after(Op first, int steps) { return static_cast<Op>(static_cast<int>(first) + steps); }

#define WARPWISE_MATH_UNARY(X)                                                                                             \
    X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(logb) X(sin) X(cos) X(tan) X(sinpi) X(cospi) X(asin) \
    X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(cbrt) X(rcbrt) X(erf) X(erfc) X(erfinv) X(erfcx) X(normcdf) X(tgamma) X(lgamma) X(j0) X(j1) X(y0) X(y1) \
    X(frexp_mantissa) X(modf_fraction) X(erfcinv) X(normcdfinv) X(cyl_bessel_i0) X(cyl_bessel_i1)
#define WARPWISE_MATH_BINARY(X) X(pow) X(atan2) X(fmod) X(remainder) X(fdim) X(hypot) X(nextafter) X(jn) X(yn)
#define WARPWISE_MATH_TERNARY(X) X(norm3d) /* sqrt(a^2 + b^2 + c^2) */
#define WARPWISE_MATH_TO_INT(X) X(ilogb) X(frexp_exponent) X(sign_bit)
#define WARPWISE_ITEM(n) n,
enum class MathUnary : std::uint8_t { WARPWISE_MATH_UNARY(WARPWISE_ITEM) };
enum class MathBinary : std::uint8_t { WARPWISE_MATH_BINARY(WARPWISE_ITEM) };
enum class MathTernary : std::uint8_t { WARPWISE_MATH_TERNARY(WARPWISE_ITEM) };
enum class MathToInt : std::uint8_t { WARPWISE_MATH_TO_INT(WARPWISE_ITEM) };
// clang-format on
#undef WARPWISE_ITEM
enum class Rounding : std::uint8_t { nearest, zero, down, up };  // down: to minus infinity

std::string_view name_of(MathUnary);
std::string_view name_of(MathBinary);
std::string_view name_of(MathTernary);
std::string_view name_of(MathToInt);

enum class AtomicOp : std::uint8_t {
    exchange,
    add,
    sub,
    and_,
    or_,
    xor_,
    max,
    min,
    umax,
    umin,
    fadd,
    fmin,
    fmax,  // half, float or double by size
    inc,
    dec,         // inc: old >= b ? 0 : old + 1; dec: old == 0 || old > b ? b : old - 1
    half2_add,   // 4 bytes: two halves
    bfloat_add,  // one bfloat16, or two in 4 bytes
};
enum class FenceScope : std::uint8_t { block, device, system };
enum class BarrierReduce : std::uint8_t { none, count, all, any };
enum class TileMeeting : std::uint8_t { sync, exchange };
enum class PhaseOp : std::uint8_t { init, arrive, drop, wait, wait_parity, test, test_parity };
enum class ShuffleKind : std::uint8_t { index, up, down, exclusive_or };
enum class VoteKind : std::uint8_t { all, any, ballot, uniform };
enum class WarpReduceOp : std::uint8_t { add, min, max, umin, umax, and_, or_, xor_ };
enum class TrapKind : std::uint8_t {
    trap,           // __trap(), __builtin_trap()
    assert_failed,  // the string is the expression
    no_return,      // a function that must return a value fell off its end, or __builtin_unreachable()
    pure_virtual,
    exit_thread,  // the asm "exit;"
};

struct Instruction {
    Op op = Op::invalid;
    std::uint8_t flags = 0, aux = 0;
    std::uint32_t dst = 0, a = 0, b = 0, c = 0;
    std::int32_t imm = 0;
};

// ---- what a debugger and a fault need ----
enum class TypeKind : std::uint8_t {
    signed_integer,
    unsigned_integer,
    floating,
    boolean,
    character,
    pointer,
    array,
    structure,
    other
};
struct Type {
    struct Member {
        std::string name;                           // empty: an unnamed structure, whose members are used as this one's
        std::uint32_t offset = 0, type = kNoIndex;  // bytes; index in Bytecode::types
        std::uint32_t first_bit = 0, bits = 0;      // of a bit field: counted from bit 0 of the byte at `offset`
    };
    TypeKind kind = TypeKind::other;
    std::string name;  // as written: "float", "const int *", "Particle"
    std::uint32_t bytes = 0;
    std::uint32_t element = kNoIndex;  // of an array or pointer: index in Bytecode::types
    std::uint32_t count = 0;           // elements of an array (of one dimension; an array of arrays nests); 0: not known
    std::vector<Member> members;       // of a structure, those of its base classes first
    std::vector<std::pair<std::string, std::uint64_t>> enumerators;  // of an enumeration: name, value (sign-extended)
    bool is_reference = false;                                       // a pointer that is used as what it points to
    bool is_lambda = false;                                          // a structure: what a lambda captures
};

struct Location {
    std::uint32_t line = 0, column = 0;   // from 1; 0 unknown. In the kernel's own text, never in the prelude
    std::uint32_t scope = 0;              // index in Function::scopes
    std::uint32_t inlined_at = kNoIndex;  // index in Function::inlined_calls
};
struct InlinedCall {
    std::string function;                // the function that was inlined
    std::uint32_t line = 0, column = 0;  // where it was called
    std::uint32_t scope = 0;
    std::uint32_t inlined_at = kNoIndex;  // and that place's own chain
};
struct Scope {
    std::uint32_t parent = kNoIndex;  // a variable is visible where its scope is the place's scope or an ancestor of it
    std::uint32_t line = 0;
    std::string function;  // of the scope of a whole function: its name
};
struct Variable {
    enum class Where : std::uint8_t {
        none,      // optimised away
        slot,      // register `place` of the frame
        local,     // local memory at byte `place` of this call
        indirect,  // register `place` holds an address, `offset` bytes before it
        pieces,    // a structure or array kept in registers, see pieces
    };
    struct Piece {
        std::uint32_t offset = 0, bytes = 0;  // in the variable
        std::uint32_t slot = 0;               // register; wide when bytes is 8
    };
    std::string name;
    std::uint32_t type = kNoIndex;  // index in Bytecode::types
    std::uint32_t scope = 0, line = 0;
    std::uint32_t bytes = 0;
    bool is_argument = false;
    bool wide = false;  // a slot has 64-bit lanes
    Where where = Where::none;
    std::uint32_t place = 0, offset = 0;
    std::uint32_t inlined_at = kNoIndex;  // of a function that was inlined: by which call
    std::vector<Piece> pieces;
};

// ---- functions and programs ----
struct Parameter {
    std::uint32_t slot = 0;  // register of the callee's frame that holds the value (by_value_bytes: the address)
    bool wide = false;
    std::uint32_t by_value_bytes = 0;  // a structure by value: the caller gives an address, the callee gets its own copy
    bool is_constant = false;          // ... or, of a kernel that does not write to it, one in constant memory for all threads
    std::uint32_t offset = 0;          // ... at this byte of the callee's local memory, or of the parameters in constant memory
};
struct ReturnValue {
    Operand operand = 0;  // where the callee left the value when it runs `return`
    bool wide = false;
};
struct CallSite {
    struct Destination {
        std::uint32_t slot = 0;
        std::uint8_t flags = 0;  // kMasked, kWide
    };
    std::uint32_t callee = kNoIndex;  // index in Bytecode::functions
    std::vector<Operand> arguments;   // widths as the callee's parameters say
    std::vector<std::uint8_t> argument_wide;
    std::vector<Destination> results;
};
struct SwitchTable {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> cases;  // value, pc; distinct, ascending
};

// A local array or structure: names faults in local memory.
struct LocalObject {
    std::string name;
    std::uint32_t offset = 0, bytes = 0, type = kNoIndex;
    std::uint32_t window = 0;
};

struct Function {
    std::string name;    // as written: "add_one<float>"
    std::string symbol;  // the linker's name
    std::vector<Instruction> code;
    std::vector<Location> locations;  // one an instruction
    // One per instruction, 1 where a statement may begin: where the line or the inlined call becomes another one within a basic
    // block, at the first located instruction of each basic block (a jump may come there) and behind a call (it may return
    // there). Whether it is a new one depends on where the warp comes from. None are before the first source line, where
    // parameters move to their variables, in the moves on an edge between blocks and in functions of a header.
    std::vector<std::uint8_t> statement_starts;
    std::uint32_t line = 0;             // where it is declared
    std::uint32_t frame_bytes = 0;      // registers of a call, a multiple of 256
    std::uint32_t local_bytes = 0;      // local memory of a call, a multiple of 16
    std::uint32_t parameter_bytes = 0;  // of a kernel: constant memory that its structures need
    std::uint32_t most_threads = 0;     // of a kernel: per block, by its __launch_bounds__(); 0: as many as the GPU allows
    // Whether it, or a function that it may call, has a barrier of the grid, or launches grids.
    bool reaches_grid_barrier = false, reaches_launch = false;
    // Registers that may be read before they are written: those of variables that a thread may not have set, and those that a
    // shuffle reads from an inactive lane.
    struct Stretch {
        std::uint32_t begin = 0, end = 0;  // bytes of the frame
    };
    std::vector<Stretch> unwritten;  // ascending, apart from each other
    // Registers of variables that only ever hold a parameter, which one instruction moves there.
    struct ArgumentCopy {
        std::uint32_t from = 0, to = 0;
        bool is_wide = false;
    };
    std::vector<ArgumentCopy> argument_copies;
    std::vector<Parameter> parameters;
    std::vector<ReturnValue> results;
    std::vector<CallSite> calls;
    std::vector<SwitchTable> switches;
    std::vector<Variable> variables;
    std::vector<LocalObject> locals;  // in the order of their offsets; they do not overlap
    std::vector<Scope> scopes;
    std::vector<InlinedCall> inlined_calls;
};

// A variable at a fixed place: in the global image, the constant image or static shared memory.
struct Symbol {
    enum class Space : std::uint8_t { global, constant, shared, dynamic_shared };
    std::string name;      // "tile", "counter"
    std::string function;  // that declares it, for shared variables and static locals; else empty
    std::string symbol;    // the linker's name
    Space space = Space::global;
    std::uint32_t offset = 0, bytes = 0;  // dynamic shared memory: starts at Bytecode::static_shared_bytes, bytes 0
    std::uint32_t type = kNoIndex;
    std::uint32_t line = 0;
    std::uint32_t alignment = 1;
    std::uint32_t window = 0;  // 0: in its image, among others
    bool is_used = false;      // by the kernel or what it calls
};

// An array that is a member of a structure.
struct MemberArray {
    std::string structure, name;  // "Cell", "neighbours"; the name may be empty: not known
    std::uint32_t structure_bytes = 0, offset = 0, bytes = 0, element_bytes = 0;
    bool operator==(const MemberArray&) const = default;
};

// A header of the kernel's text. Its lines count on behind those of the text, so that a line is one number everywhere.
struct HeaderLines {
    std::string path, name;   // as it was opened; as people know it
    std::uint32_t first = 0;  // the number of its line 1
};

// What launches of a kernel have run in this process. Copies of its bytecode share it.
struct LaunchesSoFar {
    std::atomic<std::uint64_t> steps{0}, launches{0};  // warp instructions
};

struct Bytecode {
    std::string origin;                // the kernel file's name
    std::vector<HeaderLines> headers;  // ascending
    std::vector<Function> functions;
    std::vector<std::uint8_t> constants;       // the constants bank; copy to 64-byte aligned memory or use as it is
    std::vector<std::uint8_t> global_image;    // __device__ variables, at kGlobalBase
    std::vector<std::uint8_t> constant_image;  // at kConstantBase
    std::uint32_t static_shared_bytes = 0;     // a multiple of 16; dynamic shared memory follows
    std::vector<Symbol> symbols;
    std::vector<std::string> strings;
    std::vector<Type> types;
    std::vector<MemberArray> member_arrays;
    std::vector<std::uint32_t>
        lines_of_intended_races;  // ascending: the text says "warpwise: benign race" there; first reads of a swap loop
    std::shared_ptr<LaunchesSoFar> so_far = std::make_shared<LaunchesSoFar>();
};

// The file and line that a line's number stands for.
struct TextPlace {
    std::string_view file;
    int line = 0;
};
TextPlace place_of(const Bytecode&, std::uint32_t line);
inline bool is_in_header(const Bytecode& program, std::uint32_t line) {
    return !program.headers.empty() && line >= program.headers.front().first;
}

// The bytes of what an index counts: of an array of arrays, its innermost element; 0 when the program does not say.
std::size_t element_bytes_of(const Bytecode&, std::uint32_t type);

// The scalar of some bytes that lies at an offset in a variable of a type; nothing where no single one does.
const Type* scalar_at(const Bytecode&, std::uint32_t type, std::uint64_t offset, std::uint32_t bytes);

// Where a variable lies; dynamic shared memory is one variable.
constexpr std::uint64_t address_of(const Symbol& symbol) {
    switch (symbol.space) {
        case Symbol::Space::global:
            return (symbol.window ? kVariableBase + symbol.window * kWindowBytes : kGlobalBase) + symbol.offset;
        case Symbol::Space::constant: return kConstantBase + symbol.window * kWindowBytes + symbol.offset;
        default: return kSharedBase + symbol.window * kWindowBytes + symbol.offset;
    }
}

}  // namespace warpwise::simt
