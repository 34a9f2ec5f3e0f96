// The three forms of a routine whose items do not depend on each other: one loop, a loop of vectors, and loops on several threads.
#pragma once

#include <cstdint>

#include "device/cpu/routine_tools.h"

namespace warpwise::routines {

// Each calls body(first, last) for all of [0, n). `bytes_an_item`: the memory traffic of one item.
struct InOne {
    template <typename Body>
    void operator()(std::int64_t n, std::int64_t /*bytes_an_item*/, const Body& body) const {
        body(std::int64_t{0}, n);
    }
};
struct InVectors {
    template <typename Body>
    void operator()(std::int64_t n, std::int64_t /*bytes_an_item*/, const Body& body) const {
        with_vector_isa([&] WARPWISE_INLINE { body(std::int64_t{0}, n); });
    }
};
struct InThreads {
    int threads = 0;
    template <typename Body>
    void operator()(std::int64_t n, std::int64_t bytes_an_item, const Body& body) const {
        parallel_for_ranges(n, bytes_an_item, threads, [&](std::int64_t first, std::int64_t last) {
            with_vector_isa([&] WARPWISE_INLINE { body(first, last); });
        });
    }
};

}  // namespace warpwise::routines
