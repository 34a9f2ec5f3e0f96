// Addresses for the allocations of a program. Each lies far from the next, so that a wrong index reaches no other allocation, and
// an address that was freed is given again only when there is no other: until then a use after free is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

namespace warpwise {

class AddressRange {
  public:
    // What a wrong 32-bit index of floats reaches lies between the first allocations; a program with thousands of them gets less
    // room.
    struct Gaps {
        std::size_t wide_for = 0;  // so many allocations
        std::uint64_t wide = 0, narrow = 0;
    };
    AddressRange(std::uint64_t first, std::uint64_t end, std::uint64_t alignment, Gaps gaps)
        : end_(end), alignment_(alignment), next_(first), gaps_(gaps) {}

    // Nothing when there are no addresses left.
    std::optional<std::uint64_t> take(std::uint64_t bytes);
    void give_back(std::uint64_t address);
    // Records that are kept: of what is in use or can be given again.
    std::size_t size() const { return rooms_.size(); }

  private:
    std::optional<std::uint64_t> take_again(std::uint64_t bytes);

    std::uint64_t end_, alignment_, next_;
    Gaps gaps_;
    std::size_t given_ = 0;
    std::map<std::uint64_t, std::uint64_t> rooms_;  // by address: bytes to the next one
    std::deque<std::uint64_t> free_;                // in the order in which they were freed
};

}  // namespace warpwise
