#include "cli/dap_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>

#include "cli/debug_values.h"
#include "debug/debug_parts.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr std::uint64_t kMostParts = 100;  // of an array that is not asked for by pages

// Two digits: clients sort by name.
json lane_entry(int lane, std::string value) {
    return {{"name", fmt::format("lane {:02}", lane)}, {"value", std::move(value)}, {"variablesReference", 0}};
}

LaneStatus status_of(const DebugState& state, int lane) { return state.lanes[static_cast<std::size_t>(lane)]; }

std::string_view words_for(LaneStatus status) { return status == LaneStatus::at_barrier ? "at the barrier" : name_of(status); }

bool is_aggregate(const DebugValue& value) { return value.kind == ValueKind::array || value.kind == ValueKind::structure; }

bool has_value(const DebugValue& value, int lane) { return ((value.known | value.held) >> lane & 1) != 0; }

// The place of a pointer's target, or of what lies in memory, in one lane.
std::string place_of(const DebugValue& value, int lane, std::uint32_t warp) {
    std::uint64_t address = 0;
    const auto at = static_cast<std::size_t>(lane);
    if (value.kind == ValueKind::pointer && has_value(value, lane))
        address = value.bits[at];
    else if (at < value.addresses.size())
        address = value.addresses[at];
    if (address == 0) return {};
    return fmt::format("{:#x}@{}", address, warp * kDebugLanes + static_cast<std::uint32_t>(lane));
}

// The same in all lanes.
std::string common_place(const DebugValue& value) {
    std::optional<std::uint64_t> common;
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane) {
        std::uint64_t address = 0;
        if (value.kind == ValueKind::pointer && has_value(value, static_cast<int>(lane))) address = value.bits[lane];
        if (value.kind != ValueKind::pointer && lane < value.addresses.size()) address = value.addresses[lane];
        if (address == 0) continue;
        if (common && *common != address) return {};
        common = address;
    }
    return common ? fmt::format("{:#x}", *common) : std::string();
}

std::string path_of_part(const std::string& parent, const DebugValue& whole, const std::string& name) {
    if (parent.empty()) return {};
    const bool is_plain = parent.find_first_of("*&+- @") == std::string::npos;
    return (is_plain ? parent : "(" + parent + ")") + (whole.kind == ValueKind::array ? "" : ".") + name;
}

}  // namespace

std::optional<DapPlace> dap_place_of(std::string_view reference) {
    DapPlace place;
    if (!reference.starts_with("0x")) return std::nullopt;
    const char* end = reference.data() + reference.size();
    const auto address = std::from_chars(reference.data() + 2, end, place.address, 16);
    if (address.ec != std::errc{}) return std::nullopt;
    if (address.ptr == end) return place;
    std::uint32_t thread = 0;
    if (*address.ptr != '@') return std::nullopt;
    const auto number = std::from_chars(address.ptr + 1, end, thread);
    if (number.ec != std::errc{} || number.ptr != end) return std::nullopt;
    place.thread = thread;
    return place;
}

std::pair<std::string, std::optional<int>> split_lane(const std::string& text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos) return {text, std::nullopt};
    std::string digits = text.substr(at + 1);
    std::erase_if(digits, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    const bool is_number =
        !digits.empty() && digits.size() <= 2 && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number || std::stoi(digits) >= kDebugLanes) return {text, std::nullopt};
    return {text.substr(0, at), std::stoi(digits)};
}

int DapVariables::add(Node node) {
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size());
}

const DapVariables::Node* DapVariables::node(std::int64_t reference) const {
    if (reference < 1 || reference > static_cast<std::int64_t>(nodes_.size())) return nullptr;
    return &nodes_[static_cast<std::size_t>(reference) - 1];
}

DebugScope DapVariables::scope_of(const Node& node) const {
    DebugScope scope =
        scope_of_ ? scope_of_(*node.state, node.frame) : DebugScope{.state = *node.state, .shape = node.shape, .read = {}};
    scope.types = node.types.get();
    return scope;
}

json DapVariables::scopes(std::shared_ptr<const DebugState> state, std::uint32_t frame, const LaunchShape& shape,
                          std::vector<DebugArray> arrays) {
    const auto all = std::make_shared<const std::vector<DebugArray>>(std::move(arrays));
    const auto scope = [&](const char* name, Node::Kind kind, bool is_expensive) -> json {
        return {{"name", name},
                {"variablesReference", add({.kind = kind,
                                            .state = state,
                                            .frame = frame,
                                            .shape = shape,
                                            .value = {},
                                            .path = {},
                                            .types = {},
                                            .arrays = all})},
                {"expensive", is_expensive}};
    };
    json scopes = json::array({scope("Locals", Node::Kind::variables, false), scope("Lanes", Node::Kind::lanes, false)});
    scopes[0]["presentationHint"] = "locals";
    if (frame == 0) scopes.push_back(scope("Memory accesses of this line", Node::Kind::accesses, false));
    if (!all->empty()) scopes.push_back(scope("Arrays in memory", Node::Kind::arrays, true));
    return scopes;
}

json DapVariables::described(Node node, const char* key) {
    const DebugValue& value = *node.value;
    const std::uint32_t lanes = ~lanes_with(*node.state, LaneStatus::absent);
    std::string text;
    if (node.is_same && !is_aggregate(value))
        text =
            has_value(value, std::countr_zero(lanes | 1u << 31)) ? text_of(value, std::countr_zero(lanes | 1u << 31)) : "not set";
    else
        text = summary_of(value, lanes);
    json described{{key, text}, {"type", value.type}};
    if (!node.path.empty()) described["evaluateName"] = node.path;
    if (const std::string place = common_place(value); !place.empty()) described["memoryReference"] = place;
    if (value.kind == ValueKind::array) described["indexedVariables"] = value.count;
    described["variablesReference"] = node.is_same && !is_aggregate(value) ? 0 : add(std::move(node));
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
        if (const std::string place = place_of(*node.value, lane, node.state->warp); !place.empty())
            entry["memoryReference"] = place;
        list.push_back(std::move(entry));
    }
    return list;
}

json DapVariables::parts_of(const Node& node, const Page& page) {
    const DebugValue& whole = *node.value;
    json list = json::array();
    const bool is_array = whole.kind == ValueKind::array;
    if (page.filter == (is_array ? "named" : "indexed")) return list;
    const std::uint64_t all = whole.count;
    const bool is_page = page.count > 0;
    const std::uint64_t count = is_page ? page.count : facts_.pages && is_array ? all : kMostParts;
    const DebugScope scope = scope_of(node);
    for (DebugValue& part : debug_parts(scope, whole, page.first, std::min<std::uint64_t>(count, 4096))) {
        Node below = node;
        std::string name = part.name;
        below.path = path_of_part(node.path, whole, name);
        read_children(scope, part);
        below.value = std::make_shared<const DebugValue>(std::move(part));
        json entry = described(std::move(below), "value");
        entry["name"] = std::move(name);
        list.push_back(std::move(entry));
    }
    const std::uint64_t end = page.first + list.size();
    if (!is_page && is_array && end < all)
        list.push_back({{"name", "..."}, {"value", fmt::format("{} more are not shown", all - end)}, {"variablesReference", 0}});
    return list;
}

json DapVariables::lanes_of_warp(const Node& node) const {
    json list = json::array();
    const DebugScope scope{.state = *node.state, .shape = node.shape, .read = {}};
    for (int lane = 0; lane < kDebugLanes; ++lane)
        if (const auto index = thread_index(scope, lane))
            list.push_back(
                lane_entry(lane, fmt::format("threadIdx {}, {}", index_text(*index), words_for(status_of(*node.state, lane)))));
    return list;
}

json DapVariables::variables_of(const Node& node) {
    json list = json::array();
    for (const DebugValue& variable : node.state->variables) {
        if (variable.frame != node.frame) continue;
        Node one = node;
        one.kind = Node::Kind::value;
        one.value = std::shared_ptr<const DebugValue>(node.state, &variable);
        one.path = variable.name == "*this" ? "(*this)" : variable.name;
        json entry = described(std::move(one), "value");
        entry["name"] = variable.name;
        list.push_back(std::move(entry));
    }
    return list;
}

// An array of the launch as a value with addresses: its elements' type is that of the kernel's pointer, or of the variable.
std::optional<DapVariables::Node> DapVariables::node_of(const Node& from, const DebugArray& array) const {
    auto types = std::make_shared<std::vector<DebugType>>(from.state->types);
    auto value = std::make_shared<DebugValue>(DebugValue{.name = array.name, .type = {}, .kind = ValueKind::array});
    value->addresses.assign(kDebugLanes, array.address);
    const auto variable = std::ranges::find_if(from.state->variables, [&](const DebugValue& one) {
        return one.name == array.name && one.type_index < types->size() && one.frame + 1 >= from.state->frames.size();
    });
    const bool is_argument = array.argument != static_cast<std::size_t>(-1);
    std::optional<DebugTypeRef> element;
    if (is_argument && array.argument < facts_.parameters.size()) {
        const std::string& spelled = facts_.parameters[array.argument].type;
        element = pointee_of({}, {.base = ValueKind::pointer, .base_bytes = 8, .spelled = spelled});
        if (!element) element = type_named(*types, std::string_view(spelled).substr(0, spelled.find('*')));
    } else if (!is_argument && variable != from.state->variables.end()) {
        value->type_index = variable->type_index;
        value->type = variable->type;
        value->kind = variable->kind;
        value->count = variable->count;
    }
    if (value->type_index == kNoDebugType) {
        if (!element)
            element =
                DebugTypeRef{.base = ValueKind::unsigned_integer, .base_bytes = std::min(array.element_bytes, 8u), .spelled = {}};
        if (element->bytes() == 0) return std::nullopt;
        if (element->index == kNoDebugType) {
            types->push_back(
                {.name = name_of(*types, *element), .kind = element->kind(), .bytes = element->bytes(), .members = {}});
            element->index = static_cast<std::uint32_t>(types->size() - 1);
        }
        value->count = static_cast<std::uint32_t>(array.bytes / element->bytes());
        value->type = fmt::format("{}[{}]", (*types)[element->index].name, value->count);
        types->push_back(
            {.name = value->type, .kind = ValueKind::array, .element = element->index, .count = value->count, .members = {}});
        value->type_index = static_cast<std::uint32_t>(types->size() - 1);
    }
    Node node = from;
    node.kind = Node::Kind::value;
    node.value = value;
    node.path = array.name;
    node.is_same = true;
    node.types = std::move(types);
    return node;
}

json DapVariables::arrays_of(const Node& node) {
    json list = json::array();
    for (const DebugArray& array : *node.arrays) {
        auto one = node_of(node, array);
        if (!one) continue;
        const DebugValue& value = *one->value;
        json entry{{"name", array.name},
                   {"value", fmt::format("{} in {} memory", value.type, name_of(array.space))},
                   {"type", value.type},
                   {"evaluateName", array.name},
                   {"memoryReference", fmt::format("{:#x}", array.address)}};
        if (value.kind == ValueKind::array) entry["indexedVariables"] = value.count;
        if (!is_aggregate(value)) {  // a single number
            const DebugScope scope = scope_of(*one);
            const auto found = DebugPlaces(scope, false).at(array.address, type_at(*one->types, value.type_index), 0);
            entry["value"] = found ? found->number.text() : "not set";
            entry["variablesReference"] = 0;
        } else {
            entry["variablesReference"] = add(std::move(*one));
        }
        list.push_back(std::move(entry));
    }
    return list;
}

std::optional<json> DapVariables::children(std::int64_t reference, const Page& page) {
    if (node(reference) == nullptr) return std::nullopt;
    const Node node = *this->node(reference);  // a copy: nodes are added below
    switch (node.kind) {
        case Node::Kind::value: return is_aggregate(*node.value) ? parts_of(node, page) : lanes_of_value(node);
        case Node::Kind::lanes: return lanes_of_warp(node);
        case Node::Kind::variables: return variables_of(node);
        case Node::Kind::arrays: return arrays_of(node);
        case Node::Kind::accesses: break;
    }
    json list = json::array();
    for (const DebugAccess& access : node.state->next)
        list.push_back({{"name", access.array.empty() ? std::string(name_of(access.space)) : access.array},
                        {"value", text_of(access)},
                        {"variablesReference", 0}});
    return list;
}

std::optional<std::string> DapVariables::path_below(std::int64_t reference, const std::string& name) const {
    const Node* found = node(reference);
    if (found == nullptr) return std::nullopt;
    if (found->kind == Node::Kind::variables) return name;
    if (found->kind != Node::Kind::value || found->path.empty()) return std::nullopt;
    if (is_aggregate(*found->value)) return path_of_part(found->path, *found->value, name);
    if (!name.starts_with("lane ")) return std::nullopt;
    const std::string digits = name.substr(5);
    return fmt::format("({})@{}", found->path, digits.starts_with('0') && digits.size() == 2 ? digits.substr(1) : digits);
}

std::optional<DapDatum> DapVariables::datum_below(std::int64_t reference, const std::string& name) const {
    const Node* found = node(reference);
    if (found == nullptr || found->kind != Node::Kind::value || !found->is_same || found->value->kind != ValueKind::array ||
        !name.starts_with('['))
        return std::nullopt;
    std::uint64_t place = 0;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), place);
    if (error != std::errc{} || end == name.data() + name.size() || *end != ']' || place >= found->value->count)
        return std::nullopt;
    const auto& types = *found->types;
    const DebugTypeRef element = type_at(types, types[found->value->type_index].element);
    if (element.bytes() == 0) return std::nullopt;
    return DapDatum{.label = found->path + name,
                    .address = found->value->addresses.front() + place * element.bytes(),
                    .bytes = element.bytes()};
}

std::expected<json, std::string> DapVariables::evaluate(const std::string& text, std::shared_ptr<const DebugState> state,
                                                        const DebugScope& scope) {
    const auto [bare, lane] = split_lane(text);
    const auto expression = DebugExpression::parse(bare);
    if (!expression) return std::unexpected(expression.error());
    Node node{.kind = Node::Kind::value,
              .state = std::move(state),
              .frame = scope.frame,
              .shape = scope.shape,
              .value = {},
              .path = bare,
              .types = {}};
    if (const DebugValue* variable = expression->variable(scope)) {
        auto copy = std::make_shared<DebugValue>(*variable);
        const auto found = expression->value(scope);  // with its type and its place
        if (found && copy->type_index == kNoDebugType) copy->type_index = found->type_index, copy->addresses = found->addresses;
        node.value = std::move(copy);
    } else {
        auto found = expression->value(scope);
        if (!found) return std::unexpected(lane ? expression->problem(scope, *lane) : found.error());
        read_children(scope, *found);
        node.value = std::make_shared<const DebugValue>(std::move(*found));
    }
    if (!lane) return described(std::move(node), "result");
    const std::string one = text_of(*node.value, *lane);
    if (one.empty()) {
        const std::string why = expression->problem(scope, *lane);
        return std::unexpected(why.empty() ? fmt::format("'{}' has no value in lane {}", bare, *lane) : why);
    }
    json told{{"result", one}, {"type", node.value->type}, {"variablesReference", 0}};
    if (const std::string place = place_of(*node.value, *lane, node.state->warp); !place.empty()) told["memoryReference"] = place;
    return told;
}

}  // namespace warpwise
