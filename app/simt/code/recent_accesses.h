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
#include "simt/code/half.h"

namespace warpwise::simt {

class RecentAccesses {
    static constexpr std::size_t kStored = 8;  // the place of the last store, behind those of what is known

  public:
    // Notes the load, and whether it is a repeat. `vector_bytes`: of the built-in vector that it reads a member of, or all of; 0:
    // of none.
    bool note_load(const WarpAccess& access, std::uint32_t vector_bytes) {
        if (is_known(access, vector_bytes)) return true;
        keep(next_place(), access, vector_bytes);
        has_stored_ = false;
        return false;
    }
    // The same for a store. What it wrote is known from now on; of a member, what was known of the rest of its vector stays so.
    bool note_store(const WarpAccess& access, std::uint32_t vector_bytes) {
        const bool is_whole = vector_bytes == 0 || vector_bytes == access.bytes;
        const bool was_known = is_whole || is_known(access, vector_bytes);
        const bool is_repeat = has_stored_ && holds(known_[kStored], access, vector_bytes);
        forget();
        if (!is_repeat) keep(kStored, access, vector_bytes);  // else it stays, with the lanes that this store left out
        has_stored_ = true;
        if (was_known) copy_stored(next_place());
        return is_repeat;
    }
    // The same of all 32 lanes in two halves, of no vector.
    [[gnu::always_inline]] bool note_load(const Half* halves, std::uint32_t bytes) {
        using Firsts = std::uint64_t __attribute__((ext_vector_type(kStored)));
        using Bits = bool __attribute__((ext_vector_type(kStored)));
        Firsts firsts;
        __builtin_memcpy(&firsts, first_.data(), sizeof firsts);
        if (__builtin_bit_cast(std::uint8_t, __builtin_convertvector(firsts == halves[0].first, Bits)) != 0) [[unlikely]]
            return note_load_lanes(halves, bytes);
        keep(next_place(), halves, bytes);
        has_stored_ = false;
        return false;
    }
    [[gnu::always_inline]] bool note_store(const Half* halves, std::uint32_t bytes) {
        if (has_stored_ && first_[kStored] == halves[0].first) [[unlikely]]
            return note_store_lanes(halves, bytes);
        forget();
        keep(kStored, halves, bytes);
        has_stored_ = true;
        copy_stored(next_place());
        return false;
    }
    void forget() {
        for (std::size_t i = 0; i < kStored; ++i) known_[i].mask = 0, first_[i] = kNowhere;
        has_stored_ = false;
    }

  private:
    static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

    struct Known {
        std::uint32_t mask = 0, bytes = 0;  // of lanes; 0: nothing is known
        bool is_in_halves = false;          // then `address` is not filled in yet
        Half halves[2] = {};
        mutable std::array<std::uint64_t, 32> address{};

        void fill() const { fill_addresses(halves, address.data()); }
    };
    static std::uint64_t start_of(std::uint64_t address, std::uint32_t vector_bytes) {
        return vector_bytes != 0 ? address & ~std::uint64_t{vector_bytes - 1} : address;
    }
    static bool holds(const Known& known, const WarpAccess& access, std::uint32_t vector_bytes) {
        if ((access.mask & ~known.mask) != 0 || known.bytes != (vector_bytes != 0 ? vector_bytes : access.bytes)) return false;
        if (known.is_in_halves) known.fill();
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
        for (std::size_t i = 0; i < kStored; ++i) {
            const Known& known = known_[i];
            if (known.bytes != bytes || (known.mask >> first & 1) == 0) continue;
            if (first != 0 && known.is_in_halves) known.fill();
            is_first_known |= (first == 0 ? first_[i] : known.address[first]) == start;
        }
        if (!is_first_known) return false;
        std::uint32_t unknown = access.mask;
        for (std::size_t i = 0; i < kStored; ++i) {
            const Known& known = known_[i];
            if (known.bytes != bytes || known.mask == 0) continue;
            if (known.is_in_halves) known.fill();
            std::uint32_t same = 0;
            for (std::size_t lane = 0; lane < known.address.size(); ++lane)
                same |= std::uint32_t{known.address[lane] == start_of(access.address[lane], vector_bytes)} << lane;
            unknown &= ~(same & known.mask);
            if (unknown == 0) return true;
        }
        return false;
    }
    std::size_t next_place() { return next_++ % kStored; }
    void keep(std::size_t at, const WarpAccess& access, std::uint32_t vector_bytes) {
        Known& known = known_[at];
        known.mask = access.mask;
        known.bytes = vector_bytes != 0 ? vector_bytes : access.bytes;
        known.is_in_halves = false;
        first_[at] = (access.mask & 1) != 0 ? start_of(access.address[0], vector_bytes) : kNowhere;
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
    [[gnu::always_inline]] void keep(std::size_t at, const Half* halves, std::uint32_t bytes) {
        Known& known = known_[at];
        known.mask = ~std::uint32_t{0};
        known.bytes = bytes;
        known.is_in_halves = true;
        known.halves[0] = halves[0];
        known.halves[1] = halves[1];
        first_[at] = halves[0].first;
    }
    void copy_stored(std::size_t to) {
        const Known& from = known_[kStored];
        if (!from.is_in_halves) {
            known_[to] = from;
            first_[to] = first_[kStored];
        } else {
            keep(to, from.halves, from.bytes);
        }
    }
    [[gnu::noinline]] bool note_load_lanes(const Half* halves, std::uint32_t bytes) {
        std::array<std::uint64_t, 32> address;
        fill_addresses(halves, address.data());
        return note_load({~std::uint32_t{0}, address.data(), bytes}, 0);
    }
    [[gnu::noinline]] bool note_store_lanes(const Half* halves, std::uint32_t bytes) {
        std::array<std::uint64_t, 32> address;
        fill_addresses(halves, address.data());
        return note_store({~std::uint32_t{0}, address.data(), bytes}, 0);
    }

    std::array<std::uint64_t, kStored + 1> first_ = [] {  // where lane 0 accessed; kNowhere: it did not
        std::array<std::uint64_t, kStored + 1> none;
        none.fill(kNowhere);
        return none;
    }();
    std::array<Known, kStored + 1> known_{};
    std::uint32_t next_ = 0;
    bool has_stored_ = false;  // nothing new was loaded since
};

}  // namespace warpwise::simt
