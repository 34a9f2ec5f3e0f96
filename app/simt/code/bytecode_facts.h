// What follows from the bytecode itself, for code that reads a program rather than running it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "simt/code/bytecode.h"
#include "simt/code/counters.h"

namespace warpwise::simt {

// Of a register with 4-byte lanes; one with 8-byte lanes has two such units.
inline constexpr std::uint32_t kUnitBytes = 4 * kLanes;

// Jumps, calls and returns: they end a basic block and stand last among the operations.
constexpr bool is_control_flow(Op op) { return op >= Op::branch; }

constexpr bool is_scalar_load(Op op) { return op >= Op::load_1 && op <= Op::load_8; }
constexpr bool is_scalar_store(Op op) { return op >= Op::store_1 && op <= Op::store_8; }
constexpr bool is_atomic(Op op) { return op == Op::atomic || op == Op::compare_and_swap; }
constexpr bool is_texture(Op op) { return op == Op::texture_read || op == Op::surface_write; }
constexpr bool is_block_write(Op op) { return op == Op::copy_memory || op == Op::set_memory; }

// A copy reads memory too, but into no register.
constexpr bool loads_register(Op op) {
    return is_scalar_load(op) || op == Op::load_vector || op == Op::texture_read || is_atomic(op);
}
constexpr bool writes_memory(Op op) {
    return is_scalar_store(op) || op == Op::store_vector || op == Op::surface_write || is_atomic(op) || is_block_write(op);
}

// Of a load, a store or an atomic, in each lane; of a copy whose size is known.
constexpr std::uint32_t access_bytes(const Instruction& in) {
    if (is_scalar_load(in.op)) return 1u << (static_cast<int>(in.op) - static_cast<int>(Op::load_1));
    if (is_scalar_store(in.op)) return 1u << (static_cast<int>(in.op) - static_cast<int>(Op::store_1));
    const bool is_vector = in.op == Op::load_vector || in.op == Op::store_vector;
    return static_cast<std::uint32_t>(in.imm) * (is_vector ? in.aux : 1u);
}

// The memory accesses of an instruction; a copy of a structure makes two. A copy whose size differs from lane to lane is not one,
// and neither are those of textures, whose addresses no register holds.
struct Touch {
    Operand address = 0;
    std::uint32_t bytes = 0;
    AccessKind kind = AccessKind::load;
};
struct Touches {
    Touch all[2];
    int count = 0;
    const Touch* begin() const { return all; }
    const Touch* end() const { return all + count; }
};
constexpr Touches touches_of(const Instruction& in) {
    if (is_texture(in.op)) return {};
    const std::uint32_t bytes = access_bytes(in);
    if (is_block_write(in.op)) {
        if (in.flags & kVariableSize) return {};
        if (in.op == Op::copy_memory) return {{{in.b, bytes, AccessKind::load}, {in.a, bytes, AccessKind::store}}, 2};
        return {{{in.a, bytes, AccessKind::store}}, 1};
    }
    if (is_atomic(in.op)) return {{{in.a, bytes, in.flags & kResultUnused ? AccessKind::reduction : AccessKind::atomic}}, 1};
    if (writes_memory(in.op)) return {{{in.a, bytes, AccessKind::store}}, 1};
    if (loads_register(in.op)) return {{{in.a, bytes, AccessKind::load}}, 1};
    return {};
}

// In its operand `dst`; the results of a call and of a matrix operation are the call site's.
constexpr bool writes_register(Op op) {
    if (is_control_flow(op) || (writes_memory(op) && !is_atomic(op))) return false;
    if (op == Op::tile_barrier || op == Op::grid_barrier) return false;  // what is exchanged is written when the barrier opens
    return op != Op::fence && op != Op::sync_warp && op != Op::sleep && op != Op::trap && op != Op::check_member &&
           op != Op::new_memory && op != Op::matrix;
}

// The registers that an instruction writes from `dst` on, in units of 128 bytes.
constexpr std::uint32_t units_written(const Instruction& in) {
    if (in.op == Op::texture_read) return 4;
    const bool is_wide = (in.flags & kWide) || (in.op == Op::load_vector && in.imm == 8);
    return (is_wide ? 2u : 1u) * (in.op == Op::load_vector ? in.aux : 1u);
}

// Whether an instruction computes an address from the one in operand a.
constexpr bool derives_address(Op op) {
    return op == Op::gep_64 || op == Op::gep_s32 || op == Op::gep_u32 || op == Op::gep_const || op == Op::mov_64;
}

// The operand with the pointer that the address in `operand` at pc was computed from, found by walking the code back: the array
// that the kernel meant. None: it is not computed from one.
inline std::optional<Operand> pointer_behind(std::span<const Instruction> code, std::uint32_t pc, Operand operand) {
    bool derived = false;
    for (std::uint32_t k = pc; k > 0 && pc - k < 64 && bank_of(operand) == Bank::frame; --k) {
        const Instruction& earlier = code[k - 1];
        if (!writes_register(earlier.op) || earlier.dst != offset_of(operand)) continue;
        if (!derives_address(earlier.op)) break;
        operand = earlier.a;
        derived = true;
    }
    return derived ? std::optional(operand) : std::nullopt;
}

// Whether a scope is another one or lies in it.
inline bool scope_holds(const Function& function, std::uint32_t outer, std::uint32_t inner) {
    for (; inner < function.scopes.size(); inner = function.scopes[inner].parent)
        if (inner == outer) return true;
    return false;
}

}  // namespace warpwise::simt
