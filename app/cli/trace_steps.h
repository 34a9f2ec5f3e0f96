// The path of a warp through its block, statement by statement, from a debugger that is at the start of the block.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/interface/debug_session.h"

namespace warpwise {

struct TraceWish {
    std::uint32_t warp = 0;
    int first_line = 1, last_line = std::numeric_limits<int>::max();
    std::uint64_t most_steps = 10'000;  // that are told
    std::vector<std::string> names;     // of variables; empty: all
};

// A source line that the warp is about to execute, and the accesses that this line makes.
struct TraceStep {
    std::uint64_t step = 0;  // statements of the warp before this one, printed or not
    int line = 0, column = 0;
    std::string function;
    std::uint32_t active = 0;           // lanes
    std::vector<DebugValue> variables;  // those in scope that are asked for
    std::vector<DebugAccess> accesses;
};

struct TraceEnd {
    enum class Why { end, most_steps, step_budget, cancelled } why = Why::end;
    std::optional<Fault> fault;
    Diagnostics findings;  // races and warnings so far
    std::string printed;
};

// Calls `each` for one step after the other and keeps none of them. A usage error, before the first step, when a variable has a
// name that the warp never meets; any other Error when the session is lost.
Result<TraceEnd> trace_warp(DebugSession&, const TraceWish&, const std::function<void(const TraceStep&)>& each,
                            const std::stop_token& = {});

}  // namespace warpwise
