// What a trace notes of each access.
#include <algorithm>
#include <cstring>

#include "simt/execute_fault.h"
#include "simt/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t trace_cost = 7;       // plain instructions
constexpr std::size_t most_watched = 100000;  // accesses of the watched thread

std::uint64_t value_at(Worker& worker, Warp& warp, const Instruction& in, int lane, std::uint64_t address, std::uint32_t bytes) {
    std::byte raw[8] = {};
    read_bytes(worker, warp, in, lane, address, raw, std::min<std::uint32_t>(bytes, 8));
    std::uint64_t bits;
    std::memcpy(&bits, raw, sizeof bits);
    return bits;
}

void watch(Worker& worker, Warp& warp, const Instruction& in, AccessKind kind, const std::uint64_t* address, std::uint32_t bytes) {
    const std::uint32_t thread = *worker.watched_thread;
    const int lane = static_cast<int>(thread % kLanes);
    if (thread / kLanes != warp.id || !(warp.mask >> lane & 1) || worker.watched.size() >= most_watched) return;
    worker.watched.push_back({static_cast<int>(location_of(warp, in).line), address[lane], bytes, kind != AccessKind::load,
                              value_at(worker, warp, in, lane, address[lane], bytes)});
}

void note_writers(Worker& worker, const Warp& warp, const std::uint64_t* address, std::uint32_t bytes) {
    const Allocation* allocation = nullptr;
    for_each_lane(warp.mask, [&](int lane) {
        if (!allocation || !allocation->holds(address[lane], bytes)) allocation = worker.launch.memory.find(address[lane], bytes);
        if (!allocation || allocation->argument == no_argument) return;
        auto& all = worker.launch.writers;
        auto found =
            std::find_if(all.begin(), all.end(), [&](const ArgumentWriters& w) { return w.argument == allocation->argument; });
        if (found == all.end()) {
            found = all.insert(all.end(), {allocation->argument, {}});
            found->writer.resize(allocation->size / allocation->element_bytes);
        }
        const std::uint64_t first = (address[lane] - allocation->base) / allocation->element_bytes;
        const std::uint64_t last = (address[lane] - allocation->base + bytes - 1) / allocation->element_bytes;
        const auto thread = worker.block * worker.launch.threads_per_block + worker.linear_thread(warp, lane);
        for (std::uint64_t i = first; i <= last && i < found->writer.size(); ++i)
            found->writer[i] = static_cast<std::uint32_t>(thread + 1);
    });
}

void watch_races(Worker& worker, Warp& warp, const Instruction& in, AccessKind kind, const std::uint64_t* address,
                 std::uint32_t bytes) {
    if (warp.fenced || worker.launch.race) return;
    const bool is_atomic = kind == AccessKind::atomic || kind == AccessKind::reduction;
    RaceAccess access{
        static_cast<std::uint32_t>(worker.block), 0, location_of(warp, in).line, worker.epoch, kind != AccessKind::load, is_atomic};
    for_each_lane(warp.mask, [&](int lane) {
        access.thread = worker.linear_thread(warp, lane);
        const Space space = space_of(address[lane]);
        std::optional<Race> race;
        if (space == Space::shared) race = worker.shared_races.touch(address[lane] - kSharedBase, bytes, access);
        if (space == Space::global && worker.launch.global_races)
            race = worker.launch.global_races->touch(address[lane], bytes, access);
        if (race) note_race(worker, warp, in, lane, address[lane], access.is_store, *race);
    });
}

bool check_written(Worker& worker, Warp& warp, const Instruction& in, AccessKind kind, const std::uint64_t* address,
                   std::uint32_t bytes) {
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        if (kind != AccessKind::store && in.op != Op::copy_memory && good &&
            !is_written(worker, warp, lane, address[lane], bytes)) {
            good = raise_uninitialized(worker, warp, in, lane, address[lane], bytes);
        }
        if (kind != AccessKind::load && in.op != Op::copy_memory) mark_written(worker, warp, lane, address[lane], bytes, true);
    });
    return good;
}

// Global requests and shared wavefronts are of one space: lanes in another space are another request.
void count(Worker& worker, AccessKind kind, const WarpAccess& access, Space space) {
    const bool is_load = kind == AccessKind::load;
    switch (space) {
        case Space::global: worker.counters.count_global(kind, access); break;
        case Space::shared: worker.counters.count_shared(kind, access); break;
        case Space::local: ++(is_load ? worker.counters.local_load_requests : worker.counters.local_store_requests); break;
        default: break;
    }
}

void count_by_space(Worker& worker, const Warp& warp, AccessKind kind, const std::uint64_t* address, std::uint32_t bytes) {
    for (std::uint32_t left = warp.mask; left;) {
        const Space space = space_of(address[std::countr_zero(left)]);
        std::uint32_t same = 0;
        for_each_lane(left, [&](int lane) { same |= space_of(address[lane]) == space ? 1u << lane : 0u; });
        left &= ~same;
        count(worker, kind, {same, address, bytes}, space);
    }
}

}  // namespace

bool is_written(const Worker& worker, const Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes) {
    const Space space = space_of(address);
    if (space != Space::shared && space != Space::local) return true;
    for (std::uint64_t i = 0; i < bytes; ++i) {
        if (space == Space::shared && !worker.shared_init[address - kSharedBase + i]) return false;
        if (space == Space::local && !warp.local_init[local_place(address - kLocalBase + i, lane)]) return false;
    }
    return true;
}

void mark_written(Worker& worker, Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes, bool written) {
    if (worker.launch.options.trace != TraceLevel::full) return;
    const Space space = space_of(address);
    const std::uint8_t mark = written ? 1 : 0;
    for (std::uint64_t i = 0; i < bytes; ++i) {
        if (space == Space::shared) worker.shared_init[address - kSharedBase + i] = mark;
        if (space == Space::local) warp.local_init[local_place(address - kLocalBase + i, lane)] = mark;
    }
}

bool record_access(Worker& worker, Warp& warp, const Instruction& in, AccessKind kind, const std::uint64_t* address,
                   std::uint32_t bytes) {
    worker.charge(trace_cost);
    const Space space = space_of(address[std::countr_zero(warp.mask)]);
    const Space last = space_of(address[31 - std::countl_zero(warp.mask)]);
    if (space == last) {  // lanes between two of one space lie in it, but for odd code
        count(worker, kind, {warp.mask, address, bytes}, space);
    } else {
        count_by_space(worker, warp, kind, address, bytes);
    }
    if (worker.watched_thread) watch(worker, warp, in, kind, address, bytes);
    if (worker.launch.options.trace != TraceLevel::full) return true;
    if (kind != AccessKind::load) note_writers(worker, warp, address, bytes);
    watch_races(worker, warp, in, kind, address, bytes);
    return check_written(worker, warp, in, kind, address, bytes);
}

}  // namespace warpwise::simt
