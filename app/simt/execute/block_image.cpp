#include "simt/execute/block_image.h"

#include <algorithm>
#include <cstring>

namespace warpwise::simt {
namespace {

WarpImage image_of_warp(const Warp& warp) {
    const std::byte* registers = warp.registers.get();
    return {.mask = warp.mask,
            .lanes = warp.lanes,
            .pc = warp.pc,
            .join = warp.join,
            .status = warp.status,
            .fenced = warp.fenced,
            .signals = warp.signals,
            .order = warp.order,
            .global_recent = warp.global_recent,
            .shared_recent = warp.shared_recent,
            .loading = warp.loading,
            .local_base = warp.local_base,
            .local_top = warp.local_top,
            .steps = warp.steps,
            .statement = warp.statement,
            .function = warp.function,
            .frame = warp.frame,
            .stack = warp.stack,
            .calls = warp.calls,
            .registers = {registers, registers + warp.register_top},
            .local = warp.local,
            .local_init = warp.local_init,
            .returned_unset = warp.returned_unset,
            .written = warp.written};
}

// What changes a warp is its own instruction, or a barrier that opens: that changes its status and may write a result. A statement
// begins before its first instruction.
bool is_unchanged(const Warp& warp, const WarpImage& image) {
    return warp.steps == image.steps && warp.status == image.status && warp.statement.begun == image.statement.begun &&
           warp.statement.is_new == image.statement.is_new && warp.statement.is_checked == image.statement.is_checked &&
           warp.register_top == image.registers.size() &&
           std::memcmp(warp.registers.get(), image.registers.data(), warp.register_top) == 0;
}

std::size_t bytes_of(const WarpImage& warp) {
    return sizeof warp + warp.registers.size() + warp.local.size() + warp.local_init.size() +
           warp.written.size() * sizeof(std::uint32_t) + warp.stack.size() * sizeof(StackEntry) +
           warp.calls.size() * sizeof(CallFrame);
}

void restore_warp(Warp& warp, const WarpImage& image) {
    warp.set_mask(image.mask);
    warp.lanes = image.lanes;
    warp.pc = image.pc;
    warp.join = image.join;
    warp.status = image.status;
    warp.fenced = image.fenced;
    warp.signals = image.signals;
    warp.order = image.order;
    warp.global_recent = image.global_recent;
    warp.shared_recent = image.shared_recent;
    warp.loading = image.loading;
    warp.local_base = image.local_base;
    warp.local_top = image.local_top;
    warp.steps = image.steps;
    warp.statement = image.statement;
    warp.function = image.function;
    warp.frame = image.frame;
    warp.stack = image.stack;
    warp.calls = image.calls;
    std::memcpy(warp.registers.get(), image.registers.data(), image.registers.size());
    // What later calls left there was not there yet.
    if (warp.register_top > image.registers.size())
        std::memset(warp.registers.get() + image.registers.size(), 0, warp.register_top - image.registers.size());
    warp.register_top = image.registers.size();
    warp.local = image.local;
    warp.local_init = image.local_init;
    warp.returned_unset = image.returned_unset;
    warp.written = image.written;
}

}  // namespace

std::size_t BlockImage::bytes(const BlockImage* earlier) const {
    std::size_t sum = shared.size() + shared_init.size() + shared_parties.size() * sizeof(std::uint64_t) +
                      shared_pieces.size() * sizeof(RacePiece) + sizeof *this;
    for (std::size_t i = 0; i < warps.size(); ++i)
        if (earlier == nullptr || earlier->warps[i] != warps[i]) sum += bytes_of(*warps[i]);
    return sum;
}

BlockImage image_of(const BlockRun& run, const BlockImage* earlier) {
    BlockImage image{.shared = {run.shared, run.shared + run.plan.shared_bytes},
                     .shared_init = run.shared_init,
                     .shared_parties = run.shared_parties,
                     .shared_pieces = run.shared_pieces,
                     .intervals = run.intervals,
                     .accessed = run.accessed,
                     .untimed = run.untimed,
                     .unwritten = run.unwritten,
                     .random = run.random,
                     .turns = run.turns,
                     .meeting = run.meeting,
                     .quantum = run.quantum,
                     .block_steps = run.block_steps,
                     .launch_steps = run.launch.steps,
                     .counters = run.counters,
                     .warp_instructions = run.warp_instructions,
                     .lane_instructions = run.lane_instructions,
                     .fenced = run.fenced,
                     .signals = run.signals,
                     .printed = run.printed.size(),
                     .warnings = run.warnings.size(),
                     .race = run.launch.race,
                     .race_rank = run.launch.race_rank};
    image.warps.reserve(run.warp_count);
    for (std::uint32_t i = 0; i < run.warp_count; ++i) {
        const bool shares = earlier != nullptr && is_unchanged(run.warps[i], *earlier->warps[i]);
        image.warps.push_back(shares ? earlier->warps[i] : std::make_shared<const WarpImage>(image_of_warp(run.warps[i])));
    }
    return image;
}

void restore(BlockRun& run, const BlockImage& image) {
    std::ranges::copy(image.shared, run.shared);
    std::ranges::copy(image.shared_init, run.shared_init.begin());  // in place: others point to them
    std::ranges::copy(image.shared_parties, run.shared_parties.begin());
    std::ranges::copy(image.shared_pieces, run.shared_pieces.begin());
    run.intervals = image.intervals;
    run.accessed = image.accessed;
    run.untimed = image.untimed;
    run.unwritten = image.unwritten;
    run.random = image.random;
    run.turns = image.turns;
    run.meeting = image.meeting;
    run.quantum = image.quantum;
    run.block_steps = image.block_steps;
    run.launch.steps = image.launch_steps;
    run.counters = image.counters;
    run.warp_instructions = image.warp_instructions;
    run.lane_instructions = image.lane_instructions;
    run.fenced = image.fenced;
    run.signals = image.signals;
    run.printed.resize(image.printed);
    run.warnings.resize(image.warnings);
    run.launch.race = image.race;
    run.launch.race_rank = image.race_rank;
    run.fault.reset();
    run.cycle.reset();
    for (std::uint32_t i = 0; i < run.warp_count; ++i) restore_warp(run.warps[i], *image.warps[i]);
}

}  // namespace warpwise::simt
