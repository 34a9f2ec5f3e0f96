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

std::string instruction_text(const Bytecode& program, const Function& function, const Instruction& in) {
    const std::string name = fmt::format("{}{}", name_of(in.op), (in.flags & kMasked) != 0 ? ".m" : "");
    switch (in.op) {
        case Op::ret: return name;
        case Op::branch: return fmt::format("{} {}", name, pc_text(in.a));
        case Op::branch_if:
            return fmt::format("{} {} ? {} : {} join {}", name, operand_text(program, in.dst), pc_text(in.a), pc_text(in.b),
                               pc_text(in.c));
        case Op::switch_on:
            return fmt::format("{} {} ({} cases) default {} join {}", name, operand_text(program, in.dst),
                               function.switches[static_cast<std::size_t>(in.imm)].cases.size(), pc_text(in.a), pc_text(in.c));
        case Op::matrix: {
            std::string out = name;
            for (const CallSite::Destination& each : function.calls[in.a].results) out += ' ' + register_name(each.slot);
            out += " <-";
            for (const Operand each : function.calls[in.a].arguments) out += ' ' + operand_text(program, each);
            return out;
        }
        case Op::call: return fmt::format("{} {}", name, program.functions[function.calls[in.a].callee].name);
        case Op::call_indirect: return fmt::format("{} *{}", name, operand_text(program, in.b));
        case Op::gep_64:
        case Op::gep_s32:
        case Op::gep_u32:
            return fmt::format("{} {} <- {} + {} * {} + {}", name, register_name(in.dst), operand_text(program, in.a),
                               operand_text(program, in.b), in.imm, static_cast<std::int32_t>(in.c));
        default: break;
    }
    return fmt::format("{} {} <- {}, {}, {} imm {} aux {}", name, register_name(in.dst), operand_text(program, in.a),
                       operand_text(program, in.b), operand_text(program, in.c), in.imm, in.aux);
}

}  // namespace

std::string disassemble(const Bytecode& program, const Function& function) {
    std::string out = fmt::format("{}: {} instructions, {} bytes of registers, {} of local memory\n", function.name,
                                  function.code.size(), function.frame_bytes, function.local_bytes);
    for (std::size_t pc = 0; pc < function.code.size(); ++pc)
        out += fmt::format("{:4} line {:<4} {}\n", pc, function.locations[pc].line,
                           instruction_text(program, function, function.code[pc]));
    return out;
}

}  // namespace warpwise::simt
