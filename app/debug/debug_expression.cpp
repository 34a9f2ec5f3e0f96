#include "debug/debug_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "debug/debug_arithmetic.h"
#include "debug/debug_expression_parser.h"
#include "debug/debug_parts.h"
#include "debug/debug_places.h"

namespace warpwise {
namespace {

using Node = DebugExpressionNode;

DebugOperand computed(const DebugNumber& number) { return {.number = number}; }

class Evaluator {
  public:
    Evaluator(const std::vector<Node>& nodes, const DebugScope& scope, bool explain)
        : nodes_(nodes), scope_(scope), places_(scope, explain) {}

    DebugFound value(std::size_t at, int lane) const {
        const Node& node = nodes_[at];
        switch (node.kind) {
            case Node::Kind::number: return computed(node.number);
            case Node::Kind::name: return named(node.name, lane);
            case Node::Kind::member:
            case Node::Kind::arrow: return member(node, lane);
            case Node::Kind::index: return element(node, lane);
            case Node::Kind::dereference: return dereferenced(node, lane);
            case Node::Kind::address: return address(node, lane);
            case Node::Kind::cast: return cast(node, lane);
            case Node::Kind::call: return call(node, lane);
            case Node::Kind::other_lane: return in_other_lane(node, lane);
            case Node::Kind::unary: return unary(node, lane);
            case Node::Kind::binary: return binary(node, lane);
            case Node::Kind::choice: break;
        }
        const auto condition = number(node.a, lane);
        if (!condition) return std::unexpected(condition.error());
        return value(condition->truth() ? node.b : node.c, lane);
    }

    std::expected<DebugNumber, std::string> number(std::size_t at, int lane) const { return number_in(value(at, lane)); }
    const DebugPlaces& places() const { return places_; }

  private:
    std::expected<DebugNumber, std::string> number_in(const DebugFound& found) const {
        if (!found) return std::unexpected(found.error());
        if (!found->is_aggregate()) return found->number;
        return places_.fail("'{}' is {}, not a number",
                            found->part != nullptr ? found->part->name : places_.name_of_type(found->type),
                            found->type.kind() == ValueKind::array ? "an array" : "a structure");
    }

    DebugFound named(const std::string& name, int lane) const {
        if (const DebugValue* found = places_.variable(name)) return places_.variable_in(*found, lane);
        if (const DebugValue* object = places_.variable("*this")) {
            const auto structure = places_.variable_in(*object, lane);
            if (structure && name == "this") return places_.address_of(*structure);
            if (structure && structure->is_aggregate())
                if (auto found = places_.member(*structure, name, lane)) return found;
        }
        if (name == "lane") return computed(DebugNumber::of_integer(lane));
        if (name == "warp") return computed(DebugNumber::of_integer(scope_.state.warp));
        if (is_index(name)) return places_.fail("'{0}' has members: write {0}.x, {0}.y or {0}.z", name);
        return places_.fail("there is no variable '{}' here", name);
    }

    static bool is_index(std::string_view name) {
        return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
    }
    DebugFound index_part(const std::string& name, const std::string& part, int lane) const {
        Dim3 index = name == "blockIdx" ? scope_.state.block : name == "blockDim" ? scope_.shape.block : scope_.shape.grid;
        if (name == "threadIdx") {
            const auto thread = thread_index(scope_, lane);
            if (!thread) return places_.fail("the block has no thread in lane {}", lane);
            index = *thread;
        }
        if (part == "x") return computed(DebugNumber::of_integer(index.x));
        if (part == "y") return computed(DebugNumber::of_integer(index.y));
        if (part == "z") return computed(DebugNumber::of_integer(index.z));
        return places_.fail("'{}' has the members x, y and z, but not '{}'", name, part);
    }

    DebugFound member(const Node& node, int lane) const {
        const Node& owner = nodes_[node.a];
        const bool is_arrow = node.kind == Node::Kind::arrow;
        if (!is_arrow && owner.kind == Node::Kind::name && is_index(owner.name) && places_.variable(owner.name) == nullptr)
            return index_part(owner.name, node.name, lane);
        auto base = value(node.a, lane);
        if (!base) return base;
        if (!is_arrow && base->is_pointer()) return places_.fail("a pointer is on the left of '.{0}': write '->{0}'", node.name);
        if (is_arrow && !base->is_pointer()) return places_.fail("'->{}' must follow a pointer", node.name);
        if (is_arrow) base = places_.pointed_at(*base, 0, lane);
        return base ? places_.member(*base, node.name, lane) : base;
    }

    DebugFound element(const Node& node, int lane) const {
        const auto base = value(node.a, lane);
        if (!base) return base;
        const auto place = number(node.b, lane);
        if (!place) return std::unexpected(place.error());
        if (place->is_floating() || place->is_large()) return places_.fail("{} is not an index", place->text());
        return places_.element(*base, place->integer, lane);
    }

    DebugFound dereferenced(const Node& node, int lane) const {
        const auto base = value(node.a, lane);
        if (!base) return base;
        if (base->type.kind() == ValueKind::array) return places_.element(*base, 0, lane);
        return base->is_pointer() ? places_.pointed_at(*base, 0, lane) : DebugFound(places_.fail("'*' must precede a pointer"));
    }

    DebugFound address(const Node& node, int lane) const {
        // What has no value yet has an address all the same.
        const Node& of = nodes_[node.a];
        const auto found = value(node.a, lane);
        if (found) return places_.address_of(*found);
        const DebugValue* variable = of.kind == Node::Kind::name ? places_.variable(of.name) : nullptr;
        if (variable == nullptr || static_cast<std::size_t>(lane) >= variable->addresses.size()) return found;
        DebugOperand unset{.type = type_of(places_.types(), *variable)};
        if (const std::uint64_t at = variable->addresses[static_cast<std::size_t>(lane)]; at != 0) unset.address = at;
        return places_.address_of(unset);
    }

    DebugFound cast(const Node& node, int lane) const {
        auto operand = value(node.a, lane);
        if (!operand) return operand;
        auto type = node.scalar ? node.scalar : type_named(places_.types(), node.name);
        if (!type) return places_.fail("there is no type '{}' here", node.name);
        type->pointers += node.pointers;
        if (operand->is_aggregate())
            if (auto pointer = places_.as_pointer(*operand); pointer && type->kind() == ValueKind::pointer) operand = *pointer;
        const auto number = number_in(operand);
        if (!number) return std::unexpected(number.error());
        const auto made = cast_to(*type, *number);
        if (!made) return places_.fail("{} cannot be cast to '{}'", number->text(), places_.name_of_type(*type));
        return DebugOperand{.number = *made, .type = *type};
    }

    DebugFound call(const Node& node, int lane) const {
        std::array<DebugNumber, 2> operands;
        for (std::size_t i = 0; i < node.function->operands; ++i) {
            const auto operand = number(i == 0 ? node.a : node.b, lane);
            if (!operand) return std::unexpected(operand.error());
            operands[i] = *operand;
        }
        return computed(node.function->call(std::span(operands).first(node.function->operands)));
    }

    DebugFound in_other_lane(const Node& node, int lane) const {
        const auto other = number(node.b, lane);
        if (!other) return std::unexpected(other.error());
        if (other->is_floating() || other->is_large() || other->integer < 0 || other->integer >= kDebugLanes)
            return places_.fail("there is no lane {}: a warp has the lanes 0 to {}", other->text(), kDebugLanes - 1);
        return value(node.a, static_cast<int>(other->integer));
    }

    DebugFound unary(const Node& node, int lane) const {
        const auto operand = number(node.a, lane);
        if (!operand) return std::unexpected(operand.error());
        if (const auto result = unary_of(node.symbol, *operand)) return computed(*result);
        return places_.fail("{}", problem_of_unary(node.symbol, *operand));
    }

    DebugFound binary(const Node& node, int lane) const {
        if (node.symbol == "&&" || node.symbol == "||") {
            const auto left = number(node.a, lane);
            if (!left) return std::unexpected(left.error());
            if (left->truth() == (node.symbol == "||")) return computed(DebugNumber::of_boolean(left->truth()));
            const auto right = number(node.b, lane);
            if (!right) return std::unexpected(right.error());
            return computed(DebugNumber::of_boolean(right->truth()));
        }
        const auto left = value(node.a, lane), right = value(node.b, lane);
        if (left && right && (node.symbol == "+" || node.symbol == "-"))
            if (const auto pointers = of_pointers(node.symbol, *left, *right)) return *pointers;
        const auto x = number_in(left), y = number_in(right);
        if (!x) return std::unexpected(x.error());
        if (!y) return std::unexpected(y.error());
        if (const auto result = binary_of(node.symbol, *x, *y)) return computed(*result);
        return places_.fail("{}", problem_of_binary(node.symbol, *x, *y));
    }

    // p + 1, 1 + p, p - 1, p - q; nothing for what is not of pointers.
    std::optional<DebugFound> of_pointers(std::string_view symbol, const DebugOperand& left, const DebugOperand& right) const {
        const auto p = places_.as_pointer(left), q = places_.as_pointer(right);
        if (!p && !q) return std::nullopt;
        if (p && q) {
            const auto type = pointee_of(places_.types(), p->type);
            if (symbol == "+" || !type || type->bytes() == 0) return std::nullopt;
            return computed(DebugNumber::of_integer((p->number.integer - q->number.integer) / std::int64_t{type->bytes()}));
        }
        const DebugOperand& by = p ? right : left;
        if (by.is_aggregate() || by.number.is_floating() || (!p && symbol == "-")) return std::nullopt;
        const auto elements = static_cast<std::uint64_t>(by.number.integer);
        return places_.moved(p ? *p : *q, static_cast<std::int64_t>(symbol == "+" ? elements : 0 - elements));
    }

    const std::vector<Node>& nodes_;
    const DebugScope& scope_;
    DebugPlaces places_;
};

}  // namespace

std::expected<DebugExpression, std::string> DebugExpression::parse(std::string_view text) {
    auto nodes = parse_expression(text);
    if (!nodes) return std::unexpected(std::move(nodes.error()));
    DebugExpression expression;
    expression.text_ = trimmed(text);
    expression.nodes_ = std::move(*nodes);
    return expression;
}

std::optional<DebugNumber> DebugExpression::evaluate(const DebugScope& scope, int lane) const {
    const auto number = Evaluator(nodes_, scope, false).number(nodes_.size() - 1, lane);
    return number ? std::optional(*number) : std::nullopt;
}

std::string DebugExpression::problem(const DebugScope& scope, int lane) const {
    const auto number = Evaluator(nodes_, scope, true).number(nodes_.size() - 1, lane);
    return number ? std::string() : number.error();
}

DebugExpression::Check DebugExpression::check(const DebugScope& scope) const {
    const Evaluator evaluator(nodes_, scope, false);
    int failed = -1;
    bool any = false;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        if (scope.state.lanes[static_cast<std::size_t>(lane)] != LaneStatus::active) continue;
        const auto number = evaluator.number(nodes_.size() - 1, lane);
        if (number && number->truth()) return {.holds = true, .problem = {}};
        any = any || number;
        if (!number && failed < 0) failed = lane;
    }
    return {.holds = false, .problem = any || failed < 0 ? std::string() : problem(scope, failed)};
}

const DebugValue* DebugExpression::variable(const DebugScope& scope) const {
    const Evaluator evaluation(nodes_, scope, false);
    std::vector<const DebugValue*> found(nodes_.size(), nullptr);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        if (node.kind == Node::Kind::name) found[i] = evaluation.places().variable(node.name);
        const DebugValue* owner = node.kind == Node::Kind::member || node.kind == Node::Kind::index ? found[node.a] : nullptr;
        if (owner == nullptr) continue;
        if (node.kind == Node::Kind::member) {
            const auto child = std::ranges::find(owner->children, node.name, &DebugValue::name);
            if (child != owner->children.end()) found[i] = &*child;
            continue;
        }
        const Node& place = nodes_[node.b];
        const bool is_number = place.kind == Node::Kind::number && !place.number.is_floating() && place.number.integer >= 0;
        if (is_number && owner->kind == ValueKind::array && static_cast<std::size_t>(place.number.integer) < owner->children.size())
            found[i] = &owner->children[static_cast<std::size_t>(place.number.integer)];
    }
    return found.back();
}

std::expected<DebugValue, std::string> DebugExpression::value(const DebugScope& scope) const {
    const Evaluator evaluator(nodes_, scope, false);
    DebugOperandLanes found;
    int first = -1;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const LaneStatus status = scope.state.lanes[static_cast<std::size_t>(lane)];
        if (status == LaneStatus::absent) continue;
        const bool is_better =
            first < 0 || (status == LaneStatus::active && scope.state.lanes[static_cast<std::size_t>(first)] != LaneStatus::active);
        if (is_better) first = lane;
        if (auto operand = evaluator.value(nodes_.size() - 1, lane)) found[static_cast<std::size_t>(lane)] = std::move(*operand);
    }
    DebugValue value = value_of_lanes(evaluator.places(), text_, found);
    value.frame = scope.frame;
    if (value.known != 0) return value;
    const auto why = Evaluator(nodes_, scope, true).value(nodes_.size() - 1, std::max(first, 0));
    return std::unexpected(why ? std::string("no lane has a value") : why.error());
}

std::vector<std::string> DebugExpression::names() const {
    std::vector<std::string> names;
    for (const Node& node : nodes_)
        if (node.kind == Node::Kind::name && std::ranges::find(names, node.name) == names.end()) names.push_back(node.name);
    return names;
}

}  // namespace warpwise
