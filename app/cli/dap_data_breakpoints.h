// Data breakpoints of a client of the Debug Adapter Protocol: bytes of memory whose change stops the block.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/dap_breakpoints.h"
#include "debug/debug_state.h"

namespace warpwise {

// What a client can ask to watch: its id carries everything.
struct DapDatum {
    std::string label;  // "c[7]"
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
};
std::string dap_id_of(const DapDatum&);
std::optional<DapDatum> dap_datum_of(std::string_view id);

class DapDataBreakpoints {
  public:
    // The answer to a setDataBreakpoints request.
    nlohmann::json set(const nlohmann::json& arguments);
    std::vector<DebugWatch> watched() const;
    // The one at DebugState::data_changed, unless its hit count says that it does not stop.
    struct Arrival {
        bool stops = false;
        int id = 0;
        std::string label;
    };
    Arrival arrive(const DebugState&);
    void forget() { all_.clear(); }
    bool empty() const { return all_.empty(); }

  private:
    struct One {
        int id = 0;
        DapDatum datum;
        std::optional<DapHitCondition> hit_condition;
        std::uint64_t hits = 0;
        std::string problem;
    };
    int made_ = 1'000'000;  // apart from the ids of line breakpoints
    std::vector<One> all_;
};

}  // namespace warpwise
