// What a client of the Debug Adapter Protocol can expand: scopes, variables with their elements and members, a page at a time, and
// the 32 lanes of each value; the arrays of the launch.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/kernel_parameter.h"
#include "cli/dap_data_breakpoints.h"
#include "debug/debug_expression.h"
#include "debug/debug_state.h"
#include "device/interface/debug_session.h"

namespace warpwise {

// A memoryReference of the protocol: "0x1000", or "0x2000@5" in the local memory of thread 5 of the block.
struct DapPlace {
    std::uint64_t address = 0;
    std::optional<std::uint32_t> thread;
};
std::optional<DapPlace> dap_place_of(std::string_view reference);

// "i@5": the expression before the lane, where the lane is a plain number.
std::pair<std::string, std::optional<int>> split_lane(const std::string& expression);

// References are numbers from 1, valid until the next `clear`.
class DapVariables {
  public:
    using ScopeOf = std::function<DebugScope(const DebugState&, std::uint32_t frame)>;
    struct Facts {
        std::vector<KernelParameter> parameters;  // of the kernel: the types of its arrays
        bool pages = false;                       // the client asks for arrays a page at a time
    };
    void start(Facts facts, ScopeOf scope_of) {
        clear();
        facts_ = std::move(facts);
        scope_of_ = std::move(scope_of);
    }
    void clear() { nodes_.clear(); }

    // The scopes of a frame: its variables, the warp's lanes, the arrays of memory, and in the innermost frame the accesses that
    // the line is about to make.
    nlohmann::json scopes(std::shared_ptr<const DebugState>, std::uint32_t frame, const LaunchShape&, std::vector<DebugArray>);
    struct Page {
        std::uint64_t first = 0, count = 0;  // 0: all that fit
        std::string filter;                  // "indexed", "named"; empty: both
    };
    // The list below a reference; nothing when there is no such reference.
    std::optional<nlohmann::json> children(std::int64_t reference, const Page&);
    // An expression's value in all lanes ("i", "a[2] + 1"), or in one ("i@5"); the error is a sentence for people.
    std::expected<nlohmann::json, std::string> evaluate(const std::string& expression, std::shared_ptr<const DebugState>,
                                                        const DebugScope&);
    // The expression of a part or a lane of what a reference stands for.
    std::optional<std::string> path_below(std::int64_t reference, const std::string& name) const;
    // An element of one of the arrays of memory.
    std::optional<DapDatum> datum_below(std::int64_t reference, const std::string& name) const;

  private:
    struct Node {
        enum class Kind : std::uint8_t { variables, lanes, accesses, arrays, value } kind = Kind::variables;
        std::shared_ptr<const DebugState> state;
        std::uint32_t frame = 0;
        LaunchShape shape;
        std::shared_ptr<const DebugValue> value;
        std::string path;                                     // the expression that names the value; empty: none does
        bool is_same = false;                                 // in all lanes, as memory is: it is told once
        std::shared_ptr<const std::vector<DebugType>> types;  // null: the state's
        std::shared_ptr<const std::vector<DebugArray>> arrays{};
    };

    int add(Node);
    const Node* node(std::int64_t reference) const;
    DebugScope scope_of(const Node&) const;
    // "value", "type", "variablesReference" and the like of a value in all lanes.
    nlohmann::json described(Node value, const char* key);
    nlohmann::json lanes_of_value(const Node&) const;
    nlohmann::json parts_of(const Node&, const Page&);
    nlohmann::json lanes_of_warp(const Node&) const;
    nlohmann::json variables_of(const Node&);
    nlohmann::json arrays_of(const Node&);
    std::optional<Node> node_of(const Node& arrays, const DebugArray&) const;

    std::vector<Node> nodes_;
    Facts facts_;
    ScopeOf scope_of_;
};

}  // namespace warpwise
