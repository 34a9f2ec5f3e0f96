// Trace full: the marks of what was written, of shared memory and of each lane's local memory, and reads of what was not.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simt/code/bytecode_facts.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"
#include "simt/execute/execute_pass_over.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kWrittenBytes = 0x0101010101010101;

// The marks of up to eight bytes that lie side by side.
bool all_written(const std::uint8_t* marks, std::uint64_t bytes) {
    std::uint64_t found = 0;
    std::memcpy(&found, marks, bytes);
    return found == kWrittenBytes >> (64 - 8 * bytes);
}

bool must_be_written(const Instruction& in, AccessKind kind) { return kind != AccessKind::store && in.op != Op::copy_memory; }

}  // namespace

bool shared_is_written(const BlockRun& run, std::uint64_t address, std::uint64_t bytes) {
    const std::uint8_t* marks = run.shared_init.data() + window_offset(address);
    for (; bytes > 8; bytes -= 8, marks += 8) {
        if (!all_written(marks, 8)) return false;
    }
    return all_written(marks, bytes);
}

bool is_written(const BlockRun& run, const Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes) {
    const Space space = space_of(address);
    if (space == Space::shared) return shared_is_written(run, address, bytes);
    if (space == Space::local) {
        const std::uint64_t offset = window_offset(address);
        if (bytes == 4) return all_written(warp.local_init.data() + local_place(offset, lane), 4);
        for (std::uint64_t i = 0; i < bytes; ++i) {
            if (!warp.local_init[local_place(offset + i, lane)]) return false;
        }
    }
    return true;
}

void mark_written(BlockRun& run, Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes, bool written) {
    if (run.plan.options.trace != TraceLevel::full) return;
    const Space space = space_of(address);
    const std::uint8_t mark = written ? 1 : 0;
    if (space == Space::shared) std::memset(run.shared_init.data() + window_offset(address), mark, bytes);
    if (space != Space::local) return;
    for (std::uint64_t i = 0; i < bytes; ++i) warp.local_init[local_place(window_offset(address) + i, lane)] = mark;
}

namespace {

// One word of each lane, wherever in its own memory; false as below.
bool update_marks_of_words(Warp& warp, const TracedAccess& access, bool checks, bool marks) {
    constexpr std::uint32_t written = 0x01010101;  // four bytes
    std::uint32_t* words[kLanes];
    std::uint32_t missing = 0;
    bool good = true;
    for_each_lane(access.mask, [&](int lane) {
        const std::uint64_t address = access.address[lane];
        good &= address >= kLocalBase && address < kConstantBase && address % 4 == 0;
        words[lane] =
            reinterpret_cast<std::uint32_t*>(warp.local_init.data() + (good ? local_place(window_offset(address), lane) : 0));
        missing |= *words[lane] ^ written;
    });
    if (!good || (checks && missing != 0)) return false;
    if (marks) for_each_lane(access.mask, [&](int lane) { *words[lane] = written; });
    return true;
}

// Shared memory, one value per lane, as in most atomic operations. True: all bytes are already marked as written, and there is
// nothing to report or to mark.
template <typename T>
bool are_marked(const BlockRun& run, const TracedAccess& access) {
    const std::uint8_t* marks = run.shared_init.data();
    T missing = 0;
    for_each_lane(access.mask, [&](int lane) {
        T found;
        std::memcpy(&found, marks + window_offset(access.address[lane]), sizeof found);
        missing |= found ^ static_cast<T>(kWrittenBytes);
    });
    return missing == 0;
}

// The lanes at one place of their own memory, in whole words, as in most copies of structures, loads and stores of vectors and
// atomic operations; for plain loads and stores the interpreter's loop has a function of its own. False: they are elsewhere, or
// something there is not written.
bool update_local_marks(Warp& warp, const TracedAccess& access, bool checks, bool marks) {
    constexpr std::uint32_t written = 0x01010101;  // four bytes
    if (access.mask == 0) return true;
    const std::uint64_t place = access.address[std::countr_zero(access.mask)];
    if (space_of(place) != Space::local || place % 4 != 0 || access.bytes % 4 != 0) return false;
    std::array<std::uint32_t, kLanes> active;
    std::uint64_t elsewhere = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        active[static_cast<std::size_t>(lane)] = 0u - (access.mask >> lane & 1u);
        elsewhere |= (access.address[lane] ^ place) & (0 - std::uint64_t{access.mask >> lane & 1u});
    }
    if (elsewhere != 0) return access.bytes == 4 && update_marks_of_words(warp, access, checks, marks);
    auto* words = reinterpret_cast<std::uint32_t*>(warp.local_init.data() + local_place(window_offset(place), 0));
    const std::size_t count = access.bytes / 4 * std::size_t{kLanes};
    if (checks) {
        std::uint32_t missing = 0;
        for (std::size_t i = 0; i < count; ++i) missing |= (words[i] ^ written) & active[i % kLanes];
        if (missing != 0) return false;
    }
    if (marks)
        for (std::size_t i = 0; i < count; ++i) words[i] = (words[i] & ~active[i % kLanes]) | (written & active[i % kLanes]);
    return true;
}

}  // namespace

bool check_written(BlockRun& run, Warp& warp, const Instruction& in, const TracedAccess& access) {
    if (is_of_returned(in)) {
        pass_marks(run, warp, in, access);
        return true;
    }
    const bool checks = must_be_written(in, access.kind);
    const bool marks = access.kind != AccessKind::load && in.op != Op::copy_memory;
    if (space_of_all(access.mask, access.address) == Space::shared) {
        if (access.bytes == 4 && are_marked<std::uint32_t>(run, access)) return true;
        if (access.bytes == 8 && are_marked<std::uint64_t>(run, access)) return true;
    } else if (update_local_marks(warp, access, checks, marks)) {
        return true;
    }
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t address = access.address[lane];
        const bool is_shared = space_of(address) == Space::shared;
        const bool is_told = is_shared && run.unwritten;  // only the first one is; a loop may come here without end
        if (checks && !is_told && !is_written(run, warp, lane, address, access.bytes) && !is_passed_over(run, in)) {
            // The words of a structure that the prelude shuffles: one may be its padding.
            const auto object = find_object(run, warp, address, access.bytes);
            if (object && object->name.starts_with("__simt_words")) continue;
            if (is_shared)
                run.unwritten = {address, access.bytes, &in, uninitialized_read(run, warp, in, lane, address, access.bytes)};
            else if (!raise_uninitialized(run, warp, in, lane, address, access.bytes))
                return false;
        }
        if (marks) mark_written(run, warp, lane, address, access.bytes, true);
    }
    return true;
}

}  // namespace warpwise::simt
