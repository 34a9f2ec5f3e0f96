// What a warp has just loaded and stored. At -O0 every mention of an element is an access of its own; a compiler that optimizes
// keeps the value in a register as long as nothing can have changed it. Accesses that it leaves out are *repeats*. They are
// requests like any other and are counted as such, and beside that as repeats (LaunchCounters):
//   a load of what one of the warp's last eight loads of that kind of memory read, or its last store wrote, in the same lanes, with
//   no other store, atomic, barrier or fence in between;
//   a load of a member of a built-in vector (float4) of which another member, or all of it, was loaded like that: such a vector is
//   aligned to its size, and compilers load it at once;
//   a store to where the warp's last store went, by its lanes or some of them, or to another member of that built-in vector, when
//   nothing new was loaded since: no thread can see the earlier one, or both are one. out[i] = x; if (x > most) out[i] = most; is
//   one store of the value that was selected.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "simt/code/counters.h"

namespace warpwise::simt {

class RecentAccesses {
  public:
    // Notes the load, and whether it is a repeat. `vector_bytes`: of the built-in vector that it reads a member of, or all of; 0:
    // of none.
    bool note_load(const WarpAccess& access, std::uint32_t vector_bytes) {
        if (is_known(access, vector_bytes)) return true;
        keep(known_[next_++ % known_.size()], access, vector_bytes);
        has_stored_ = false;
        return false;
    }
    // The same for a store. What it wrote is known from now on; of a member, what was known of the rest of its vector stays so.
    bool note_store(const WarpAccess& access, std::uint32_t vector_bytes) {
        const bool is_whole = vector_bytes == 0 || vector_bytes == access.bytes;
        const bool was_known = is_whole || is_known(access, vector_bytes);
        const bool is_repeat = has_stored_ && holds(stored_, access, vector_bytes);
        forget();
        if (!is_repeat) keep(stored_, access, vector_bytes);  // else it stays, with the lanes that this store left out
        has_stored_ = true;
        if (was_known) known_[next_++ % known_.size()] = stored_;
        return is_repeat;
    }
    void forget() {
        for (Known& known : known_) known.mask = 0;
        has_stored_ = false;
    }

  private:
    struct Known {
        std::uint32_t mask = 0, bytes = 0;  // of lanes; 0: nothing is known
        std::array<std::uint64_t, 32> address{};
    };
    static std::uint64_t start_of(std::uint64_t address, std::uint32_t vector_bytes) {
        return vector_bytes != 0 ? address & ~std::uint64_t{vector_bytes - 1} : address;
    }
    static bool holds(const Known& known, const WarpAccess& access, std::uint32_t vector_bytes) {
        if ((access.mask & ~known.mask) != 0 || known.bytes != (vector_bytes != 0 ? vector_bytes : access.bytes)) return false;
        for (std::uint32_t left = access.mask; left; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            if (known.address[lane] != start_of(access.address[lane], vector_bytes)) return false;
        }
        return true;
    }
    // Each lane's bytes, from whichever access they are known. Most accesses are new, and the first lane already shows it.
    bool is_known(const WarpAccess& access, std::uint32_t vector_bytes) const {
        const std::uint32_t bytes = vector_bytes != 0 ? vector_bytes : access.bytes;
        const auto first = static_cast<std::size_t>(std::countr_zero(access.mask));
        if (access.mask == 0) return true;
        const std::uint64_t start = start_of(access.address[first], vector_bytes);
        bool is_first_known = false;
        for (const Known& known : known_)
            is_first_known |= known.bytes == bytes && (known.mask >> first & 1) != 0 && known.address[first] == start;
        if (!is_first_known) return false;
        std::uint32_t unknown = access.mask;
        for (const Known& known : known_) {
            if (known.bytes != bytes) continue;
            std::uint32_t same = 0;
            for (std::size_t lane = 0; lane < known.address.size(); ++lane)
                same |= std::uint32_t{known.address[lane] == start_of(access.address[lane], vector_bytes)} << lane;
            unknown &= ~(same & known.mask);
            if (unknown == 0) return true;
        }
        return false;
    }
    static void keep(Known& known, const WarpAccess& access, std::uint32_t vector_bytes) {
        known.mask = access.mask;
        known.bytes = vector_bytes != 0 ? vector_bytes : access.bytes;
        if (access.mask == ~std::uint32_t{0}) {  // most often: several lanes at once
            for (std::size_t lane = 0; lane < known.address.size(); ++lane)
                known.address[lane] = start_of(access.address[lane], vector_bytes);
            return;
        }
        for (std::uint32_t left = access.mask; left; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            known.address[lane] = start_of(access.address[lane], vector_bytes);
        }
    }

    std::array<Known, 8> known_{};
    std::uint32_t next_ = 0;
    Known stored_;             // the last store
    bool has_stored_ = false;  // nothing new was loaded since
};

}  // namespace warpwise::simt
