#include "simt/execute/line_counter.h"

#include <bit>
#include <map>
#include <utility>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/warp.h"

namespace warpwise::simt {

LineCounter::LineCounter(const Bytecode& program)
    : program_(program), functions_(program.functions), counts_(functions_.size()), native_(functions_.size()) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        counts_[i].resize(functions_[i].code.size());
        native_[i].resize(functions_[i].code.size() + 1);
    }
}

NativeLine* LineCounter::native_lines(const Function& function) {
    return native_[static_cast<std::size_t>(&function - functions_.data())].data();
}

LineCounts& LineCounter::at(const Warp& warp) {
    return counts_[static_cast<std::size_t>(warp.function - functions_.data())][warp.pc];
}

LineCounter::Sums LineCounter::sums_of(const LaunchCounters& counters) {
    Sums sums{.branches = counters.branches, .divergent = counters.divergent_branches};
    for (const LaunchCounters::Global& one : counters.global) sums.requests += one.requests, sums.sectors += one.sectors;
    for (const LaunchCounters::Shared& one : counters.shared) {
        sums.shared_requests += one.instructions;
        sums.wavefronts += one.wavefronts;
        sums.conflicts += one.bank_conflicts;
    }
    return sums;
}

void LineCounter::note(const LaunchCounters& counters, const Warp& warp, const Instruction& in, std::uint64_t useful_bytes) {
    finish(counters);
    LineCounts& here = at(warp);
    ++here.executions;
    here.lanes += static_cast<std::uint64_t>(std::popcount(warp.mask));
    open(counters, warp, in, useful_bytes);
}

void LineCounter::open(const LaunchCounters& counters, const Warp& warp, const Instruction& in, std::uint64_t useful_bytes) {
    const bool accesses = loads_register(in.op) || writes_memory(in.op);
    if (!accesses && in.op != Op::branch_if && in.op != Op::switch_on) return;
    open_ = &at(warp);
    before_ = sums_of(counters);
    useful_bytes_ = useful_bytes;
}

void LineCounter::note_divergence(const Warp& warp) { ++at(warp).divergent_branches; }

void LineCounter::note_visit(const Warp& warp) { ++at(warp).visits; }

void LineCounter::finish(const LaunchCounters& counters) {
    if (open_ == nullptr) return;
    const Sums now = sums_of(counters);
    open_->requests += now.requests - before_.requests;
    open_->sectors += now.sectors - before_.sectors;
    if (now.requests != before_.requests) open_->useful_bytes += useful_bytes_;
    open_->shared_requests += now.shared_requests - before_.shared_requests;
    open_->wavefronts += now.wavefronts - before_.wavefronts;
    open_->conflicts += now.conflicts - before_.conflicts;
    open_->branches += now.branches - before_.branches;
    open_->divergent_branches += now.divergent - before_.divergent;
    open_ = nullptr;
}

LineCounter& LineCounter::operator+=(const LineCounter& more) {
    for (std::size_t f = 0; f < counts_.size(); ++f)
        for (std::size_t pc = 0; pc < counts_[f].size(); ++pc) {
            counts_[f][pc] += more.counts_[f][pc];
            native_[f][pc] += more.native_[f][pc];
        }
    return *this;
}

// `running`: the sums of what begins and ends up to there.
LineCounts LineCounter::counts_at(std::size_t function, std::uint32_t pc, NativeLine& running) const {
    const NativeLine& native = native_[function][pc];
    running += native;
    LineCounts out = counts_[function][pc];
    out.executions += running.executions;
    out.lanes += running.lanes;
    out.visits += native.visits;
    if (functions_[function].code[pc].op == Op::branch_if) out.branches += running.executions;
    return out;
}

std::vector<LineCounts> LineCounter::lines() const {
    std::map<std::pair<std::uint32_t, std::string>, LineCounts> sums;
    for (std::size_t f = 0; f < counts_.size(); ++f) {
        const Function& function = functions_[f];
        NativeLine running;
        for (std::uint32_t pc = 0; pc < counts_[f].size(); ++pc) {
            const LineCounts one = counts_at(f, pc, running);
            if (one.executions == 0 && one.visits == 0) continue;
            const Location& place = function.locations[pc];
            if (is_in_header(program_, place.line)) continue;
            const std::string& name =
                place.inlined_at == kNoIndex ? function.name : function.inlined_calls[place.inlined_at].function;
            sums[{place.line, name}] += one;
        }
    }
    std::vector<LineCounts> out;
    for (auto& [place, sum] : sums) {
        sum.line = static_cast<int>(place.first);
        sum.function = place.second;
        out.push_back(std::move(sum));
    }
    return out;
}

}  // namespace warpwise::simt
