// Variables of a warp, made for tests: a value for each lane from a function.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "debug/debug_state.h"

namespace warpwise::test {

inline std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

template <typename F>
DebugValue lanes_value(std::string name, std::string type, ValueKind kind, std::uint32_t bytes, F&& of_lane) {
    DebugValue value{.name = std::move(name), .type = std::move(type), .kind = kind, .bytes = bytes, .known = 0xffffffffu};
    for (int lane = 0; lane < kDebugLanes; ++lane)
        value.bits[static_cast<std::size_t>(lane)] =
            static_cast<std::uint64_t>(of_lane(lane)) & (~std::uint64_t{0} >> (64 - 8 * bytes));
    return value;
}

// An int[count]; `of` gives the element at a place in a lane.
template <typename F>
DebugValue array_value(std::string name, int count, F&& of) {
    DebugValue value{.name = std::move(name), .type = "int[" + std::to_string(count) + "]", .kind = ValueKind::array};
    value.known = 0xffffffffu;
    value.count = static_cast<std::uint32_t>(count);
    for (int place = 0; place < count; ++place)
        value.children.push_back(lanes_value("[" + std::to_string(place) + "]", "int", ValueKind::signed_integer, 4,
                                             [&](int lane) { return of(lane, place); }));
    return value;
}

}  // namespace warpwise::test
