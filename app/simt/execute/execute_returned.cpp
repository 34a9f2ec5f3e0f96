// Structures that functions return: which of their members were set.
//
// The callee loads the structure and returns its parts in registers, and the caller stores them; a lane executes nothing between
// the load and the store that could return another structure. So one note per part and warp is enough.
#include "simt/code/bytecode_facts.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {

bool is_of_returned(const Instruction& in) {
    const bool is_plain = is_scalar_load(in.op) || is_scalar_store(in.op) || in.op == Op::store_vector;
    return is_plain && (in.flags & kReturned) != 0;
}

void pass_marks(BlockRun& run, Warp& warp, const Instruction& in, const TracedAccess& access) {
    const std::size_t parts = in.op == Op::store_vector ? in.aux : 1;
    const std::uint32_t bytes = access.bytes / static_cast<std::uint32_t>(parts);
    if (warp.returned_unset.size() < in.c + parts) warp.returned_unset.resize(in.c + parts);
    for (std::size_t part = 0; part < parts; ++part) {
        std::uint32_t& unset = warp.returned_unset[in.c + part];
        if (access.kind == AccessKind::load) unset &= ~access.mask;
        for_each_lane(access.mask, [&](int lane) {
            const std::uint64_t address = access.address[lane] + part * bytes;
            if (access.kind != AccessKind::load)
                mark_written(run, warp, lane, address, bytes, (unset >> lane & 1) == 0);
            else if (!is_written(run, warp, lane, address, bytes))
                unset |= 1u << lane;
        });
    }
}

}  // namespace warpwise::simt
