// How much memory graphs hold. Each allocation of a graph has its own address for as long as the program runs; a GPU puts memory
// behind the addresses that are in use, and keeps it for the next graph when they are not: this counts as it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "program/runtime/runtime.h"

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

    // No graph and no instance of one has the block any more: the next collect() frees it, unless it is in use; then it becomes the
    // program's to free. `place`: of the call that destroyed the last of them.
    void lose(std::uint64_t address) { lost_.push_back(address); }
    void collect(Runtime&, const CodePlace& place);

  private:
    std::set<std::uint64_t> in_use_;
    std::size_t used_ = 0, held_ = 0, most_held_ = 0;
    std::vector<std::uint64_t> lost_;
};

// Shared by all graphs and instances that have a block of memory.
class GraphBlock {
  public:
    explicit GraphBlock(const HeapBlock& block) : address_(block.address) {}
    ~GraphBlock() { GraphMemory::instance().lose(address_); }
    GraphBlock(const GraphBlock&) = delete;

  private:
    std::uint64_t address_;
};

}  // namespace warpwise
