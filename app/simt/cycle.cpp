#include "simt/cycle.h"

#include <algorithm>
#include <cstring>

namespace warpwise::simt {
namespace {

constexpr std::uint32_t unit = 128;  // bytes of a register with 4-byte lanes

bool ends_turn(Op op) { return op >= Op::branch; }

// A result and nothing else: no jump, no memory, no fault, nothing that other lanes see.
bool only_computes(Op op) {
    const bool divides = op >= Op::udiv_32 && op <= Op::srem_64;
    return op < Op::load_1 && !divides;
}

// Where the registers of a frame begin, as far as something writes them.
std::vector<bool> register_starts(const Function& function) {
    std::vector<bool> starts(function.frame_bytes / unit);
    const auto add = [&](std::uint32_t slot) {
        if (slot / unit < starts.size()) starts[slot / unit] = true;
    };
    for (const Instruction& in : function.code)
        if (!ends_turn(in.op)) add(in.dst);
    for (const Parameter& parameter : function.parameters) add(parameter.slot);
    for (const CallSite& call : function.calls)
        for (const CallSite::Destination& result : call.results) add(result.slot);
    return starts;
}

// The registers of a frame that matter, by 128 bytes.
class RelevantRegisters {
  public:
    explicit RelevantRegisters(const Function& function)
        : function_(function), starts_(register_starts(function)), relevant_(starts_.size()) {}
    const std::vector<bool>& get() const { return relevant_; }

    // Fields that are no operands are taken for some: that makes too many registers relevant, never too few.
    void add_sources(const Instruction& in) {
        switch (in.op) {
            case Op::branch: return;
            case Op::branch_if:
            case Op::switch_on: add(in.dst); return;
            case Op::ret:
                for (const ReturnValue& value : function_.results) add(value.operand);
                return;
            case Op::call:
            case Op::call_indirect:
                for (const Operand argument : function_.calls[in.a].arguments) add(argument);
                if (in.op == Op::call_indirect) add(in.b);
                return;
            case Op::store_vector:
                for (std::uint32_t k = 0; k < 2u * in.aux; ++k) add(in.b + k * unit);
                break;
            case Op::shuffle: add(static_cast<Operand>(in.imm)); break;
            default: break;
        }
        for (const Operand operand : {in.a, in.b, in.c}) add(operand);
    }
    bool is_relevant(std::uint32_t slot) const { return slot / unit < relevant_.size() && relevant_[slot / unit]; }

  private:
    void add(Operand operand) {
        const std::size_t at = offset_of(operand) / unit;
        if (bank_of(operand) != Bank::frame || at >= relevant_.size()) return;
        relevant_[at] = true;
        if (at + 1 < relevant_.size() && !starts_[at + 1]) relevant_[at + 1] = true;  // it has 8-byte lanes, or nobody is there
    }

    const Function& function_;
    std::vector<bool> starts_, relevant_;
};

bool same_stack(const std::vector<StackEntry>& a, const std::vector<StackEntry>& b) {
    return std::ranges::equal(a, b, [](const StackEntry& x, const StackEntry& y) {
        return x.pc == y.pc && x.mask == y.mask && x.join == y.join && x.at_barrier == y.at_barrier;
    });
}

bool same_calls(const std::vector<CallFrame>& a, const std::vector<CallFrame>& b) {
    return std::ranges::equal(a, b, [](const CallFrame& x, const CallFrame& y) {
        return x.function == y.function && x.pc == y.pc && x.mask == y.mask && x.stack_depth == y.stack_depth;
    });
}

}  // namespace

CycleSearch::CycleSearch(const BlockRun& run) : run_(run) { begin(); }

void CycleSearch::begin() {
    then_ = image_of(run_);
    log_ = {};
    log_.mark();
    turns_.clear();
    turns_known_ = 0;
}

void CycleSearch::note_turn(const Warp& warp) {
    const auto function = static_cast<std::uint64_t>(warp.function - run_.program.functions.data());
    turns_.insert(function << 32 | warp.pc);
}

bool CycleSearch::comes_back() {
    ++rounds_;
    bool same = true;
    for (std::uint32_t i = 0; i < run_.warp_count && same; ++i) same = is_same(then_.warps[i], run_.warps[i]);
    if (same && std::memcmp(then_.shared.data(), run_.shared, then_.shared.size()) == 0 && log_.unchanged_since(0)) {
        find_relevant();
        for (std::uint32_t i = 0; i < run_.warp_count && same; ++i) same = same_registers(then_.warps[i], run_.warps[i]);
        if (same && !reads_clock_) return true;
    }
    if (rounds_ == next_begin_) {
        next_begin_ *= 2;
        begin();
    }
    return false;
}

bool CycleSearch::is_same(const WarpImage& then, const Warp& now) const {
    return then.pc == now.pc && then.mask == now.mask && then.lanes == now.lanes && then.status == now.status &&
           then.function == now.function && then.join == now.join && then.fenced == now.fenced &&
           then.local_top == now.local_top && same_stack(then.stack, now.stack) && same_calls(then.calls, now.calls);
}

bool CycleSearch::same_registers(const WarpImage& then, const Warp& now) const {
    if (then.status == WarpStatus::done) return true;
    const std::size_t local = std::min(then.local.size(), std::size_t{now.local_top} * kLanes);
    if (then.local.size() < local || std::memcmp(then.local.data(), now.local.data(), local) != 0) return false;
    if (!same_frame(then, now, *now.function, now.frame)) return false;
    return std::ranges::all_of(now.calls,
                               [&](const CallFrame& call) { return same_frame(then, now, *call.function, call.frame); });
}

bool CycleSearch::same_frame(const WarpImage& then, const Warp& now, const Function& function, const std::byte* frame) const {
    const auto start = static_cast<std::size_t>(frame - now.registers.get());
    const Registers& relevant = relevant_[static_cast<std::size_t>(&function - run_.program.functions.data())];
    for (std::size_t i = 0; i < relevant.size(); ++i) {
        const std::size_t at = start + i * unit;
        if (!relevant[i] || at + unit > then.registers.size()) continue;
        if (std::memcmp(then.registers.data() + at, frame + i * unit, unit) != 0) return false;
    }
    return true;
}

// What the jumps, accesses and everything that other lanes can see depend on, in the code that ran since the search began.
void CycleSearch::find_relevant() {
    if (turns_known_ == turns_.size() && !relevant_.empty()) return;
    turns_known_ = turns_.size();
    const auto& functions = run_.program.functions;
    std::vector<std::vector<bool>> executed(functions.size());
    relevant_.assign(functions.size(), {});
    reads_clock_ = false;
    for (const std::uint64_t turn : turns_) {
        const auto index = static_cast<std::size_t>(turn >> 32);
        const auto& code = functions[index].code;
        executed[index].resize(code.size());
        for (std::size_t pc = turn & kNoPc; pc < code.size() && !executed[index][pc]; ++pc) {
            executed[index][pc] = true;
            reads_clock_ |= code[pc].op == Op::clock;
            if (ends_turn(code[pc].op)) break;
        }
    }
    for (std::size_t f = 0; f < functions.size(); ++f) {
        const Function& function = functions[f];
        RelevantRegisters registers(function);
        if (!executed[f].empty()) {  // else it waits for a call to return: its registers do not change
            const auto for_executed = [&](auto&& visit) {
                for (std::size_t pc = 0; pc < function.code.size(); ++pc)
                    if (executed[f][pc]) visit(function.code[pc]);
            };
            for_executed([&](const Instruction& in) {
                if (!only_computes(in.op)) registers.add_sources(in);
            });
            for (bool grows = true; grows;) {
                const Registers before = registers.get();
                for_executed([&](const Instruction& in) {
                    if (only_computes(in.op) && registers.is_relevant(in.dst)) registers.add_sources(in);
                });
                grows = registers.get() != before;
            }
        }
        relevant_[f] = registers.get();
    }
}

}  // namespace warpwise::simt
