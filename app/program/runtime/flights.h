// Memory that work of a stream may still be reading or writing, since nothing has waited for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/byte_rows.h"
#include "program/compile/jit.h"
#include "program/runtime/stream_order.h"

namespace warpwise {

struct Flight {
    StreamOrder::Work work;
    ByteRows rows;  // at addresses as the program knows them
    bool is_write = false;
    std::string what;  // "cudaMemcpyAsync", or the kernel's name
    CodePlace place;
    bool is_of_kernel = false;  // which may have written with atomic operations
};

class Flights {
  public:
    void add(Flight);
    // Memory was freed: what was done with it has no effect on what is allocated there next.
    void forget(std::uint64_t first, std::uint64_t end);
    void drop_done(const StreamOrder&);
    // What the last work of a stream does not come after.
    std::vector<const Flight*> unordered(const StreamOrder&, StreamOrder::Stream) const;
    // The first of them that has bytes in common with these, where one of the two writes.
    const Flight* conflict(const StreamOrder&, StreamOrder::Stream, const ByteRows&, bool is_write) const;
    std::size_t size() const { return flights_.size(); }
    static constexpr std::size_t kMost = 1024;  // the oldest are forgotten

  private:
    std::deque<Flight> flights_;
};

}  // namespace warpwise
