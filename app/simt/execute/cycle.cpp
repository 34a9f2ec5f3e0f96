#include "simt/execute/cycle.h"

#include <algorithm>
#include <cstring>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kWordBytes = 4;
constexpr std::size_t kMostWords = 1 << 16;

// A result and nothing else: no jump, no memory, no fault, nothing that other lanes see.
bool only_computes(Op op) {
    const bool divides = op >= Op::udiv_32 && op <= Op::srem_64;
    return op < Op::load_1 && !divides;
}

// Where the registers of a frame begin, as far as something writes them.
std::vector<bool> register_starts(const Function& function) {
    std::vector<bool> starts(function.frame_bytes / kUnitBytes);
    const auto add = [&](std::uint32_t slot) {
        if (slot / kUnitBytes < starts.size()) starts[slot / kUnitBytes] = true;
    };
    for (const Instruction& in : function.code)
        if (!is_control_flow(in.op)) add(in.dst);
    for (const Parameter& parameter : function.parameters) add(parameter.slot);
    for (const CallSite& call : function.calls)
        for (const CallSite::Destination& result : call.results) add(result.slot);
    return starts;
}

// The registers of a frame that matter, by 128 bytes.
class RelevantRegisters {
  public:
    explicit RelevantRegisters(const Function& function)
        : function_(&function), starts_(register_starts(function)), relevant_(starts_.size()) {}
    const std::vector<bool>& get() const { return relevant_; }
    std::size_t count() const { return static_cast<std::size_t>(std::ranges::count(relevant_, true)); }

    // Fields that are no operands are taken for some: that makes too many registers relevant, never too few. What is written to
    // memory counts where something that matters is read from it.
    void add_sources(const Instruction& in, bool memory_matters) {
        if (writes_memory(in.op) && !memory_matters) {
            add(in.a);
            for (std::uint32_t k = 0; k < 4 && in.op == Op::surface_write; ++k) add(in.b + k * kUnitBytes);
            if (in.flags & kVariableSize) add(in.c);
            if (in.op == Op::copy_memory) add(in.b);
            return;
        }
        switch (in.op) {
            case Op::branch: return;
            case Op::branch_if:
            case Op::switch_on: add(in.dst); return;
            case Op::ret:
                for (const ReturnValue& value : function_->results) add(value.operand);
                return;
            case Op::matrix:
            case Op::call:
            case Op::call_indirect:
                for (const Operand argument : function_->calls[in.a].arguments) add(argument);
                if (in.op == Op::call_indirect) add(in.b);
                return;
            case Op::store_vector:
                for (std::uint32_t k = 0; k < 2u * in.aux; ++k) add(in.b + k * kUnitBytes);
                break;
            case Op::texture_read:
            case Op::surface_write:
                for (std::uint32_t k = 0; k < 4; ++k) add(in.b + k * kUnitBytes), add(in.c + k * kUnitBytes);
                break;
            case Op::shuffle: add(static_cast<Operand>(in.imm)); break;
            default: break;
        }
        for (const Operand operand : {in.a, in.b, in.c}) add(operand);
    }
    bool is_relevant(std::uint32_t slot, std::uint32_t units = 1) const {
        for (std::uint32_t i = slot / kUnitBytes; i < std::min<std::size_t>(slot / kUnitBytes + units, relevant_.size()); ++i)
            if (relevant_[i]) return true;
        return false;
    }

  private:
    void add(Operand operand) {
        const std::size_t at = offset_of(operand) / kUnitBytes;
        if (bank_of(operand) != Bank::frame || at >= relevant_.size()) return;
        relevant_[at] = true;
        if (at + 1 < relevant_.size() && !starts_[at + 1])
            relevant_[at + 1] = true;  // it has 8-byte lanes, or no register is there
    }

    const Function* function_;
    std::vector<bool> starts_, relevant_;
};

bool same_stack(const WaitingLanes& a, const WaitingLanes& b) {
    return std::ranges::equal(a, b, [](const StackEntry& x, const StackEntry& y) {
        return x.pc == y.pc && x.mask == y.mask && x.join == y.join && x.at_barrier == y.at_barrier;
    });
}

bool same_calls(const OpenCalls& a, const OpenCalls& b) {
    return std::ranges::equal(a, b, [](const CallFrame& x, const CallFrame& y) {
        return x.function == y.function && x.pc == y.pc && x.mask == y.mask && x.stack_depth == y.stack_depth;
    });
}

}  // namespace

CycleSearch::CycleSearch(const BlockRun& run) : run_(run) { begin(); }

void CycleSearch::begin() {
    then_ = image_of(run_);
    log_.clear();
    log_.mark();
    turns_.clear();
    turns_known_ = 0;
    relevant_.clear();
    words_.clear();
    words_known_ = 0;
    reads_all_ = false;
}

void CycleSearch::note_access(const Function& function, std::uint32_t pc, std::uint32_t mask, const std::uint64_t* address,
                              std::uint64_t bytes) {
    if (reads_all_) return;
    auto& words = words_[static_cast<std::uint64_t>(&function - run_.program.functions.data()) << 32 | pc];
    const std::size_t before = words.size();
    for_each_lane(mask, [&](int lane) {
        for (std::uint64_t word = address[lane] / kWordBytes; word <= (address[lane] + bytes - 1) / kWordBytes; ++word)
            words.insert(word);
    });
    words_known_ += words.size() - before;
    reads_all_ = words_known_ > kMostWords;
}

void CycleSearch::note_turn(const Warp& warp) {
    const auto function = static_cast<std::uint64_t>(warp.function - run_.program.functions.data());
    turns_.insert(function << 32 | warp.pc);
}

bool CycleSearch::comes_back() {
    ++rounds_;
    bool same = true;
    for (std::uint32_t i = 0; i < run_.warp_count && same; ++i) same = is_same(*then_.warps[i], run_.warps[i]);
    if (same) {
        const auto compare = [&] {
            for (std::uint32_t i = 0; i < run_.warp_count && same; ++i) same = same_registers(*then_.warps[i], run_.warps[i]);
        };
        if (!relevant_.empty()) compare();  // what mattered with less code and memory seen still does: mostly that is enough
        if (same) {
            find_relevant();
            compare();
        }
        if (same && !reads_clock_ && (!memory_matters_ || same_memory())) return true;
    }
    if (rounds_ == next_begin_) {
        next_begin_ *= 2;
        begin();
    }
    return false;
}

bool CycleSearch::same_memory() const {
    if (reads_all_) {
        return same_local() && std::memcmp(then_.shared.data(), run_.shared, then_.shared.size()) == 0 && log_.unchanged_since(0);
    }
    for (const auto& [instruction, words] : words_) {
        if (!relevant_reads_.contains(instruction)) continue;
        for (const std::uint64_t word : words)
            if (!same_word(word * kWordBytes)) return false;
    }
    return true;
}

bool CycleSearch::same_word(std::uint64_t address) const {
    switch (space_of(address)) {
        case Space::local: return same_local();
        case Space::shared: {
            const std::uint64_t offset = plain_address(address) - kSharedBase;
            if (offset >= then_.shared.size()) return true;
            const std::size_t bytes = std::min<std::size_t>(kWordBytes, then_.shared.size() - offset);
            return std::memcmp(then_.shared.data() + offset, run_.shared + offset, bytes) == 0;
        }
        case Space::global: {
            const Allocation* allocation = run_.plan.memory.find(address, 1);
            if (!allocation) return true;
            const auto offset = static_cast<std::uint64_t>(allocation->offset_of(address));
            return log_.unchanged(allocation->host + offset, std::min<std::size_t>(kWordBytes, allocation->size - offset));
        }
        default: return true;
    }
}

bool CycleSearch::same_local() const {
    for (std::uint32_t i = 0; i < run_.warp_count; ++i) {
        const WarpImage& then = *then_.warps[i];
        const Warp& now = run_.warps[i];
        const std::size_t local = std::size_t{now.local_top} * kLanes;
        if (then.status == WarpStatus::done) continue;
        if (then.local.size() < local || std::memcmp(then.local.data(), now.local.data(), local) != 0) return false;
    }
    return true;
}

bool CycleSearch::is_same(const WarpImage& then, const Warp& now) const {
    return then.pc == now.pc && then.mask == now.mask && then.lanes == now.lanes && then.status == now.status &&
           then.function == now.function && then.join == now.join && then.fenced == now.fenced && then.signals == now.signals &&
           then.local_top == now.local_top && same_stack(then.stack, now.stack) && same_calls(then.calls, now.calls);
}

bool CycleSearch::same_registers(const WarpImage& then, const Warp& now) const {
    if (then.status == WarpStatus::done) return true;
    if (!same_frame(then, now, *now.function, now.frame)) return false;
    return std::ranges::all_of(now.calls, [&](const CallFrame& call) { return same_frame(then, now, *call.function, call.frame); });
}

bool CycleSearch::same_frame(const WarpImage& then, const Warp& now, const Function& function, const std::byte* frame) const {
    const auto start = static_cast<std::size_t>(frame - now.registers.get());
    const Registers& relevant = relevant_[static_cast<std::size_t>(&function - run_.program.functions.data())];
    for (std::size_t i = 0; i < relevant.size(); ++i) {
        const std::size_t at = start + i * kUnitBytes;
        if (!relevant[i] || at + kUnitBytes > then.registers.size()) continue;
        if (std::memcmp(then.registers.data() + at, frame + i * kUnitBytes, kUnitBytes) != 0) return false;
    }
    return true;
}

// What the jumps, accesses and everything that other lanes can see depend on, in the code that ran since the search began.
void CycleSearch::find_relevant() {
    if (turns_known_ == turns_.size() && words_seen_ == words_known_ && !relevant_.empty()) return;
    turns_known_ = turns_.size();
    words_seen_ = words_known_;
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
            if (is_control_flow(code[pc].op)) break;
        }
    }
    std::vector<RelevantRegisters> registers(functions.begin(), functions.end());
    const auto for_executed = [&](auto&& visit) {
        for (std::size_t f = 0; f < functions.size(); ++f)
            for (std::size_t pc = 0; pc < executed[f].size(); ++pc)
                if (executed[f][pc]) visit(registers[f], functions[f].code[pc], static_cast<std::uint64_t>(f) << 32 | pc);
    };
    // A call that waits for another to return is not executed: its registers do not change, and do not matter.
    memory_matters_ = false;
    relevant_reads_.clear();
    std::unordered_set<std::uint64_t> words;  // that something reads on which the loop depends
    for (bool grows = true; grows;) {
        const bool mattered = memory_matters_;
        std::size_t before = words.size(), after = 0;
        for (const auto& one : registers) before += one.count();
        for_executed([&](RelevantRegisters& of, const Instruction& in, std::uint64_t key) {
            const bool wanted = of.is_relevant(in.dst, in.op == Op::load_vector    ? 2u * in.aux
                                                       : in.op == Op::texture_read ? 4u
                                                                                   : 1u);
            const auto touched = words_.find(key);
            if (loads_register(in.op) && wanted && !(in.flags & kResultUnused)) {
                memory_matters_ = true;
                relevant_reads_.insert(key);
                if (touched != words_.end()) words.insert(touched->second.begin(), touched->second.end());
            }
            if (!wanted && only_computes(in.op)) return;
            // What is written counts where something that matters is read.
            const bool is_read =
                reads_all_ || (touched != words_.end() &&
                               std::ranges::any_of(touched->second, [&](std::uint64_t word) { return words.contains(word); }));
            of.add_sources(in, memory_matters_ && is_read);
        });
        for (const auto& one : registers) after += one.count();
        grows = after + words.size() != before || memory_matters_ != mattered;
    }
    for (std::size_t f = 0; f < functions.size(); ++f) relevant_[f] = registers[f].get();
}

}  // namespace warpwise::simt
