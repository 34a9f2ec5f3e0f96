#include "simt/native/native_facts.h"

#include <algorithm>

#include "simt/code/bytecode_facts.h"

namespace warpwise::simt {
namespace {

bool is_access(Op op) { return is_scalar_load(op) || is_scalar_store(op); }
bool is_address_step(Op op) { return op == Op::gep_64 || op == Op::gep_s32 || op == Op::gep_u32 || op == Op::gep_const; }

// Different from lane to lane.
bool is_lane_special(Operand operand) {
    for (const Special each : {Special::thread_x, Special::thread_y, Special::thread_z, Special::lane_id})
        if (operand == special_operand(each)) return true;
    return false;
}

// Which of the operands a, b and c are read by an instruction that is not an operation on registers, as bits 0 to 2. An opcode that
// is not listed reads all of them.
unsigned operands_read(const Instruction& in) {
    constexpr unsigned a = 1, b = 2, c = 4;
    switch (in.op) {
        case Op::ret:
        case Op::call:
        case Op::matrix:
        case Op::branch:
        case Op::branch_if:
        case Op::switch_on:
        case Op::fence:
        case Op::grid_barrier:
        case Op::trap:
        case Op::active_mask:
        case Op::clock: return 0;
        case Op::call_indirect: return b;
        case Op::barrier: return in.aux == static_cast<std::uint8_t>(BarrierReduce::none) ? 0 : a;
        case Op::math1_f:
        case Op::math1_d:
        case Op::math_to_int_f:
        case Op::math_to_int_d:
        case Op::load_vector:
        case Op::launch_grid:
        case Op::sync_warp:
        case Op::sleep: return a;
        case Op::math2_f:
        case Op::math2_d:
        case Op::ldexp_f:
        case Op::ldexp_d:
        case Op::store_vector:
        case Op::atomic:
        case Op::check_member:
        case Op::texture_read:
        case Op::phase:
        case Op::vote:
        case Op::match_any_32:
        case Op::match_any_64:
        case Op::match_all_32:
        case Op::match_all_64:
        case Op::warp_reduce:
        case Op::new_memory:
        case Op::print: return a | b;
        case Op::copy_memory:
        case Op::set_memory: return in.flags & kVariableSize ? a | b | c : a | b;
        default: return a | b | c;
    }
}

// The units that one of these operands may take.
std::uint32_t most_units(Op op) { return op == Op::store_vector || op == Op::texture_read || op == Op::surface_write ? 8 : 2; }

bool leads_to_return(const NativeSource::Function& function, std::uint32_t pc) {
    for (int hops = 0; hops < 16 && pc < function.code.size(); ++hops) {
        if (function.code[pc].op == Op::ret) return true;
        if (function.code[pc].op != Op::branch) return false;
        pc = function.code[pc].a;
    }
    return false;
}

}  // namespace

bool may_move(Op op) {
    switch (op) {
        case Op::barrier:
        case Op::tile_barrier:
        case Op::grid_barrier:
        case Op::phase:
        case Op::launch_grid:
        case Op::sleep:
        case Op::trap: return true;
        default: return is_control_flow(op);
    }
}

std::vector<bool> leaders_of(const NativeSource::Function& function) {
    std::vector<bool> leaders(function.code.size() + 1, false);
    leaders[0] = true;
    const auto lead = [&](std::uint32_t pc) {
        if (pc < function.code.size()) leaders[pc] = true;
    };
    for (std::uint32_t pc = 0; pc < function.code.size(); ++pc) {
        const Instruction& in = function.code[pc];
        if (in.op == Op::branch) lead(in.a);
        if (in.op == Op::branch_if) {
            lead(in.a);
            lead(in.b);
            lead(in.c);
        }
        if (in.op == Op::switch_on) {
            lead(in.a);
            lead(in.c);
            for (const auto& [value, target] : function.switches[static_cast<std::size_t>(in.imm)].cases) lead(target);
        }
        if (may_move(in.op)) lead(pc + 1);
        if (in.op == Op::call_indirect) lead(pc);
    }
    return leaders;
}

FunctionFacts::FunctionFacts(const NativeSource& source, std::size_t index, const std::vector<bool>& leaders,
                             const std::function<OperationShape(const Instruction&)>& shape_of)
    : source_(source), from_(source.functions[index]), index_(index), shape_of_(shape_of) {
    registers_.resize(from_.frame_bytes / kUnitBytes + 16);
    blocks_.resize(from_.code.size());
    for (std::uint32_t pc = 0, begin = 0; pc < from_.code.size(); ++pc) {
        if (leaders[pc]) begin = pc;
        blocks_[pc] = begin;
        note_uses(pc);
    }
    find_uniform();
    find_private();
    find_for_addresses();
    find_loops();
}

void FunctionFacts::note(std::uint32_t pc, Operand operand, bool is_write, bool is_plain, bool is_wide) {
    if (bank_of(operand) != Bank::frame) return;
    const std::size_t unit = offset_of(operand) / kUnitBytes;
    if (unit + 1 >= registers_.size()) return;
    registers_[unit].uses.push_back({pc, is_write, is_plain, is_wide});
    if (is_wide) registers_[unit + 1].is_clean = false;  // the upper half of another register
}

void FunctionFacts::note_uses(std::uint32_t pc) {
    const Instruction& in = from_.code[pc];
    const Operand all[] = {in.a, in.b, in.c};
    if (const OperationShape shape = shape_of_(in); shape.is_operation) {
        for (int i = 0; i < 3; ++i)
            if (shape.operands[i].is_read) note(pc, all[i], false, true, shape.operands[i].is_wide);
        note(pc, in.dst, true, true, in.flags & kWide);
        return;
    }
    if (is_access(in.op)) {
        note(pc, in.a, false, true, true);
        if (is_scalar_store(in.op)) note(pc, in.b, false, true, in.op == Op::store_8);
        if (is_scalar_load(in.op)) note(pc, in.dst, true, true, in.op == Op::load_8);
        return;
    }
    if (in.op == Op::branch) return;
    if (in.op == Op::branch_if) return note(pc, in.dst, false, true, false);
    // In units, as nothing is known of the widths.
    const auto unclear = [&](Operand operand, std::uint32_t units, bool is_write) {
        if (bank_of(operand) != Bank::frame) return;
        for (std::uint32_t i = 0; i < units; ++i) {
            const std::size_t unit = offset_of(operand) / kUnitBytes + i;
            if (unit >= registers_.size()) return;
            registers_[unit].uses.push_back({pc, is_write, false, false});
            if (is_write) registers_[unit].is_clean = false;
        }
    };
    const bool is_call = in.op == Op::call || in.op == Op::call_indirect || in.op == Op::matrix;
    for (unsigned i = 0; i < 3; ++i)
        if (operands_read(in) >> i & 1) unclear(all[i], most_units(in.op), false);
    if (in.op == Op::shuffle) unclear(static_cast<Operand>(in.imm), 2, false);
    if (in.op == Op::switch_on) unclear(in.dst, 2, false);
    if (in.op == Op::ret)
        for (const ReturnValue& result : from_.results) unclear(result.operand, 2, false);
    if (is_call && in.a < from_.calls.size())
        for (const Operand argument : from_.calls[in.a].arguments) unclear(argument, 2, false);
    const bool is_plain_barrier = in.op == Op::barrier && in.aux == static_cast<std::uint8_t>(BarrierReduce::none);
    if (writes_register(in.op) && !is_plain_barrier) unclear(in.dst, std::max(2u, units_written(in)), true);
    if (in.op == Op::tile_barrier && in.aux == static_cast<std::uint8_t>(TileMeeting::exchange)) unclear(in.dst, 2, true);
    if (is_call && in.a < from_.calls.size())
        for (const CallSite::Destination& result : from_.calls[in.a].results) unclear(result.slot, 2, true);
}

bool FunctionFacts::is_uniform(Operand operand) const {
    switch (bank_of(operand)) {
        case Bank::constants: return true;
        case Bank::special: return !is_lane_special(operand);
        case Bank::frame: break;
    }
    const std::size_t unit = offset_of(operand) / kUnitBytes;
    return unit < registers_.size() && registers_[unit].is_uniform;
}

bool FunctionFacts::is_private(std::uint32_t slot) const {
    const std::size_t unit = slot / kUnitBytes;
    return unit < registers_.size() && registers_[unit].is_private;
}

bool FunctionFacts::reads_alike(const Instruction& in) const {
    const OperationShape shape = shape_of_(in);
    const Operand all[] = {in.a, in.b, in.c};
    if (!shape.is_operation) return false;
    for (int i = 0; i < 3; ++i)
        if (shape.operands[i].is_read && !is_uniform(all[i])) return false;
    return true;
}

// Instructions that only some of a warp's lanes may execute while the others wait to go on with the same registers. Lanes that
// return do not come back for them.
std::vector<bool> FunctionFacts::find_parted() const {
    std::vector<bool> parted(from_.code.size(), false);
    std::vector<std::uint32_t> open;
    for (std::uint32_t pc = 0; pc < from_.code.size(); ++pc) {
        const Instruction& branch = from_.code[pc];
        if ((branch.op != Op::branch_if && branch.op != Op::switch_on) || is_uniform(branch.dst)) continue;
        if (branch.op == Op::branch_if && (leads_to_return(from_, branch.a) || leads_to_return(from_, branch.b))) continue;
        std::vector<bool> seen(from_.code.size(), false);
        const auto go = [&](std::uint32_t to) {
            if (to >= from_.code.size() || to == branch.c || seen[to]) return;
            seen[to] = true;
            open.push_back(to);
        };
        const auto go_on = [&](const Instruction& in, std::uint32_t at) {
            if (in.op == Op::branch) return go(in.a);
            if (in.op == Op::branch_if) {
                go(in.a);
                go(in.b);
            } else if (in.op == Op::switch_on) {
                go(in.a);
                for (const auto& [value, target] : from_.switches[static_cast<std::size_t>(in.imm)].cases) go(target);
            } else if (in.op != Op::ret) {
                go(at + 1);
            }
        };
        go_on(branch, pc);
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            parted[at] = true;
            go_on(from_.code[at], at);
        }
    }
    return parted;
}

// From all that may be uniform, what is not falls away, until nothing changes.
void FunctionFacts::find_uniform() {
    for (Register& each : registers_) {
        const bool is_written = std::ranges::any_of(each.uses, &Use::is_write);
        int widths[2] = {};
        for (const Use& use : each.uses)
            if (use.is_plain) ++widths[use.is_wide ? 1 : 0];
        each.is_clean &= widths[0] == 0 || widths[1] == 0;
        each.is_uniform = each.is_clean && is_written;
    }
    for (const Parameter& parameter : from_.parameters) {
        if (parameter.slot / kUnitBytes >= registers_.size()) continue;
        Register& each = registers_[parameter.slot / kUnitBytes];
        each.is_uniform = each.is_clean && index_ == source_.entry && std::ranges::none_of(each.uses, &Use::is_write);
        each.is_clean &= each.is_uniform;  // a parameter that is written to has a value before
    }
    for (bool changed = true; changed;) {
        changed = false;
        const std::vector<bool> parted = find_parted();
        for (Register& each : registers_) {
            if (!each.is_uniform) continue;
            each.is_uniform = std::ranges::all_of(each.uses, [&](const Use& use) {
                const Instruction& in = from_.code[use.pc];
                return !use.is_write || (reads_alike(in) && !((in.flags & kMasked) && parted[use.pc]));
            });
            changed |= !each.is_uniform;
        }
    }
}

void FunctionFacts::find_private() {
    for (std::size_t unit = 0; unit < registers_.size(); ++unit) {
        Register& each = registers_[unit];
        if (!each.is_clean || each.uses.empty()) continue;
        if (std::ranges::find(from_.argument_copies, unit * kUnitBytes) != from_.argument_copies.end())
            continue;  // is in the frame
        // Several values may take turns in it, as long as no block reads what another one wrote.
        each.is_private = true;
        std::optional<std::uint32_t> block;
        for (const Use& use : each.uses) {
            each.is_private &=
                use.is_plain && (block == block_of(use.pc) || use.is_write);  // an instruction reads before it writes
            block = block_of(use.pc);
        }
    }
    // Where an address is used in another block than it was computed in, the pointer behind it has to be in the frame: if the
    // address is wrong, it is read there.
    for (std::size_t pc = from_.code.size(); pc-- > 0;) {
        const Instruction& in = from_.code[pc];
        if (derives_address(in.op) && !is_private(in.dst) && bank_of(in.a) == Bank::frame)
            registers_[offset_of(in.a) / kUnitBytes].is_private = false;
    }
}

std::optional<std::uint32_t> FunctionFacts::written_at(std::uint32_t slot, std::uint32_t before) const {
    std::optional<std::uint32_t> found;
    for (const Use& use : registers_[slot / kUnitBytes].uses)
        if (use.is_write && use.pc < before) found = use.pc;
    return found;
}

bool FunctionFacts::is_written_between(std::uint32_t slot, std::uint32_t after, std::uint32_t before) const {
    return std::ranges::any_of(registers_[slot / kUnitBytes].uses,
                               [&](const Use& use) { return use.is_write && use.pc > after && use.pc < before; });
}

// The address that an operand holds at `before`.
bool FunctionFacts::resolve(Operand operand, std::uint32_t before, AddressForm& form, std::uint32_t access) const {
    if (form.steps.size() > 8) return false;
    const bool is_register = bank_of(operand) == Bank::frame;
    const auto at = is_register && is_private(offset_of(operand)) ? written_at(offset_of(operand), before) : std::nullopt;
    if (!at || !is_address_step(from_.code[*at].op)) {
        if (!is_uniform(operand) || (is_register && is_written_between(offset_of(operand), before - 1, access))) return false;
        form.terms.push_back({operand, true, false, 1});
        return true;
    }
    if (is_written_between(offset_of(operand), *at, access)) return false;
    const Instruction& in = from_.code[*at];
    if (!resolve(in.a, *at, form, access)) return false;
    form.steps.push_back(*at);
    if (in.op == Op::gep_const) {
        form.offset += in.imm;
        return true;
    }
    form.offset += static_cast<std::int32_t>(in.c);
    const bool is_signed = in.op == Op::gep_s32, is_wide = in.op == Op::gep_64;
    const bool index_is_register = bank_of(in.b) == Bank::frame;
    if (index_is_register && is_written_between(offset_of(in.b), *at, access)) return false;
    if (is_uniform(in.b)) {
        form.terms.push_back({in.b, is_wide, is_signed, in.imm});
        return true;
    }
    if (is_wide || in.imm <= 0) return false;
    if (!index_is_register) {
        form.specials.push_back({in.b, static_cast<std::uint32_t>(in.imm)});
        return true;
    }
    if (form.index) return false;
    form.index = AddressForm::Term{in.b, false, is_signed, in.imm};
    return true;
}

std::optional<AddressForm> FunctionFacts::address_of(std::uint32_t pc) const {
    const Instruction& in = from_.code[pc];
    if (!is_access(in.op)) return std::nullopt;
    AddressForm form;
    if (!resolve(in.a, pc, form, pc)) return std::nullopt;
    if (form.index && !form.specials.empty()) return std::nullopt;
    std::uint64_t most = 0;
    for (const AddressForm::Special& each : form.specials) most += std::uint64_t{1023} * each.scale;
    if (most >= (std::uint64_t{1} << 31)) return std::nullopt;
    return form;
}

// An address step whose register is read by accesses with a known form, and by such steps, alone.
void FunctionFacts::find_for_addresses() {
    for_addresses_.assign(from_.code.size(), false);
    for (std::uint32_t pc = static_cast<std::uint32_t>(from_.code.size()); pc-- > 0;) {
        const Instruction& in = from_.code[pc];
        if (!is_address_step(in.op) || !is_private(in.dst)) continue;
        const Register& out = registers_[in.dst / kUnitBytes];
        for_addresses_[pc] = std::ranges::all_of(out.uses, [&](const Use& use) {
            if (block_of(use.pc) != block_of(pc)) return true;
            if (use.is_write) return use.pc == pc;  // once
            const Instruction& reader = from_.code[use.pc];
            if (is_access(reader.op)) return reader.a == in.dst && reader.b != in.dst && address_of(use.pc).has_value();
            return for_addresses_[use.pc] && reader.a == in.dst && reader.b != in.dst;
        });
    }
}

}  // namespace warpwise::simt
