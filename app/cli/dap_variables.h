// What a client of the Debug Adapter Protocol can expand: scopes, variables with their elements and members, and the 32 lanes of
// each value.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "debug/debug_expression.h"
#include "debug/debug_state.h"

namespace warpwise {

// References are numbers from 1, valid until the next `clear`.
class DapVariables {
  public:
    void clear() { nodes_.clear(); }

    // The scopes of a frame: its variables, the warp's lanes, and in the innermost frame the accesses that the line is about to
    // make.
    nlohmann::json scopes(std::shared_ptr<const DebugState>, std::uint32_t frame, const LaunchShape&);
    // The list below a reference; nothing when there is no such reference.
    std::optional<nlohmann::json> children(std::int64_t reference);
    // An expression's value in all lanes ("i", "a[2] + 1"), or in one ("i@5"); the error is a sentence for people.
    std::expected<nlohmann::json, std::string> evaluate(const std::string& expression, std::shared_ptr<const DebugState>,
                                                        const DebugScope&);

  private:
    struct Node {
        enum class Kind : std::uint8_t { variables, lanes, accesses, value } kind = Kind::variables;
        std::shared_ptr<const DebugState> state;
        std::uint32_t frame = 0;
        LaunchShape shape;
        std::shared_ptr<const DebugValue> value;
        std::string path;  // the expression that names the value
    };

    int add(Node);
    // "value", "type" and "variablesReference" of a value in all lanes.
    nlohmann::json described(const Node& value, const char* key);
    nlohmann::json lanes_of_value(const Node&) const;
    nlohmann::json parts_of(const Node&);

    std::vector<Node> nodes_;
};

}  // namespace warpwise
