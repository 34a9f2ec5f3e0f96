// How much memory graphs hold. Each allocation of a graph has its own address for as long as the program runs; a GPU puts memory
// behind the addresses that are in use, and keeps it for the next graph when they are not: this counts as it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "program/runtime/device_heap.h"

namespace warpwise {

class GraphMemory {
  public:
    static GraphMemory& instance();
    void use(const HeapBlock&);
    void release(const HeapBlock&);
    void trim() { held_ = used_; }  // what is not in use is given back
    void forget_most() { most_held_ = held_; }
    std::size_t held() const { return held_; }
    std::size_t most_held() const { return most_held_; }

  private:
    std::set<std::uint64_t> in_use_;
    std::size_t used_ = 0, held_ = 0, most_held_ = 0;
};

}  // namespace warpwise
