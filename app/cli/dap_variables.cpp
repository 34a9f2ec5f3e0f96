#include "cli/dap_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>

#include "cli/debug_values.h"

namespace warpwise {

using nlohmann::json;

namespace {

json lane_entry(int lane, std::string value) {
    return {{"name", fmt::format("lane {}", lane)}, {"value", std::move(value)}, {"variablesReference", 0}};
}

LaneStatus status_of(const DebugState& state, int lane) { return state.lanes[static_cast<std::size_t>(lane)]; }

std::string_view words_for(LaneStatus status) { return status == LaneStatus::at_barrier ? "at the barrier" : name_of(status); }

bool is_aggregate(const DebugValue& value) { return value.kind == ValueKind::array || value.kind == ValueKind::structure; }

// The value of an expression in all lanes, in the form of a variable.
DebugValue value_in_all_lanes(const DebugExpression& expression, const DebugScope& scope) {
    std::array<std::optional<DebugNumber>, kDebugLanes> numbers;
    bool any_real = false, any_large = false, all_boolean = true, all_float = true;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        if (status_of(scope.state, lane) == LaneStatus::absent) continue;
        auto& number = numbers[static_cast<std::size_t>(lane)] = expression.evaluate(scope, lane);
        if (!number) continue;
        any_real = any_real || number->kind == DebugNumber::Kind::floating;
        any_large = any_large || number->kind == DebugNumber::Kind::unsigned_integer;
        all_boolean = all_boolean && number->kind == DebugNumber::Kind::boolean;
        all_float = all_float && number->is_float;
    }
    DebugValue value;
    value.kind = any_real      ? ValueKind::floating
                 : any_large   ? ValueKind::unsigned_integer
                 : all_boolean ? ValueKind::boolean
                               : ValueKind::signed_integer;
    value.bytes = value.kind == ValueKind::boolean || (any_real && all_float) ? (any_real ? 4 : 1) : 8;
    value.type = any_real ? (all_float ? "float" : "double") : any_large ? "unsigned long" : all_boolean ? "bool" : "long";
    for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
        if (!numbers[lane]) continue;
        value.known |= 1u << lane;
        const double real = numbers[lane]->real();
        value.bits[lane] = !any_real   ? static_cast<std::uint64_t>(numbers[lane]->integer)
                           : all_float ? std::bit_cast<std::uint32_t>(static_cast<float>(real))
                                       : std::bit_cast<std::uint64_t>(real);
    }
    return value;
}

// "i@5": the expression before the lane, where the lane is a plain number.
std::optional<std::pair<std::string, int>> one_lane(const std::string& text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos) return std::nullopt;
    std::string digits = text.substr(at + 1);
    std::erase_if(digits, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    const bool is_number =
        !digits.empty() && digits.size() <= 2 && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number || std::stoi(digits) >= kDebugLanes) return std::nullopt;
    return std::pair{text.substr(0, at), std::stoi(digits)};
}

}  // namespace

int DapVariables::add(Node node) {
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size());
}

json DapVariables::scopes(std::shared_ptr<const DebugState> state, std::uint32_t frame, const LaunchShape& shape) {
    const auto scope = [&](const char* name, Node::Kind kind) -> json {
        return {
            {"name", name},
            {"variablesReference", add({.kind = kind, .state = state, .frame = frame, .shape = shape, .value = {}, .path = {}})},
            {"expensive", false}};
    };
    json scopes = json::array({scope("Locals", Node::Kind::variables), scope("Lanes", Node::Kind::lanes)});
    scopes[0]["presentationHint"] = "locals";
    if (frame == 0) scopes.push_back(scope("Memory accesses of this line", Node::Kind::accesses));
    return scopes;
}

json DapVariables::described(const Node& node, const char* key) {
    json described{{key, summary_of(*node.value, ~lanes_with(*node.state, LaneStatus::absent))},
                   {"type", node.value->type},
                   {"variablesReference", add(node)}};
    if (!node.path.empty()) described["evaluateName"] = node.path;
    return described;
}

json DapVariables::lanes_of_value(const Node& node) const {
    json list = json::array();
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const LaneStatus status = status_of(*node.state, lane);
        if (status == LaneStatus::absent) continue;
        std::string text = text_of(*node.value, lane);
        if (text.empty()) text = "not set";
        if (status != LaneStatus::active) text += fmt::format(" ({})", words_for(status));
        json entry = lane_entry(lane, std::move(text));
        if (!node.path.empty()) entry["evaluateName"] = fmt::format("({})@{}", node.path, lane);
        list.push_back(std::move(entry));
    }
    return list;
}

json DapVariables::parts_of(const Node& node) {
    json list = json::array();
    for (const DebugValue& child : node.value->children) {
        Node part = node;
        part.value = std::shared_ptr<const DebugValue>(node.value, &child);
        part.path = node.path + (node.value->kind == ValueKind::array ? "" : ".") + child.name;
        json entry = described(part, "value");
        entry["name"] = child.name;
        list.push_back(std::move(entry));
    }
    const std::size_t shown = node.value->children.size();
    if (node.value->count > shown)
        list.push_back({{"name", "..."},
                        {"value", fmt::format("{} more are not shown", node.value->count - shown)},
                        {"variablesReference", 0}});
    return list;
}

std::optional<json> DapVariables::children(std::int64_t reference) {
    if (reference < 1 || reference > static_cast<std::int64_t>(nodes_.size())) return std::nullopt;
    const Node node = nodes_[static_cast<std::size_t>(reference) - 1];  // a copy: nodes are added below
    if (node.kind == Node::Kind::value) return is_aggregate(*node.value) ? parts_of(node) : lanes_of_value(node);
    json list = json::array();
    if (node.kind == Node::Kind::accesses)
        for (const DebugAccess& access : node.state->next)
            list.push_back({{"name", access.array.empty() ? std::string(name_of(access.space)) : access.array},
                            {"value", text_of(access)},
                            {"variablesReference", 0}});
    if (node.kind == Node::Kind::lanes) {
        const DebugScope scope{.state = *node.state, .shape = node.shape, .read = {}};
        for (int lane = 0; lane < kDebugLanes; ++lane) {
            const auto index = thread_index(scope, lane);
            if (!index) continue;
            list.push_back(
                lane_entry(lane, fmt::format("threadIdx {}, {}", index_text(*index), words_for(status_of(*node.state, lane)))));
        }
    }
    if (node.kind == Node::Kind::variables)
        for (const DebugValue& variable : node.state->variables) {
            if (variable.frame != node.frame) continue;
            Node one = node;
            one.kind = Node::Kind::value;
            one.value = std::shared_ptr<const DebugValue>(node.state, &variable);
            one.path = variable.name;
            json entry = described(one, "value");
            entry["name"] = variable.name;
            list.push_back(std::move(entry));
        }
    return list;
}

std::expected<json, std::string> DapVariables::evaluate(const std::string& text, std::shared_ptr<const DebugState> state,
                                                        const DebugScope& scope) {
    const auto lane = one_lane(text);
    const auto expression = DebugExpression::parse(lane ? lane->first : text);
    if (!expression) return std::unexpected(expression.error());
    const DebugValue* variable = expression->variable(scope);
    if (lane) {
        if (variable != nullptr && is_aggregate(*variable))
            return json{{"result", text_of(*variable, lane->second)}, {"type", variable->type}, {"variablesReference", 0}};
        const auto number = expression->evaluate(scope, lane->second);
        if (!number) return std::unexpected(expression->problem(scope, lane->second));
        return json{{"result", variable != nullptr ? text_of(*variable, lane->second) : number->text()}, {"variablesReference", 0}};
    }
    Node node{.kind = Node::Kind::value,
              .state = std::move(state),
              .frame = scope.frame,
              .shape = scope.shape,
              .value = {},
              .path = text};
    if (variable != nullptr) {
        node.value = std::shared_ptr<const DebugValue>(node.state, variable);
        return described(node, "result");
    }
    auto value = std::make_shared<DebugValue>(value_in_all_lanes(*expression, scope));
    if (value->known == 0) {
        const std::uint32_t active = lanes_with(*node.state, LaneStatus::active);
        return std::unexpected(expression->problem(scope, active != 0 ? std::countr_zero(active) : 0));
    }
    node.value = std::move(value);
    return described(node, "result");
}

}  // namespace warpwise
