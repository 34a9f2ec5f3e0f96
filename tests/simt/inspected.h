// What a session shows at a stop, in few words: what the tests of the inspector share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sessions.h"

namespace warpwise::test {

inline DebugState at_line(OpenSession& open, int line, std::uint32_t warp = 0) {
    DebugState state = open.run(DebugGo::to_line, warp, line);
    EXPECT_FALSE(state.frames.empty()) << "line " << line << " is never reached";
    if (!state.frames.empty()) EXPECT_EQ(state.frames.front().line, line);
    return state;
}

// The variable of a frame; an empty one fails the test.
inline DebugValue value_of(const DebugState& state, std::string_view name, std::uint32_t frame = 0) {
    for (const DebugValue& value : state.variables)
        if (value.name == name && value.frame == frame) return value;
    ADD_FAILURE() << "no variable '" << name << "' in frame " << frame;
    return {};
}
inline std::vector<std::string> names_of(const DebugState& state, std::uint32_t frame = 0) {
    std::vector<std::string> names;
    for (const DebugValue& value : state.variables)
        if (value.frame == frame) names.push_back(value.name);
    return names;
}
inline std::vector<std::string> names_of_children(const DebugValue& value) {
    std::vector<std::string> names;
    for (const DebugValue& child : value.children) names.push_back(child.name);
    return names;
}
inline std::string text(const DebugState& state, std::string_view name, int lane = 0, std::uint32_t frame = 0) {
    return text_of(value_of(state, name, frame), lane);
}
// "function:line" of each frame, an inlined one with a '~'.
inline std::vector<std::string> frames(const DebugState& state) {
    std::vector<std::string> out;
    for (const DebugFrame& frame : state.frames)
        out.push_back(frame.function + (frame.inlined ? "~" : ":") + std::to_string(frame.line));
    return out;
}
inline std::vector<std::uint32_t> zeros_of(std::size_t count) { return std::vector<std::uint32_t>(count); }

}  // namespace warpwise::test
