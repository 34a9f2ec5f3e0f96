// Loops whose registers compiled code keeps to itself.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "simt/native/native_facts.h"

namespace warpwise::simt {
namespace {

// A load or store may call a helper, which needs the vector registers for itself: those that are kept are then stored and loaded.
constexpr std::size_t kInstructionsPerCall = 8;
constexpr std::size_t kMostUnitsKept = 10;  // a register takes two of a processor's 32 vector registers, a wide one four

// By pc: the blocks that a warp may jump to from there, if a block ends there.
std::vector<std::uint32_t> ways_from(const NativeSource::Function& function, std::uint32_t pc) {
    const Instruction& in = function.code[pc];
    if (in.op == Op::branch) return {in.a};
    if (in.op == Op::branch_if) return {in.a, in.b};
    if (in.op == Op::ret) return {};
    if (in.op != Op::switch_on) return {pc + 1};
    std::vector<std::uint32_t> out{in.a};
    for (const auto& [value, target] : function.switches[static_cast<std::size_t>(in.imm)].cases) out.push_back(target);
    return out;
}

}  // namespace

// The blocks from which a jump back comes without passing where it leads. Those to one place are one loop.
std::vector<KeptLoop> FunctionFacts::all_loops() const {
    const std::size_t size = from_.code.size();
    std::vector<std::vector<std::uint32_t>> comes_from(size);  // by where a block begins: the blocks before it
    std::vector<std::pair<std::uint32_t, std::uint32_t>> back;
    for (std::uint32_t pc = 0; pc < size; ++pc) {
        if (pc + 1 < size && block_of(pc + 1) == block_of(pc)) continue;
        for (const std::uint32_t target : ways_from(from_, pc)) {
            if (target >= size) continue;
            comes_from[target].push_back(block_of(pc));
            if (target <= pc) back.emplace_back(target, block_of(pc));
        }
    }
    std::map<std::uint32_t, KeptLoop> loops;  // by where they begin
    for (const auto& [target, source] : back) {
        std::vector<bool> is_in(size, false);
        std::vector<std::uint32_t> open{source};
        is_in[target] = true;
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (is_in[at]) continue;
            is_in[at] = true;
            open.insert(open.end(), comes_from[at].begin(), comes_from[at].end());
        }
        // Where the source is reached without passing the target, there is no loop: the target only lies before the jump.
        if (is_in[0] && target != 0) continue;
        KeptLoop& loop = loops.try_emplace(target, KeptLoop{target, std::vector<bool>(size, false), {}}).first->second;
        for (std::uint32_t pc = 0; pc < size; ++pc)
            if (is_in[block_of(pc)]) loop.is_in[pc] = true;
    }
    std::vector<KeptLoop> out;
    for (auto& [begin, loop] : loops) out.push_back(std::move(loop));
    return out;
}

void FunctionFacts::find_loops() {
    const std::vector<KeptLoop> all = all_loops();
    for (KeptLoop loop : all) {
        const bool is_innermost =
            std::ranges::none_of(all, [&](const KeptLoop& other) { return other.begin != loop.begin && loop.holds(other.begin); });
        bool stays = true;
        std::size_t size = 0, may_call = 0;
        for (std::uint32_t pc = 0; pc < from_.code.size(); ++pc) {
            const Instruction& in = from_.code[pc];
            const bool is_jump = in.op == Op::branch || in.op == Op::branch_if;
            if (!loop.holds(pc)) continue;
            stays &= is_jump || !may_move(in.op);
            may_call += !is_jump && !shape_of_(in).is_operation ? 1 : 0;
            ++size;
        }
        if (is_innermost && stays && size >= kInstructionsPerCall * may_call) find_kept(loop);
        if (!loop.registers.empty()) loops_.push_back(std::move(loop));
    }
}

void FunctionFacts::find_kept(KeptLoop& loop) const {
    std::vector<std::pair<std::ptrdiff_t, KeptLoop::Register>> found;  // and how often each is used
    for (std::size_t unit = 0; unit < registers_.size(); ++unit) {
        const Register& each = registers_[unit];
        if (!each.is_clean || each.is_private) continue;
        std::ptrdiff_t uses = 0;
        bool is_written = false, is_plain = true, is_wide = false;
        for (const Use& use : each.uses) {
            if (!loop.holds(use.pc)) continue;
            ++uses;
            is_written |= use.is_write;
            is_plain &= use.is_plain;
            is_wide = use.is_wide;  // as all plain ones of a clean register; of the others the width is not known
        }
        if (uses >= 2 && is_written && is_plain) found.push_back({uses, {static_cast<std::uint32_t>(unit * kUnitBytes), is_wide}});
    }
    std::ranges::sort(
        found, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second.slot < b.second.slot; });
    std::size_t units = 0;
    for (const auto& [uses, each] : found) {
        units += each.is_wide ? 2 : 1;
        if (units > kMostUnitsKept) break;
        loop.registers.push_back(each);
    }
}

}  // namespace warpwise::simt
