#include "simt/code/disassemble.h"

#include <cstring>

#include "fmt/format.h"

namespace warpwise::simt {
namespace {

constexpr std::string_view kSpecialNames[] = {"threadIdx.x",
                                              "threadIdx.y",
                                              "threadIdx.z",
                                              "blockIdx.x",
                                              "blockIdx.y",
                                              "blockIdx.z",
                                              "blockDim.x",
                                              "blockDim.y",
                                              "blockDim.z",
                                              "gridDim.x",
                                              "gridDim.y",
                                              "gridDim.z",
                                              "laneid",
                                              "warpid",
                                              "nwarpid",
                                              "smid",
                                              "dynamic_shared_bytes",
                                              "total_shared_bytes"};

std::string register_name(std::uint32_t slot) { return fmt::format("r{}", slot / (kLanes * 4)); }

std::string operand_text(const Bytecode& program, Operand operand) {
    switch (bank_of(operand)) {
        case Bank::constants: {
            std::int32_t value = 0;
            std::memcpy(&value, &program.constants[offset_of(operand)], sizeof value);
            return fmt::format("#{}", value);
        }
        case Bank::special: return std::string(kSpecialNames[offset_of(operand) / (kLanes * 4)]);
        case Bank::frame: break;
    }
    return register_name(operand);
}

std::string pc_text(std::uint32_t pc) { return pc == kNoPc ? "none" : fmt::format("@{}", pc); }

// Operands a, b and c of an operation that gives a result.
int operand_count(Op op) {
    if (op < Op::fma_f) return 2;
    if (op <= Op::fma_h) return 3;
    if (op < Op::copysign_f) return 1;
    switch (op) {
        case Op::copysign_f:
        case Op::copysign_d:
        case Op::math2_f:
        case Op::math2_d:
        case Op::ldexp_f:
        case Op::ldexp_d:
        case Op::shuffle:
        case Op::vote:
        case Op::match_any_32:
        case Op::match_any_64:
        case Op::match_all_32:
        case Op::match_all_64:
        case Op::warp_reduce:
        case Op::tile_barrier:
        case Op::phase:
        case Op::print: return 2;
        case Op::math3_f:
        case Op::math3_d:
        case Op::select_32:
        case Op::select_64:
        case Op::funnel_left_32:
        case Op::funnel_left_64:
        case Op::funnel_right_32:
        case Op::funnel_right_64:
        case Op::byte_permute: return 3;
        case Op::active_mask:
        case Op::clock: return 0;
        default: return 1;
    }
}

// Math operations by the function that they compute.
std::string name_with_kind(const Instruction& in) {
    switch (in.op) {
        case Op::math1_f:
        case Op::math1_d: return fmt::format("{}.{}", name_of(in.op), name_of(static_cast<MathUnary>(in.aux)));
        case Op::math2_f:
        case Op::math2_d: return fmt::format("{}.{}", name_of(in.op), name_of(static_cast<MathBinary>(in.aux)));
        case Op::math3_f:
        case Op::math3_d: return fmt::format("{}.{}", name_of(in.op), name_of(static_cast<MathTernary>(in.aux)));
        default: return std::string(name_of(in.op));
    }
}

}  // namespace

std::string text_of(const Bytecode& program, const Function& function, const Instruction& in) {
    const std::string name = fmt::format("{}{}", name_with_kind(in), (in.flags & kMasked) != 0 ? ".m" : "");
    const auto operand = [&](Operand one) { return operand_text(program, one); };
    switch (in.op) {
        case Op::ret:
        case Op::fence:
        case Op::barrier:
        case Op::grid_barrier:
        case Op::trap: return name;
        case Op::branch: return fmt::format("{} {}", name, pc_text(in.a));
        case Op::branch_if:
            return fmt::format("{} {} ? {} : {} join {}", name, operand(in.dst), pc_text(in.a), pc_text(in.b), pc_text(in.c));
        case Op::switch_on:
            return fmt::format("{} {} ({} cases) default {} join {}", name, operand(in.dst),
                               function.switches[static_cast<std::size_t>(in.imm)].cases.size(), pc_text(in.a), pc_text(in.c));
        case Op::matrix: {
            std::string out = name;
            for (const CallSite::Destination& each : function.calls[in.a].results) out += ' ' + register_name(each.slot);
            out += " <-";
            for (const Operand each : function.calls[in.a].arguments) out += ' ' + operand(each);
            return out;
        }
        case Op::call: return fmt::format("{} {}", name, program.functions[function.calls[in.a].callee].name);
        case Op::call_indirect: return fmt::format("{} *{}", name, operand(in.b));
        case Op::gep_64:
        case Op::gep_s32:
        case Op::gep_u32:
            return fmt::format("{} {} <- {} + {} * {} + {}", name, register_name(in.dst), operand(in.a), operand(in.b), in.imm,
                               static_cast<std::int32_t>(in.c));
        case Op::gep_const: return fmt::format("{} {} <- {} + {}", name, register_name(in.dst), operand(in.a), in.imm);
        case Op::local_address: return fmt::format("{} {} <- local + {}", name, register_name(in.dst), in.imm);
        case Op::load_1:
        case Op::load_2:
        case Op::load_4:
        case Op::load_8: return fmt::format("{} {} <- [{}]", name, register_name(in.dst), operand(in.a));
        case Op::store_1:
        case Op::store_2:
        case Op::store_4:
        case Op::store_8: return fmt::format("{} [{}] <- {}", name, operand(in.a), operand(in.b));
        case Op::load_vector:
            return fmt::format("{} {} x {} bytes: {} <- [{}]", name, in.aux, in.imm, register_name(in.dst), operand(in.a));
        case Op::store_vector:
            return fmt::format("{} {} x {} bytes: [{}] <- {}", name, in.aux, in.imm, operand(in.a), operand(in.b));
        case Op::atomic: return fmt::format("{} {} <- [{}], {}", name, register_name(in.dst), operand(in.a), operand(in.b));
        case Op::compare_and_swap:
            return fmt::format("{} {} <- [{}], {}, {}", name, register_name(in.dst), operand(in.a), operand(in.b), operand(in.c));
        case Op::copy_memory: return fmt::format("{} [{}] <- [{}]", name, operand(in.a), operand(in.b));
        case Op::set_memory: return fmt::format("{} [{}] <- {}", name, operand(in.a), operand(in.b));
        case Op::new_memory: return fmt::format("{} [{}], {} bytes", name, operand(in.a), operand(in.b));
        case Op::check_member: return fmt::format("{} {}", name, operand(in.a));
        case Op::sync_warp:
        case Op::sleep: return fmt::format("{} {}", name, operand(in.a));
        default: break;
    }
    std::string out = fmt::format("{} {} <-", name, register_name(in.dst));
    const Operand operands[] = {in.a, in.b, in.c};
    for (int i = 0; i < operand_count(in.op); ++i) out += fmt::format("{}{}", i == 0 ? " " : ", ", operand(operands[i]));
    return out;
}

std::string disassemble(const Bytecode& program, const Function& function) {
    std::string out = fmt::format("{}: {} instructions, {} bytes of registers, {} of local memory\n", function.name,
                                  function.code.size(), function.frame_bytes, function.local_bytes);
    for (std::size_t pc = 0; pc < function.code.size(); ++pc)
        out += fmt::format("{:4} line {:<4} {}\n", pc, function.locations[pc].line, text_of(program, function, function.code[pc]));
    return out;
}

}  // namespace warpwise::simt
